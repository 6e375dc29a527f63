/** Movements older than GLEANER_LEDGER_DAYS, which the nodes roll up while they are killed. Their sums must stay the same. */

import pg from 'pg'

const sumsOf = (
  condition: string,
) => `SELECT key_id, day, kind, sum(movements)::text AS movements, sum(delta)::text AS delta, sum(charged)::text AS charged
  FROM (SELECT key_id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, kind, 1 AS movements, delta, charged
        FROM movement WHERE ${condition}
        UNION ALL SELECT key_id, day, kind, movements, delta, charged FROM movement_day) old
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`

const rollUpWithinMs = 120_000

const sumsOfOld = sumsOf("at < now() - interval '50 days'")
const balances = 'SELECT id, credits, used FROM api_key ORDER BY id'
const usage = 'SELECT key_id, day, operation, requests, failed, credits FROM usage ORDER BY 1, 2, 3'

/**
 * Writes this number of movements to all keys. `audit` resolves with the number that the nodes rolled up, and
 * with what is wrong. After it, no movement is left.
 */
export async function writeOldMovements(url: string, count: number) {
  const ask = async (sql: string) => {
    const client = new pg.Client({ connectionString: url, options: '-c search_path=gleaner' })
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows
    } finally {
      await client.end()
    }
  }
  // Without requests' IDs, so that they are not taken for the load's.
  await ask(`INSERT INTO movement (key_id, hold_id, kind, delta, charged, operation, at)
    SELECT ids[1 + n / 2 % array_length(ids, 1)], md5('old' || n / 2), CASE n % 2 WHEN 0 THEN 'reserve' ELSE 'settle' END,
           n % 2 - 1, n % 2, 'scrape', now() - (100 - n * 5 / ${count}) * interval '1 day'
    FROM generate_series(0, ${count} - 1) n, (SELECT array_agg(id ORDER BY id) AS ids FROM api_key) k ORDER BY n`)
  const before = JSON.stringify(await ask(sumsOfOld))

  /** Rolls up everything by hand, including the movements of the load. Resolves with what that changed. */
  async function rollUpAll(): Promise<string[]> {
    const facts = async () => {
      const found = { balances: await ask(balances), usage: await ask(usage), sums: await ask(sumsOf('true')) }
      return Object.entries(found).map(([name, rows]) => `${name} ${JSON.stringify(rows)}`)
    }
    const kept = await facts()
    const until = performance.now() + rollUpWithinMs
    const count = async () => Number((await ask('SELECT count(*) AS count FROM movement'))[0]?.count)
    // A call does nothing while a node rolls up.
    while ((await count()) > 0 && performance.now() < until) await ask('SELECT gleaner.roll_up(-1, 5000)')
    const now = await facts()
    const left = await count()
    return [
      ...(left === 0 ? [] : [`${left} movements were not rolled up by hand`]),
      ...kept.flatMap((before, n) => (before === now[n] ? [] : [`rolling up by hand changed ${before} to ${now[n]}`])),
    ]
  }

  return {
    async audit() {
      const [row] = await ask('SELECT coalesce(sum(movements), 0) AS count FROM movement_day')
      const rolledUp = Number(row?.count)
      const after = JSON.stringify(await ask(sumsOfOld))
      const broken = [
        ...(after === before ? [] : [`rolling up changed the sums of old movements: ${before} became ${after}`]),
        ...(await rollUpAll()),
        ...(rolledUp > 0 ? [] : ['nothing was rolled up']),
      ]
      return { count: rolledUp, broken }
    },
  }
}

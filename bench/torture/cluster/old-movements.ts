/** Movements older than GLEANER_LEDGER_DAYS, which the nodes roll up while they are killed. Their sums must stay the same. */

import pg from 'pg'

const sumsOf = (condition: string) => `SELECT key_id, day, kind, sum(movements)::text AS movements, sum(delta)::text AS delta, sum(charged)::text AS charged
  FROM (SELECT key_id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, kind, 1 AS movements, delta, charged
        FROM movement WHERE ${condition}
        UNION ALL SELECT key_id, day, kind, movements, delta, charged FROM movement_day) old
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`

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

  /** Rolls up everything by hand, including the movements of the load. */
  async function rollUpAll(): Promise<boolean> {
    const facts = async () => JSON.stringify([await ask(balances), await ask(usage), await ask(sumsOf('true'))])
    const kept = await facts()
    for (let moved = 1; moved > 0; ) moved = Number((await ask('SELECT gleaner.roll_up(-1, 5000) AS moved'))[0]?.moved)
    const [left] = await ask('SELECT count(*) AS count FROM movement')
    return Number(left?.count) === 0 && kept === (await facts())
  }

  return {
    async audit() {
      const [row] = await ask('SELECT coalesce(sum(movements), 0) AS count FROM movement_day')
      const rolledUp = Number(row?.count)
      const after = JSON.stringify(await ask(sumsOfOld))
      const broken = [
        ...(after === before ? [] : [`rolling up changed the sums of old movements: ${before} became ${after}`]),
        ...((await rollUpAll()) ? [] : ['rolling up the movements of the load changed balances, usage or sums']),
        ...(rolledUp > 0 ? [] : ['nothing was rolled up']),
      ]
      return { count: rolledUp, broken }
    },
  }
}

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '../../../src/access/keys.ts'
import { openPostgres } from '../../../src/store/postgres/postgres.ts'
import { lacksPostgres, openPostgresServer, type Service } from '../../services.ts'
import { describeAccessStore } from '../access-store-suite.ts'
import { describeClaims } from '../claim-store-suite.ts'
import { describeOAuth } from '../oauth-store-suite.ts'
import { describeRollUp } from '../roll-up-suite.ts'

describe.skipIf(lacksPostgres)('PostgreSQL', () => {
  let server: Service
  beforeAll(async () => {
    server = await openPostgresServer()
  })
  afterAll(() => server.close())

  async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }

  it('is migrated by only one of several processes that start at once, and one of them creates the first key', async () => {
    const nodes = await Promise.all(Array.from({ length: 6 }, () => openPostgres(server.url)))
    const made = await Promise.all(nodes.map((node) => node.keys.addFirst(createKey('first', 'a secret').record)))
    expect(made.filter((isMade) => isMade)).toHaveLength(1)
    await Promise.all(nodes.map((node) => node.close()))
    const { rows } = await withClient((client) => client.query('SELECT version FROM gleaner.schema_version'))
    expect(rows).toHaveLength(1)
  })

  describeAccessStore(() => openPostgres(server.url))
  describeClaims(() => openPostgres(server.url))
  describeOAuth(() => openPostgres(server.url))
  describeRollUp({
    open: () => openPostgres(server.url),
    run: (sql) =>
      withClient(async (client) => {
        await client.query('SET search_path = gleaner')
        return (await client.query(sql)).rows
      }),
    at: (days) => `now() - ${days} * interval '1 day'`,
  })

  it('rejects changes and deletions of movements', async () => {
    for (const statement of [
      'UPDATE gleaner.movement SET delta = 1',
      'DELETE FROM gleaner.movement',
      'TRUNCATE gleaner.movement',
    ]) {
      await expect(withClient((client) => client.query(statement))).rejects.toThrow('movements stay')
    }
  })

  it('is refused if a newer version has migrated it', async () => {
    await withClient((client) => client.query('UPDATE gleaner.schema_version SET version = version + 100'))
    await expect(openPostgres(server.url)).rejects.toThrow('newer version')
    await withClient((client) => client.query('UPDATE gleaner.schema_version SET version = version - 100'))
  })

  it('is refused if a version that is too old created it', async () => {
    await withClient((client) => client.query('UPDATE gleaner.schema_version SET version = version - 3'))
    await expect(openPostgres(server.url)).rejects.toMatchObject({
      type: 'storage_unavailable',
      message: 'The database was created by a version of Gleaner that is too old',
    })
    await withClient((client) => client.query('UPDATE gleaner.schema_version SET version = version + 3'))
  })

  it('fails with storage_unavailable if nothing is listening', async () => {
    await expect(openPostgres('postgres://gleaner@127.0.0.1:1/postgres')).rejects.toMatchObject({
      type: 'storage_unavailable',
    })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faults, torture } from '../../bench/torture/ledger.ts'
import { lacksPostgres, openPostgresServer, type Service } from '../services.ts'

const none = Object.fromEntries(faults.map((name) => [name, 0]))

// For the long run, use `npm run bench -- torture-ledger`.
describe('the ledger under SIGKILL', () => {
  it('loses nothing and charges nothing twice, with SQLite', async () => {
    const found = await torture({ kills: 12, seed: 7, processes: 3 })
    expect(found).toMatchObject(none)
    expect(found.settled).toBeGreaterThan(0)
  })

  describe.skipIf(lacksPostgres)('with PostgreSQL crashing as well', () => {
    let server: Service
    beforeAll(async () => {
      server = await openPostgresServer()
    })
    afterAll(() => server.close())

    it('loses nothing and charges nothing twice', async () => {
      const found = await torture({ kills: 8, seed: 7, processes: 3, server, serverCrashEvery: 4 })
      expect(found).toMatchObject({ ...none, serverCrashes: 2 })
      expect(found.settled).toBeGreaterThan(0)
    })
  })
})

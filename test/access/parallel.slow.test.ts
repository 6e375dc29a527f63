import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Origin, openOrigin } from '../origin.ts'
import { jsonOf, openTestService, type TestService } from '../service.ts'
import { lacksPostgres, openPostgresServer, type Service } from '../services.ts'

let origin: Origin
beforeAll(async () => {
  origin = await openOrigin({ '/': { body: '<p>Hello</p>' } })
})
afterAll(() => origin.close())

/** Sends 200 concurrent requests to the services in turn, with one key that has 10 credits. */
async function spend(services: readonly TestService[]) {
  const [first] = services
  if (!first) throw new Error('no service')
  const { key, id } = await first.access.issue('poor', { credits: 10, concurrency: 200 })
  const headers = { authorization: `Bearer ${key}` }
  const before = origin.requests.length
  const responses = await Promise.all(
    Array.from({ length: 200 }, async (_, i) => {
      const response = await (services[i % services.length] ?? first).get(
        '/v1/scrape',
        { url: `${origin.url}/` },
        { headers },
      )
      return { status: response.status, body: await jsonOf(response) }
    }),
  )
  const charged = responses.reduce((sum, { body }) => sum + Number(body.credits_charged), 0)
  const count = (status: number) => responses.filter((response) => response.status === status).length
  const record = await first.access.keys.find(id)
  return {
    ...{ ok: count(200), refused: count(402), charged, fetches: origin.requests.length - before },
    ...{ balance: record?.credits, used: record?.used },
  }
}

const exactly = { ok: 10, refused: 190, charged: 10, fetches: 10, balance: 0, used: 10 }

describe('200 concurrent requests with 10 credits', () => {
  it('charge exactly 10 with SQLite, and 190 are refused with 402', async () => {
    const service = await openTestService()
    expect(await spend([service])).toEqual(exactly)
    await service.close()
  })

  describe.skipIf(lacksPostgres)('to two services on PostgreSQL', () => {
    let server: Service
    beforeAll(async () => {
      server = await openPostgresServer()
    })
    afterAll(() => server.close())

    it('charge exactly 10, and 190 are refused with 402', async () => {
      const settings = { GLEANER_DATABASE_URL: server.url, GLEANER_SECRET: 'one secret for both services' }
      const services = await Promise.all([openTestService(settings), openTestService(settings)])
      expect(await spend(services)).toEqual(exactly)
      await Promise.all(services.map((service) => service.close()))
    })
  })
})

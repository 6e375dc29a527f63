import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Origin, openOrigin } from '../origin.ts'
import { jsonOf, openTestService, type TestService } from '../service.ts'
import { lacksPostgres, openPostgresServer, type Service } from '../services.ts'

let origin: Origin
beforeAll(async () => {
  origin = await openOrigin({ '/': { body: '<p>Hello</p>' } })
})
afterAll(() => origin.close())

/** Sends 200 requests at once, to the nodes in turn, on one key with 10 credits. */
async function spend(nodes: readonly TestService[]) {
  const [first] = nodes
  if (!first) throw new Error('no node')
  const { key, id } = await first.access.issue('poor', { credits: 10 })
  const headers = { authorization: `Bearer ${key}` }
  const before = origin.requests.length
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, i) => {
      const response = await (nodes[i % nodes.length] ?? first).get(
        '/v1/scrape',
        { url: `${origin.url}/` },
        { headers },
      )
      return { status: response.status, body: await jsonOf(response) }
    }),
  )
  const charged = answers.reduce((sum, { body }) => sum + Number(body.credits_charged), 0)
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  const record = await first.access.keys.find(id)
  return {
    ...{ ok: count(200), refused: count(402), charged, visits: origin.requests.length - before },
    ...{ balance: record?.credits, used: record?.used },
  }
}

const exactly = { ok: 10, refused: 190, charged: 10, visits: 10, balance: 0, used: 10 }

describe('200 requests at once on 10 credits', () => {
  it('charge exactly 10 and answer 402 to 190, with SQLite', async () => {
    const house = await openTestService()
    expect(await spend([house])).toEqual(exactly)
    await house.close()
  })

  describe.skipIf(lacksPostgres)('over two nodes on PostgreSQL', () => {
    let server: Service
    beforeAll(async () => {
      server = await openPostgresServer()
    })
    afterAll(() => server.close())

    it('charge exactly 10 and answer 402 to 190', async () => {
      const settings = { GLEANER_DATABASE_URL: server.url, GLEANER_SECRET: 'one secret for both nodes' }
      const nodes = await Promise.all([openTestService(settings), openTestService(settings)])
      expect(await spend(nodes)).toEqual(exactly)
      await Promise.all(nodes.map((node) => node.close()))
    })
  })
})

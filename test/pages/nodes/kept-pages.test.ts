import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lacksRedis } from '../../services.ts'
import { until } from '../../waits.ts'
import { openVisitor, useTwoNodes } from './two-nodes.ts'

describe.skipIf(lacksRedis)('pages that two nodes use', () => {
  const service = useTwoNodes({ '/page': { body: `<h1>Rain</h1><p>${'It rains. '.repeat(300)}</p>` } })
  let pages = 0

  const step = fc.record({
    node: fc.constantFrom(0 as const, 1 as const),
    fails: fc.boolean(),
    allowsKept: fc.boolean(),
  })
  const steps = fc.array(step, { minLength: 4, maxLength: 10 })

  it('are kept for both by the first request that succeeds', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const { ask, fetches, balance } = await openVisitor(service, `/page?number=${pages++}`)
        let isKept = false
        let fetched = 0
        let charged = 0
        for (const { node, fails, allowsKept } of taken) {
          const isFetched = !isKept || !allowsKept
          const price = isFetched && !fails ? 1 : 0
          const parameters = { ...(allowsKept ? { max_age_s: '60' } : {}), ...(fails ? { css_selector: '#none' } : {}) }
          const answer = await ask(node, parameters)
          expect(answer).toMatchObject({ status: fails ? 422 : 200, credits_charged: price })
          if (!fails) expect(answer.from_cache).toBe(!isFetched)
          if (isFetched) fetched++
          charged += price
          isKept ||= !fails
        }
        expect([fetches(), await balance()]).toEqual([fetched, 1000 - charged])
      }),
      { numRuns: 8 },
    )
  })

  it('cost exactly what the responses state while Redis fails and recovers', async () => {
    const visitors = await Promise.all(
      [1, 2, 3].map((number) => openVisitor(service, `/page?visitor=${number}`, 100_000)),
    )
    const forms = [{ max_age_s: '60' }, { max_age_s: '60', output: 'links' }, { max_chars: '500' }]
    const reading = { max_chars: '500', offset: '500' }
    let asked = 0
    let isOver = false
    const charged = visitors.map(() => 0)
    async function visit(one: number): Promise<void> {
      for (let n = one; !isOver; n++) {
        const form = forms[n % forms.length] ?? {}
        for (const parameters of [form, ...('max_chars' in form ? [reading] : [])]) {
          const answer = await visitors[one % 3]?.ask(n % 2 === 0 ? 0 : 1, parameters)
          expect(answer).toMatchObject({ status: 200, credits_charged: expect.any(Number) })
          charged[one % 3] = (charged[one % 3] ?? 0) + Number(answer?.credits_charged)
          asked++
        }
      }
    }
    const visits = Promise.all(Array.from({ length: 9 }, (_, one) => visit(one)))
    await until('some requests', () => asked > 40)
    await service.redis.kill()
    const before = asked
    await until('some requests without Redis', () => asked > before + 40)
    await service.redis.start()
    await until('both to have it again', () => service.nodes.every(({ access }) => !access.nodes?.isAway()))
    const after = asked
    await until('some requests with it again', () => asked > after + 40)
    isOver = true
    await visits
    const balances = await Promise.all(visitors.map(({ balance }) => balance()))
    expect(balances).toEqual(charged.map((credits) => 100_000 - credits))
  })
})

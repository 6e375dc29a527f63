import { describe, expect, it } from 'vitest'
import { openOrigin } from '../../origin.ts'
import { jsonOf, openTestService } from '../../service.ts'
import { lacksRedis } from '../../services.ts'
import { until } from '../../waits.ts'
import { openVisitor, useTwoNodes } from './two-nodes.ts'

describe.skipIf(lacksRedis)('two nodes whose Redis is unreachable', () => {
  const service = useTwoNodes({ '/page': { body: `<h1>Rain</h1><p>${'It rains. '.repeat(400)}</p>` } })
  const readiness = async () => {
    const answers = await Promise.all(service.nodes.map(({ url }) => fetch(`${url}/readyz`)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    return Promise.all(answers.map(jsonOf))
  }
  const ready = { status: 'ready', warnings: [] }
  const away = { status: 'ready', warnings: [{ code: 'redis_away', message: expect.stringContaining('works alone') }] }
  const gauge = async () =>
    /^gleaner_redis_up (.*)$/m.exec(await (await fetch(`${service.nodes[0].url}/metrics`)).text())

  it('respond as if each were alone, report it, and find each other’s results when Redis is back', async () => {
    const { ask, balance } = await openVisitor(service, '/page')
    const first = { max_chars: '1000', max_age_s: '60' }
    const further = { ...first, offset: '1000' }
    expect(await readiness()).toEqual([ready, ready])
    expect((await gauge())?.[1]).toBe('1')

    await service.redis.kill()
    await until('both to know', () => service.nodes.every(({ access }) => access.nodes?.isAway()))
    expect(await readiness()).toEqual([away, away])
    expect((await gauge())?.[1]).toBe('0')
    expect(await ask(0, first)).toMatchObject({ credits_charged: 1 })
    // Nothing is stored, so the rest is fetched again.
    expect(await ask(0, further)).toMatchObject({ credits_charged: 1, from_cache: false })
    expect(await balance()).toBe(998)

    await service.redis.start()
    await until('both to know', () => service.nodes.every(({ access }) => !access.nodes?.isAway()))
    expect(await readiness()).toEqual([ready, ready])
    expect((await gauge())?.[1]).toBe('1')
    expect(await ask(1, { max_chars: '900' })).toMatchObject({ credits_charged: 1 })
    expect(await ask(0, { max_chars: '900', offset: '900' })).toMatchObject({ credits_charged: 0 })
    expect(await balance()).toBe(997)
  })
})

it('a node starts without its Redis, and reports it', async () => {
  const origin = await openOrigin({ '/page': { body: '<p>It rains.</p>' } })
  const node = await openTestService({ GLEANER_REDIS_URL: 'redis://127.0.0.1:1' })
  expect(await jsonOf(fetch(`${node.url}/readyz`))).toMatchObject({ warnings: [{ code: 'redis_away' }] })
  const answer = await jsonOf(node.get('/v1/scrape', { url: `${origin.url}/page`, max_age_s: '60' }))
  expect(answer).toMatchObject({ content: 'It rains.', credits_charged: 1 })
  await node.close()
  await origin.close()
})

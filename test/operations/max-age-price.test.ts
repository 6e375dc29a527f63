import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { fails, hangs } from '../model/scripted-model.ts'
import { typesOf } from '../service.ts'
import { article, openPage, price, site, useKeptService } from './kept-service.ts'

const service = useKeptService()

describe('the price of a kept page', () => {
  it('is zero even for a key without credits', async () => {
    const { ask, get, balance } = await openPage(service, '/article', { credits: 1 })
    expect(price(await get())).toEqual([false, 1])
    expect(price(await get({ output: 'links' }))).toEqual([true, 0])
    expect((await ask({ max_age_s: '0' })).status).toBe(402)
    expect(await balance()).toBe(0)
  })

  it('is the price of a fetch if the first request failed and kept nothing', async () => {
    const { get, requests, balance } = await openPage(service, '/article', { credits: 3 })
    const failed = await get({ css_selector: '.none' })
    expect([typesOf(failed), failed.credits_charged]).toEqual([['selector_not_matched'], 0])
    expect(price(await get())).toEqual([false, 1])
    expect(price(await get())).toEqual([true, 0])
    expect(typesOf(await get({ css_selector: '.none' }))).toEqual(['selector_not_matched'])
    expect(price(await get())).toEqual([true, 0])
    expect([requests(), await balance()]).toEqual([2, 2])
  })

  it('is the price of a fetch if the language model failed', async () => {
    const { get, requests } = await openPage(service, '/article')
    service.model.play(() => fails(401, 'authentication_error'))
    const failed = await get({ prompt: 'What is the weather?' })
    expect([typesOf(failed), failed.credits_charged]).toEqual([['model_failed'], 0])
    expect([price(await get()), price(await get())]).toEqual([
      [false, 1],
      [true, 0],
    ])
    expect(requests()).toBe(2)
  })

  it('is zero with an Idempotency-Key, which stays unused', async () => {
    const { get } = await openPage(service, '/article')
    await get()
    const named = { headers: { 'idempotency-key': 'once' } }
    expect(price(await get({}, named))).toEqual([true, 0])
    expect(price(await get({ max_age_s: '0' }, named))).toEqual([false, 1])
  })
})

it('two concurrent requests each fetch, and each is charged', async () => {
  const requests: ServerResponse[] = []
  site['/at-once'] = (_, response) => {
    requests.push(response)
    if (requests.length === 2) for (const one of requests) one.setHeader('content-type', 'text/html').end(article)
  }
  const { get, balance } = await openPage(service, '/at-once', { credits: 10 })
  expect((await Promise.all([get(), get({ output: 'links' })])).map(price)).toEqual([
    [false, 1],
    [false, 1],
  ])
  expect(price(await get())).toEqual([true, 0])
  expect(await balance()).toBe(8)
})

it('the metrics show how many pages are kept', async () => {
  const { get } = await openPage(service, '/large')
  const before = service.gleaner.runtime.figures().pages
  await get()
  const kept = service.gleaner.runtime.figures().pages
  expect(kept.entries - before.entries).toBe(1)
  expect(kept.bytes - before.bytes).toBeGreaterThan(100_000)
  const metrics = await (await service.gleaner.get('/metrics')).text()
  expect(metrics).toContain(`gleaner_kept_pages ${kept.entries}`)
  expect(metrics).toContain(`gleaner_kept_page_bytes ${kept.bytes}`)
})

it.each([
  ['that will be kept counts until the answer is there', {}, true],
  ['that will not be kept counts until it is read', { headers: '{"x-token":"canary"}' }, false],
])('a page %s', async (_, parameters, counts) => {
  const bytes = 200_000
  site['/held'] = { body: `<!-- ${'x'.repeat(bytes)} --><p>It rains.</p>` }
  const { get } = await openPage(service, '/held')
  const leaving = new AbortController()
  service.model.play([hangs()])
  const left = get({ prompt: 'What is the weather?', ...parameters }, { signal: leaving.signal })
  left.catch(() => {})
  await expect.poll(() => service.model.requests).toHaveLength(1)
  expect(service.gleaner.runtime.budget.bytes > bytes).toBe(counts)
  leaving.abort()
  await expect(left).rejects.toThrow()
})

it('no bytes are in flight once all requests have a response', async () => {
  await expect.poll(() => service.gleaner.runtime.budget.bytes).toBe(0)
})

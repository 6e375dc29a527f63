import type { IncomingMessage } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { fails } from '../model/scripted-model.ts'
import { typesOf } from '../service.ts'
import { article, openPage, price, site, useKeptService } from './kept-service.ts'

const service = useKeptService()

describe('the price of a kept page', () => {
  it('is nothing also for a key that has nothing left', async () => {
    const { ask, get, balance } = await openPage(service, '/article', { credits: 1 })
    expect(price(await get())).toEqual([false, 1])
    expect(price(await get({ output: 'links' }))).toEqual([true, 0])
    expect((await ask({ max_age_s: '0' })).status).toBe(402)
    expect(await balance()).toBe(0)
  })

  it('is paid by the next request where the first has failed, and paid nothing', async () => {
    const { get, requests, balance } = await openPage(service, '/article', { credits: 3 })
    const failed = await get({ css_selector: '.none' })
    expect([typesOf(failed), failed.credits_charged]).toEqual([['selector_not_matched'], 0])
    expect(price(await get())).toEqual([false, 1])
    expect(price(await get())).toEqual([true, 0])
    expect(typesOf(await get({ css_selector: '.none' }))).toEqual(['selector_not_matched'])
    expect(price(await get())).toEqual([true, 0])
    expect([requests(), await balance()]).toEqual([2, 2])
  })

  it('is paid by the next request where the language model has failed', async () => {
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

  it('is nothing under an Idempotency-Key, which stays free', async () => {
    const { get } = await openPage(service, '/article')
    await get()
    const named = { headers: { 'idempotency-key': 'once' } }
    expect(price(await get({}, named))).toEqual([true, 0])
    expect(price(await get({ max_age_s: '0' }, named))).toEqual([false, 1])
  })
})

it('two requests at once each fetch, and each pay', async () => {
  const release = Promise.withResolvers<void>()
  site['/held'] = (_: IncomingMessage, response) => {
    release.promise.then(() => response.writeHead(200, { 'content-type': 'text/html' }).end(article))
  }
  const { get, requests } = await openPage(service, '/held')
  const both = [get(), get({ output: 'links' })]
  await vi.waitFor(() => expect(requests()).toBe(2))
  release.resolve()
  expect((await Promise.all(both)).map(price)).toEqual([
    [false, 1],
    [false, 1],
  ])
})

it('what is kept for a key goes when the key is revoked, and the metrics say what is kept', async () => {
  const { get, id } = await openPage(service, '/large')
  const before = service.gleaner.runtime.figures().pages
  await get()
  const kept = service.gleaner.runtime.figures().pages
  expect(kept.entries - before.entries).toBe(1)
  expect(kept.bytes - before.bytes).toBeGreaterThan(100_000)
  const metrics = await (await service.gleaner.get('/metrics')).text()
  expect(metrics).toContain(`gleaner_kept_pages ${kept.entries}`)
  expect(metrics).toContain(`gleaner_kept_page_bytes ${kept.bytes}`)
  await service.gleaner.access.keys.revoke(id, new Date().toISOString())
  await service.gleaner.access.dropEnded()
  expect(service.gleaner.runtime.figures().pages).toEqual(before)
})

it('no bytes are in flight once all have been answered', async () => {
  await vi.waitFor(() => expect(service.gleaner.runtime.budget.bytes).toBe(0))
})

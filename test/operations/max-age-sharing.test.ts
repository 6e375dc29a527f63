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
    expect(price(await get())).toEqual([true, 1])
    expect(price(await get())).toEqual([true, 0])
    expect(typesOf(await get({ css_selector: '.none' }))).toEqual(['selector_not_matched'])
    expect(price(await get())).toEqual([true, 0])
    expect([requests(), await balance()]).toEqual([1, 2])
  })

  it('is paid by the next request where the language model has failed', async () => {
    const { get, requests } = await openPage(service, '/article')
    service.model.play(() => fails(401, 'authentication_error'))
    const failed = await get({ prompt: 'What is the weather?' })
    expect([typesOf(failed), failed.credits_charged]).toEqual([['model_failed'], 0])
    expect([price(await get()), price(await get())]).toEqual([
      [true, 1],
      [true, 0],
    ])
    expect(requests()).toBe(1)
  })

  it('is nothing under an Idempotency-Key, which stays free', async () => {
    const { get } = await openPage(service, '/article')
    await get()
    const named = { headers: { 'idempotency-key': 'once' } }
    expect(price(await get({}, named))).toEqual([true, 0])
    expect(price(await get({ max_age_s: '0' }, named))).toEqual([false, 1])
  })
})

describe('two requests at once', () => {
  /** Holds the response of a path back. */
  function hold(path: string) {
    const release = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    site[path] = (_: IncomingMessage, response) => {
      response.on('close', closed.resolve)
      release.promise.then(() => response.writeHead(200, { 'content-type': 'text/html' }).end(article))
    }
    return { release: release.resolve, closed: closed.promise }
  }

  const begun = (requests: () => number) => vi.waitFor(() => expect(requests()).toBe(1))

  it('share one fetch and one charge, whatever they make of the page', async () => {
    const { release } = hold('/shared')
    const { get, requests } = await openPage(service, '/shared')
    const first = get()
    await begun(requests)
    const second = get({ output: 'links', max_age_s: '0' })
    // The second has come by the time that its own answer to something else is there.
    await get({ url: `${service.origin.url}/article?between` })
    release()
    expect([await first, await second].map(price)).toEqual([
      [false, 1],
      [true, 0],
    ])
    expect(requests()).toBe(1)
  })

  it('are paid by the one that succeeds, where the other fails', async () => {
    const { release } = hold('/one-fails')
    const { get, requests } = await openPage(service, '/one-fails')
    const failing = get({ css_selector: '.none', max_age_s: '0' })
    await begun(requests)
    const other = get({ max_age_s: '0' })
    await get({ url: `${service.origin.url}/article?meanwhile` })
    release()
    expect(typesOf(await failing)).toEqual(['selector_not_matched'])
    expect(price(await other)).toEqual([true, 1])
    expect(requests()).toBe(1)
  })

  it('do not end each other: one leaves, the other gets the page', async () => {
    const { release } = hold('/leaves')
    const { get, requests } = await openPage(service, '/leaves')
    const leaving = new AbortController()
    const left = get({}, { signal: leaving.signal })
    await begun(requests)
    const staying = get()
    await get({ url: `${service.origin.url}/article?before` })
    leaving.abort()
    await expect(left).rejects.toThrow()
    await get({ url: `${service.origin.url}/article?after` })
    release()
    expect(price(await staying)).toEqual([false, 1])
    expect(requests()).toBe(1)
  })

  it('have a deadline each', async () => {
    const { release } = hold('/late')
    const { get, requests } = await openPage(service, '/late')
    const hasty = get({ timeout_ms: '1000' })
    await begun(requests)
    const patient = get()
    expect(typesOf(await hasty)).toEqual(['target_timeout'])
    release()
    expect(price(await patient)).toEqual([false, 1])
    expect(requests()).toBe(1)
  })

  it('end the fetch when both have left', async () => {
    const { closed } = hold('/abandoned')
    const { get, requests } = await openPage(service, '/abandoned')
    const leaving = new AbortController()
    const left = [1, 2].map(() => get({}, { signal: leaving.signal }))
    await begun(requests)
    leaving.abort()
    for (const { status } of await Promise.allSettled(left)) expect(status).toBe('rejected')
    await closed
    expect(requests()).toBe(1)
  })
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

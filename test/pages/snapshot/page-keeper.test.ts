import { describe, expect, it } from 'vitest'
import { fetchPage, openKeeper, serve, useSite } from './keeper.ts'

useSite()

const tagged = (body: string, etag = '"1"') => ({ body, headers: { etag } })
const unchanged = { status: 304, headers: { etag: '"1"' } }

describe('a page', () => {
  it('is fetched once for all requests that accept its age, and again once it is older', async () => {
    const requests = serve('/once', { body: 'one' }, { body: 'two' })
    const { get, pass, budget } = openKeeper()
    const first = await get('/once')
    pass(59_000)
    const second = await get('/once')
    expect([first, second]).toMatchObject([
      { text: 'one', from: 'source' },
      { text: 'one', from: 'kept' },
    ])
    expect(second.fetchedAt).toBe(first.fetchedAt)
    pass(1001)
    const third = await get('/once')
    expect(third).toMatchObject({ text: 'two', from: 'source' })
    expect([requests.length, budget.bytes]).toEqual([2, 0])
  })

  it('is fetched with an age of 0, and kept for requests that allow an age', async () => {
    const requests = serve('/zero', tagged('one'), tagged('two', '"2"'))
    const { get } = openKeeper()
    await get('/zero', { maxAgeMs: 0 })
    expect(await get('/zero', { maxAgeMs: 0 })).toMatchObject({ text: 'two', from: 'source' })
    expect(await get('/zero')).toMatchObject({ text: 'two', from: 'kept' })
    expect(requests).toEqual([undefined, undefined])
  })

  it('is a separate page for another owner or name', async () => {
    const requests = serve('/apart', { body: 'one' })
    const { get } = openKeeper()
    for (const keep of [{}, { owner: 'key-b' }, { owner: null }, { name: 'rendered' }]) {
      expect(await get('/apart', keep)).toMatchObject({ from: 'source' })
    }
    expect(requests).toHaveLength(4)
  })

  it.each([
    ['that must not be stored', { headers: { 'cache-control': 'no-store' } }],
    ['of status 404', { status: 404 }],
    ['of status 500', { status: 500 }],
  ])('%s is not kept', async (_, answer) => {
    const requests = serve('/never', { body: 'one', ...answer })
    const { get, store } = openKeeper()
    for (let i = 0; i < 2; i++) expect(await get('/never')).toMatchObject({ text: 'one', from: 'source' })
    expect(requests).toHaveLength(2)
    expect(store.figures().entries).toBe(0)
  })

  it('is not kept if its request failed, and the earlier one stays', async () => {
    const requests = serve('/failed', tagged('one'), tagged('two', '"2"'), tagged('three', '"3"'))
    const { get, find, pass } = openKeeper()
    await get('/failed', { fails: true })
    expect(await find('/failed')).toBeNull()
    const second = await get('/failed')
    expect(second).toMatchObject({ text: 'two', from: 'source' })
    pass(60_001)
    expect(await get('/failed', { fails: true })).toMatchObject({ text: 'three', from: 'source' })
    expect(await find('/failed', { maxAgeMs: 120_000 })).toMatchObject({ fetchedAt: second.fetchedAt })
    expect(requests).toEqual([undefined, undefined, '"2"'])
  })

  it('is fetched by each of two concurrent requests', async () => {
    const requests = serve('/at-once', { body: 'one' })
    const { get } = openKeeper()
    expect(await Promise.all([get('/at-once'), get('/at-once')])).toMatchObject([
      { from: 'source' },
      { from: 'source' },
    ])
    expect(await get('/at-once')).toMatchObject({ from: 'kept' })
    expect(requests).toHaveLength(2)
  })

  it('is not kept if it is incomplete, and does not replace a complete one', async () => {
    serve('/half', { body: 'one' })
    let isComplete = true
    const { get } = openKeeper(async (request) => ({ ...(await fetchPage(request)), complete: isComplete }))
    await get('/half')
    isComplete = false
    expect(await get('/half', { maxAgeMs: 0 })).toMatchObject({ from: 'source', page: { complete: false } })
    expect(await get('/half')).toMatchObject({ from: 'kept', page: { complete: true } })
  })

  it('removes the earlier one if it no longer exists, but not if it fails to load', async () => {
    serve('/goes', { body: 'one' }, { status: 500 }, { status: 404 })
    const { get } = openKeeper()
    await get('/goes')
    await get('/goes', { maxAgeMs: 0 })
    expect(await get('/goes')).toMatchObject({ text: 'one', from: 'kept' })
    await get('/goes', { maxAgeMs: 0 })
    expect(await get('/goes')).toMatchObject({ from: 'source', page: { status: 404 } })
  })

  it('is not kept if it fails to arrive, and the earlier one stays', async () => {
    serve('/breaks', { body: 'one' }, (request) => request.socket.destroy())
    const { get, budget } = openKeeper()
    await get('/breaks')
    await expect(get('/breaks', { maxAgeMs: 0 })).rejects.toMatchObject({ type: 'target_unreachable' })
    expect(await get('/breaks')).toMatchObject({ text: 'one', from: 'kept' })
    expect(budget.bytes).toBe(0)
  })
})

describe('an older page', () => {
  it('is renewed by a 304, and fresh again', async () => {
    const conditions = serve('/renewed', tagged('one'), unchanged)
    const { get, pass } = openKeeper()
    const first = await get('/renewed')
    pass(60_001)
    const second = await get('/renewed')
    expect(second).toMatchObject({ text: 'one', from: 'renewed' })
    expect(second.page.headers).toMatchObject({ etag: '"1"' })
    expect(second.page.status).toBe(200)
    expect(second.fetchedAt >= first.fetchedAt).toBe(true)
    pass(59_000)
    expect(await get('/renewed')).toMatchObject({ from: 'kept', fetchedAt: second.fetchedAt })
    expect(conditions).toEqual([undefined, '"1"'])
  })

  it('is replaced by a page that has changed', async () => {
    const conditions = serve('/changed', tagged('one'), tagged('two', '"2"'), { status: 304 })
    const { get, pass } = openKeeper()
    await get('/changed')
    pass(60_001)
    expect(await get('/changed')).toMatchObject({ text: 'two', from: 'source' })
    pass(60_001)
    expect(await get('/changed')).toMatchObject({ text: 'two', from: 'renewed' })
    expect(conditions).toEqual([undefined, '"1"', '"2"'])
  })

  it('is fetched again after a 304 for another version', async () => {
    const conditions = serve('/other', tagged('one'), { status: 304, headers: { etag: '"9"' } }, tagged('two', '"9"'))
    const { get, pass } = openKeeper()
    await get('/other')
    pass(60_001)
    expect(await get('/other')).toMatchObject({ text: 'two', from: 'source' })
    expect(conditions).toEqual([undefined, '"1"', undefined])
  })

  it('is renewed even if the store has dropped it in the meantime', async () => {
    const { get, pass, store } = openKeeper()
    const conditions = serve('/dropped', tagged('one'), (_, response) => {
      store.delete('key-a', '/dropped').then(() => response.writeHead(304).end())
    })
    await get('/dropped')
    pass(60_001)
    expect(await get('/dropped')).toMatchObject({ text: 'one', from: 'renewed' })
    expect(await get('/dropped')).toMatchObject({ text: 'one', from: 'kept' })
    expect(conditions).toEqual([undefined, '"1"'])
  })

  it('is no longer kept if the 304 forbids storing it', async () => {
    const noStore = { status: 304, headers: { 'cache-control': 'no-store' } }
    serve('/stops', tagged('one'), noStore)
    const { get, pass, store } = openKeeper()
    await get('/stops')
    pass(60_001)
    expect(await get('/stops')).toMatchObject({ text: 'one', from: 'renewed' })
    expect(store.figures().entries).toBe(0)
  })

  it('is loaded again without a validator, from the browser, or after a day', async () => {
    const plain = serve('/plain', { body: 'one' })
    const rendered = serve('/rendered', tagged('one'))
    const old = serve('/old', tagged('one'))
    const { get, pass } = openKeeper()
    await get('/plain')
    await get('/rendered', { revalidates: false })
    pass(60_001)
    expect(await get('/plain')).toMatchObject({ from: 'source' })
    expect(await get('/rendered', { revalidates: false })).toMatchObject({ from: 'source' })
    await get('/old')
    pass(24 * 60 * 60 * 1000 + 1)
    expect(await get('/old')).toMatchObject({ from: 'source' })
    expect([plain, rendered, old]).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
    ])
  })

  it('is not kept if the server answers the first fetch with 304', async () => {
    serve('/liar', { status: 304 })
    const { get, store } = openKeeper()
    expect(await get('/liar')).toMatchObject({ text: '', from: 'source', page: { status: 304 } })
    expect(store.figures().entries).toBe(0)
  })
})

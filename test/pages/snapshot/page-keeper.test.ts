import { describe, expect, it } from 'vitest'
import { fetchPage, openKeeper, serve, useSite } from './keeper.ts'

useSite()

const tagged = (body: string, etag = '"1"') => ({ body, headers: { etag } })
const unchanged = { status: 304, headers: { etag: '"1"', 'x-seen': 'later' } }

describe('a page', () => {
  it('is fetched once for all who ask in time', async () => {
    const requests = serve('/once', { body: 'one' }, { body: 'two' })
    const { get, pass, budget } = openKeeper()
    const first = await get('/once')
    pass(60_000)
    const second = await get('/once')
    expect([first, second]).toMatchObject([
      { text: 'one', isKept: false, isDue: true },
      { text: 'one', isKept: true, isDue: false },
    ])
    expect([second.fetchedAt, second.mark]).toEqual([first.fetchedAt, first.mark])
    pass(1)
    const third = await get('/once')
    expect(third).toMatchObject({ text: 'two', isKept: false, isDue: true })
    expect(third.mark).not.toBe(first.mark)
    expect([requests.length, budget.bytes]).toEqual([2, 0])
  })

  it('is fetched with 0, and kept for those who allow an age', async () => {
    const requests = serve('/zero', tagged('one'), tagged('two', '"2"'))
    const { get } = openKeeper()
    await get('/zero', { maxAgeMs: 0 })
    expect(await get('/zero', { maxAgeMs: 0 })).toMatchObject({ text: 'two', isKept: false, isDue: true })
    expect(await get('/zero')).toMatchObject({ text: 'two', isKept: true })
    expect(requests).toEqual([undefined, undefined])
  })

  it('of another owner or name is another page', async () => {
    const requests = serve('/apart', { body: 'one' })
    const { get } = openKeeper()
    for (const keep of [{}, { owner: 'key-b' }, { owner: null }, { name: 'rendered' }]) {
      expect(await get('/apart', keep)).toMatchObject({ isKept: false })
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
    for (let i = 0; i < 2; i++) expect(await get('/never')).toMatchObject({ text: 'one', isKept: false, isDue: true })
    expect(requests).toHaveLength(2)
    expect(store.figures().entries).toBe(0)
  })

  it('that is incomplete is not kept, and does not displace a complete one', async () => {
    serve('/half', { body: 'one' })
    let isComplete = true
    const { get } = openKeeper(async (request) => ({ ...(await fetchPage(request)), complete: isComplete }))
    await get('/half')
    isComplete = false
    expect(await get('/half', { maxAgeMs: 0 })).toMatchObject({ isKept: false, page: { complete: false } })
    expect(await get('/half')).toMatchObject({ isKept: true, page: { complete: true } })
  })

  it('that is gone displaces the one before, and one that fails does not', async () => {
    serve('/goes', { body: 'one' }, { status: 500 }, { status: 404 })
    const { get } = openKeeper()
    await get('/goes')
    await get('/goes', { maxAgeMs: 0 })
    expect(await get('/goes')).toMatchObject({ text: 'one', isKept: true })
    await get('/goes', { maxAgeMs: 0 })
    expect(await get('/goes')).toMatchObject({ isKept: false, page: { status: 404 } })
  })

  it('that fails to arrive is not kept, and what was kept stays', async () => {
    serve('/breaks', { body: 'one' }, (request) => request.socket.destroy())
    const { get, budget } = openKeeper()
    await get('/breaks')
    await expect(get('/breaks', { maxAgeMs: 0 })).rejects.toMatchObject({ type: 'target_unreachable' })
    expect(await get('/breaks')).toMatchObject({ text: 'one', isKept: true })
    expect(budget.bytes).toBe(0)
  })
})

describe('a page that nobody has paid for', () => {
  it('is not kept', async () => {
    const requests = serve('/unpaid', { body: 'one' })
    const { get, find } = openKeeper()
    await get('/unpaid', { fails: true })
    expect(await find('/unpaid')).toBeNull()
    expect(await get('/unpaid')).toMatchObject({ isKept: false, isDue: true })
    expect(await find('/unpaid')).toMatchObject({ isKept: true })
    expect(requests).toHaveLength(2)
  })
})

describe('requests at once', () => {
  it('each fetch, and each pay', async () => {
    const requests = serve('/at-once', { body: 'one' })
    const { get } = openKeeper()
    const both = await Promise.all([get('/at-once'), get('/at-once')])
    expect(both.map(({ isKept, isDue }) => [isKept, isDue])).toEqual([
      [false, true],
      [false, true],
    ])
    expect(requests).toHaveLength(2)
  })
})

describe('an older page', () => {
  it('is renewed by a 304, and young again', async () => {
    const conditions = serve('/renewed', tagged('one'), unchanged)
    const { get, pass } = openKeeper()
    const first = await get('/renewed')
    pass(60_001)
    const second = await get('/renewed')
    expect(second).toMatchObject({ text: 'one', isKept: true, isDue: true, mark: first.mark })
    expect(second.page.headers).toMatchObject({ etag: '"1"', 'x-seen': 'later' })
    expect(second.page.status).toBe(200)
    expect(second.fetchedAt >= first.fetchedAt).toBe(true)
    pass(60_000)
    expect(await get('/renewed')).toMatchObject({ isKept: true, isDue: false, fetchedAt: second.fetchedAt })
    expect(conditions).toEqual([undefined, '"1"'])
  })

  it('is replaced by a page that has changed', async () => {
    const conditions = serve('/changed', tagged('one'), tagged('two', '"2"'), { status: 304 })
    const { get, pass } = openKeeper()
    await get('/changed')
    pass(60_001)
    expect(await get('/changed')).toMatchObject({ text: 'two', isKept: false, isDue: true })
    pass(60_001)
    expect(await get('/changed')).toMatchObject({ text: 'two', isKept: true, isDue: true })
    expect(conditions).toEqual([undefined, '"1"', '"2"'])
  })

  it('is fetched anew after a 304 of another version', async () => {
    const conditions = serve('/other', tagged('one'), { status: 304, headers: { etag: '"9"' } }, tagged('two', '"9"'))
    const { get, pass } = openKeeper()
    await get('/other')
    pass(60_001)
    expect(await get('/other')).toMatchObject({ text: 'two', isKept: false, isDue: true })
    expect(conditions).toEqual([undefined, '"1"', undefined])
  })

  it('is fetched anew where the store has dropped it meanwhile', async () => {
    const { get, pass, store } = openKeeper()
    const conditions = serve(
      '/dropped',
      tagged('one'),
      (_, response) => {
        store.forget('key-a').then(() => response.writeHead(304).end())
      },
      tagged('two'),
    )
    await get('/dropped')
    pass(60_001)
    expect(await get('/dropped')).toMatchObject({ text: 'two', isKept: false })
    expect(conditions).toEqual([undefined, '"1"', undefined])
  })

  it('is not kept any more when the 304 says that it must not be stored', async () => {
    const noStore = { status: 304, headers: { 'cache-control': 'no-store' } }
    serve('/stops', tagged('one'), noStore)
    const { get, pass, store } = openKeeper()
    await get('/stops')
    pass(60_001)
    expect(await get('/stops')).toMatchObject({ text: 'one', isKept: true, isDue: true })
    expect(store.figures().entries).toBe(0)
  })

  it('without a validator, of the browser, or of a day ago is loaded anew', async () => {
    const plain = serve('/plain', { body: 'one' })
    const rendered = serve('/rendered', tagged('one'))
    const old = serve('/old', tagged('one'))
    const { get, pass } = openKeeper()
    await get('/plain')
    await get('/rendered', { revalidates: false })
    pass(60_001)
    expect(await get('/plain')).toMatchObject({ isKept: false })
    expect(await get('/rendered', { revalidates: false })).toMatchObject({ isKept: false })
    await get('/old')
    pass(24 * 60 * 60 * 1000 + 1)
    expect(await get('/old')).toMatchObject({ isKept: false })
    expect([plain, rendered, old]).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
    ])
  })

  it('that was never fetched can not be unchanged: a 304 is no answer then', async () => {
    serve('/liar', { status: 304 })
    const { get, store } = openKeeper()
    await expect(get('/liar')).rejects.toMatchObject({ type: 'invalid_response' })
    expect(store.figures().entries).toBe(0)
  })
})

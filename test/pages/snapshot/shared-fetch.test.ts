import { describe, expect, it } from 'vitest'
import { openKeeper, serve, useSite } from './keeper.ts'

useSite()

describe('requests at once', () => {
  /** Answers when the test says so. */
  function hold(path: string) {
    const arrived = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const requests = serve(path, (_, response) => {
      arrived.resolve()
      response.on('close', closed.resolve)
      release.promise.then(() => response.end('one'))
    })
    return { requests, arrived: arrived.promise, closed: closed.promise, release: release.resolve }
  }

  it('share one fetch, which one of them pays', async () => {
    const { requests, arrived, release } = hold('/shared')
    const { get, budget } = openKeeper()
    const waiting = [get('/shared'), get('/shared')]
    await arrived
    waiting.push(get('/shared', { maxAgeMs: 0 }))
    release()
    expect((await Promise.all(waiting)).map(({ text, isKept, isDue }) => [text, isKept, isDue])).toEqual([
      ['one', false, true],
      ['one', true, false],
      ['one', true, false],
    ])
    expect([requests.length, budget.bytes]).toEqual([1, 0])
  })

  it('of two keys share nothing', async () => {
    const { requests, release } = hold('/keys')
    const { get } = openKeeper()
    const waiting = [get('/keys'), get('/keys', { owner: 'key-b' })]
    release()
    expect((await Promise.all(waiting)).map(({ isDue }) => isDue)).toEqual([true, true])
    expect(requests).toHaveLength(2)
  })

  it('are served where the one that began has left, and the next pays', async () => {
    const { requests, arrived, release } = hold('/leaves')
    const { get } = openKeeper()
    const leaving = new AbortController()
    const left = get('/leaves', {}, leaving.signal)
    const staying = get('/leaves')
    await arrived
    leaving.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    release()
    expect(await staying).toMatchObject({ text: 'one', isKept: false, isDue: true })
    expect(requests).toHaveLength(1)
  })

  it('end the fetch when all have left', async () => {
    const { arrived, closed } = hold('/abandoned')
    const { get, store, budget } = openKeeper()
    const leaving = new AbortController()
    const waiting = [get('/abandoned', {}, leaving.signal), get('/abandoned', {}, leaving.signal)]
    await arrived
    leaving.abort(new Error('left'))
    for (const { status } of await Promise.allSettled(waiting)) expect(status).toBe('rejected')
    await closed
    expect([store.figures().entries, budget.bytes]).toEqual([0, 0])
  })
})

describe('a page whose request failed', () => {
  it('is paid by the next to use it, and by no other', async () => {
    const requests = serve('/unpaid', { body: 'one' })
    const { get, find } = openKeeper()
    await get('/unpaid', { fails: true })
    expect(await find('/unpaid')).toBeNull()
    const both = await Promise.all([get('/unpaid'), get('/unpaid')])
    expect(both.map(({ isKept, isDue }) => [isKept, isDue])).toEqual([
      [true, true],
      [true, false],
    ])
    expect(await find('/unpaid')).toMatchObject({ isKept: true })
    expect(requests).toHaveLength(1)
  })

  it('is paid already where another request has paid it', async () => {
    serve('/paid', { body: 'one' })
    const { get } = openKeeper()
    await get('/paid')
    await get('/paid', { fails: true })
    expect(await get('/paid')).toMatchObject({ isKept: true, isDue: false })
  })

  it('is paid by one that shared the fetch, also where the page is not kept', async () => {
    const requests = serve('/both', { body: 'one', headers: { 'cache-control': 'no-store' } })
    const { get } = openKeeper()
    const all = await Promise.all([get('/both', { fails: true }), get('/both'), get('/both')])
    expect(all.map(({ isDue }) => isDue)).toEqual([false, true, false])
    expect(requests).toHaveLength(1)
  })
})

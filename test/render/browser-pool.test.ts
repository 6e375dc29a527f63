import { afterEach, describe, expect, it, vi } from 'vitest'
import { ServiceError } from '../../src/base/errors.ts'
import { createByteBudget, noShare } from '../../src/base/share.ts'
import { type BrowserPoolOptions, createBrowserPool } from '../../src/render/browser-pool.ts'
import { TabLost } from '../../src/render/tab/isolated-world.ts'
import type { Tab } from '../../src/render/tab/tab.ts'
import { openScriptedBrowser, openScriptedEgress, type ScriptedBrowser } from './scripted-browser.ts'

const never = { signal: new AbortController().signal, share: noShare }

/** A pool of scripted browsers, and the browsers started so far. */
function openPool(options: Partial<BrowserPoolOptions> = {}) {
  const browsers: ScriptedBrowser[] = []
  async function launch() {
    const browser = openScriptedBrowser({ pid: browsers.length + 1 })
    browsers.push(browser)
    return browser.running
  }
  const pool = createBrowserPool({
    ...{ egress: openScriptedEgress(), maxPages: 2, recycleBytes: 2 ** 30 },
    places: [{ launch }],
    ...options,
  })
  return { pool, browsers }
}

/** A task that takes a page and keeps it until released. */
function hold() {
  const { promise: taken, resolve: onTaken } = Promise.withResolvers<Tab>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const work = (tab: Tab) => {
    onTaken(tab)
    return released
  }
  return { work, taken, release }
}

afterEach(() => void vi.useRealTimers())

describe('the pool', () => {
  it('gives each task a separate page in one browser, and closes it afterwards', async () => {
    const { pool, browsers } = openPool()
    const tabs = await Promise.all([1, 2, 3].map(() => pool.use(never, async (tab) => tab)))
    expect(new Set(tabs).size).toBe(3)
    expect(browsers).toHaveLength(1)
    await expect.poll(() => browsers[0]?.pages.filter(({ isClosed }) => isClosed).length).toBe(3)
    expect(pool.state()).toEqual({ active: 0, waiting: 0, browsers: 1, pids: [1], away: [] })
    await pool.close()
    expect(pool.state().pids).toEqual([])
  })

  it('makes tasks wait for a free page in the order of the calls', async () => {
    const { pool } = openPool({ maxPages: 1 })
    const first = hold()
    const order: string[] = []
    const works = [pool.use(never, first.work)]
    await first.taken
    for (const name of ['second', 'third']) works.push(pool.use(never, async () => void order.push(name)))
    await expect.poll(() => pool.state()).toMatchObject({ active: 1, waiting: 2 })
    first.release()
    await Promise.all(works)
    expect(order).toEqual(['second', 'third'])
  })

  it('reports overloaded to a task that runs out of time before it has a page', async () => {
    const { pool } = openPool({ maxPages: 1 })
    const first = hold()
    const using = pool.use(never, first.work)
    await first.taken
    const deadline = new AbortController()
    const waiting = pool.use({ ...never, signal: deadline.signal }, async () => {})
    deadline.abort(new ServiceError('target_timeout', 'late'))
    await expect(waiting).rejects.toMatchObject({ type: 'overloaded', message: expect.stringContaining('All 1 pages') })
    first.release()
    await using
  })

  it('reports overloaded to a task that runs out of time before a browser has started', async () => {
    const { pool } = openPool({ places: [{ launch: () => new Promise(() => {}) }] })
    const deadline = new AbortController()
    const waiting = pool.use({ ...never, signal: deadline.signal }, async () => {})
    deadline.abort(new ServiceError('target_timeout', 'late'))
    await expect(waiting).rejects.toMatchObject({ type: 'overloaded' })
  })

  it('rejects with the reason of a client that disconnects, and frees its page', async () => {
    const { pool, browsers } = openPool({ maxPages: 1 })
    const client = new AbortController()
    const first = hold()
    const using = pool.use({ ...never, signal: client.signal }, first.work)
    await first.taken
    client.abort(new Error('the client left'))
    await expect(using).rejects.toThrow('the client left')
    await pool.use(never, async () => {})
    expect(browsers[0]?.pages[0]?.isClosed).toBe(true)
  })

  it('gives one key a page while another key uses its full share and waits for more', async () => {
    const { pool } = openPool({ maxPages: 2 })
    const of = (keyId: string) => ({ ...never, share: createByteBudget(1).open(keyId) })
    const ended: string[] = []
    const held = [1, 2, 3, 4].map(() => hold())
    const renders = held.map(({ work }) => pool.use(of('attacker'), work).finally(() => ended.push('hostile')))
    await Promise.all(held.slice(0, 2).map(({ taken }) => taken))
    for (const name of ['first', 'second']) await pool.use(of('honest'), async () => void ended.push(name))
    expect(ended).toEqual(['first', 'second'])
    expect(pool.state()).toMatchObject({ waiting: 2 })
    for (const { release } of held) release()
    await Promise.all(renders)
  })

  it('tries to start a browser again after a failure', async () => {
    let launches = 0
    const { running } = openScriptedBrowser()
    async function launch() {
      if (++launches === 1) throw new ServiceError('browser_unavailable', 'it does not start')
      return running
    }
    const { pool } = openPool({
      places: [{ launch }],
    })
    await expect(pool.use(never, async () => 1)).rejects.toMatchObject({ type: 'browser_unavailable' })
    expect(await pool.use(never, async () => 2)).toBe(2)
  })

  it('refuses tasks once it is closed', async () => {
    const { pool } = openPool()
    await pool.close()
    await expect(pool.use(never, async () => {})).rejects.toMatchObject({ type: 'overloaded' })
  })
})

describe('a browser in the pool', () => {
  it('is replaced after its last page, and closes when that page is returned', async () => {
    const { pool, browsers } = openPool({ recyclePages: 2 })
    for (let n = 0; n < 3; n++) await pool.use(never, async () => {})
    await expect.poll(() => pool.state().pids).toEqual([2])
    expect(browsers.map(({ running }) => running.gone.aborted)).toEqual([true, false])
  })

  it('is replaced if it crashes, and its tasks start again', async () => {
    const { pool, browsers } = openPool()
    let tries = 0
    const result = await pool.use(never, async (tab) => {
      if (++tries === 1) browsers[0]?.crash()
      return tab.orLost(Promise.resolve('done'))
    })
    expect([result, tries, pool.state().pids]).toEqual(['done', 2, [2]])
  })

  it("is killed if it can't close a page", async () => {
    const hanging = openScriptedBrowser({ closesNothing: true })
    const { pool } = openPool({ places: [{ launch: async () => hanging.running }] })
    vi.useFakeTimers()
    await pool.use(never, async () => {})
    await vi.advanceTimersByTimeAsync(1000)
    await expect.poll(() => hanging.running.gone.aborted).toBe(true)
    expect(hanging.running.wasKilled).toBe(true)
  })
})

describe('a task that loses its page', () => {
  const losing =
    (...causes: TabLost['lossCause'][]) =>
    async () => {
      const cause = causes.shift()
      if (cause) throw new TabLost(cause)
      return 'done'
    }

  it.each<[string, TabLost['lossCause'][]]>([
    ['once, by the page itself', ['page']],
    ['twice, with the browser', ['browser', 'browser']],
    ['often, because of other pages', ['neighbour', 'neighbour', 'neighbour', 'neighbour']],
  ])('starts again: %s', async (_, causes) => {
    expect(await openPool().pool.use(never, losing(...causes))).toBe('done')
  })

  it.each<[string, TabLost['lossCause'][], string]>([
    ['twice by the page itself', ['page', 'page'], 'invalid_response'],
    ['by a flood', ['flood'], 'invalid_response'],
    ['with the browser, three times', ['browser', 'browser', 'browser'], 'browser_unavailable'],
  ])('fails: %s', async (_, causes, type) => {
    await expect(openPool().pool.use(never, losing(...causes))).rejects.toMatchObject({ type })
  })
})

describe('a pool of several farms', () => {
  it('has the maximum number of pages at each available farm, and more once a farm recovers', async () => {
    vi.useFakeTimers()
    let isAway = true
    const places = ['a:1', 'b:1'].map((name) => ({
      async launch() {
        if (name === 'b:1' && isAway) throw new Error('it is away')
        return openScriptedBrowser({ farm: name }).running
      },
      farm: name,
    }))
    const { pool } = openPool({ places, maxPages: 1 })
    await Promise.all([1, 2].map(() => pool.use(never, async () => {})))
    expect(pool.state()).toMatchObject({ away: ['b:1'], browsers: 1 })
    const holds = [hold(), hold()] as const
    const works = holds.map(({ work }) => pool.use(never, work))
    await holds[0].taken
    expect(pool.state()).toMatchObject({ active: 1, waiting: 1 })
    isAway = false
    await vi.advanceTimersByTimeAsync(10_000)
    await holds[1].taken
    expect(pool.state()).toMatchObject({ active: 2, waiting: 0, away: [], browsers: 2 })
    for (const { release } of holds) release()
    await Promise.all(works)
  })
})

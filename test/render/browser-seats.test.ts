import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { subscribe } from '../../src/base/events.ts'
import { type BrowserPlace, BrowserSeats } from '../../src/render/browser-seats.ts'
import { openScriptedBrowser, openScriptedEgress, type ScriptedBrowser } from './scripted-browser.ts'

const options = { egress: openScriptedEgress(), maxPages: 2, recycleBytes: 2 ** 30 }

interface ScriptedFarm {
  place: BrowserPlace
  browsers: ScriptedBrowser[]
  /** The reason why the farm provides no browser, or null. */
  failure: Error | null
}

function openFarm(name: string): ScriptedFarm {
  const browsers: ScriptedBrowser[] = []
  const farm: ScriptedFarm = {
    ...{ browsers, failure: null },
    place: {
      async launch() {
        if (farm.failure) throw farm.failure
        const browser = openScriptedBrowser({ farm: name })
        browsers.push(browser)
        return browser.running
      },
      farm: name,
    },
  }
  return farm
}

function openSeats(farms: readonly ScriptedFarm[], more: object = {}) {
  const changes: number[] = []
  const seats = new BrowserSeats(
    farms.map(({ place }) => place),
    { ...options, ...more },
    () => changes.push(seats.present),
  )
  onTestFinished(() => seats.close())
  return { seats, changes }
}

/** Takes pages, keeps them, and returns the names of the farms that provide them. */
async function takeMany(seats: ReturnType<typeof openSeats>['seats'], count: number) {
  const taken = []
  for (let at = 0; at < count; at++) taken.push(await seats.take())
  return { names: taken.map(({ browser }) => browser.running.farm), taken }
}

afterEach(() => void vi.useRealTimers())

describe('several farms', () => {
  it('share the pages: the farm with the fewest provides the next one', async () => {
    const { seats } = openSeats([openFarm('a:1'), openFarm('b:1'), openFarm('c:1')])
    const { names, taken } = await takeMany(seats, 6)
    expect(names.toSorted()).toEqual(['a:1', 'a:1', 'b:1', 'b:1', 'c:1', 'c:1'])
    for (const { browser, leave } of taken) if (browser.running.farm === 'b:1') leave()
    expect((await takeMany(seats, 2)).names).toEqual(['b:1', 'b:1'])
  })

  it('delay only one request each if they hang on startup, while other requests use a running browser', async () => {
    const [hanging, good] = [openFarm('hanging:1'), openFarm('good:1')]
    hanging.place.launch = () => new Promise(() => {})
    const { seats } = openSeats([good, hanging], { maxPages: 8 })
    expect((await takeMany(seats, 1)).names).toEqual(['good:1'])
    void seats.take()
    expect((await takeMany(seats, 5)).names).toEqual(Array(5).fill('good:1'))
  })

  it('run one browser each, regardless of the number of pages', async () => {
    const farm = openFarm('a:1')
    const { seats } = openSeats([farm])
    await takeMany(seats, 5)
    expect(farm.browsers).toHaveLength(1)
  })

  it('take over from a farm that provides no browser, which is retried every ten seconds', async () => {
    vi.useFakeTimers()
    const [bad, good] = [openFarm('bad:1'), openFarm('good:1')]
    bad.failure = new Error('it is away')
    const launch = vi.spyOn(bad.place, 'launch')
    const { seats, changes } = openSeats([bad, good])
    expect((await takeMany(seats, 3)).names).toEqual(['good:1', 'good:1', 'good:1'])
    expect([seats.away, launch.mock.calls.length]).toEqual([['bad:1'], 1])
    await vi.advanceTimersByTimeAsync(9999)
    expect([seats.away, launch.mock.calls.length]).toEqual([['bad:1'], 1])
    await vi.advanceTimersByTimeAsync(1)
    expect([seats.away, launch.mock.calls.length]).toEqual([['bad:1'], 2])
    bad.failure = null
    await vi.advanceTimersByTimeAsync(10_000)
    expect([seats.away, changes]).toEqual([[], [1, 2]])
    expect((await takeMany(seats, 1)).names).toEqual(['bad:1'])
  })

  it('retry a farm in the background: no request waits for it until it provides a browser', async () => {
    vi.useFakeTimers()
    const [bad, good] = [openFarm('bad:1'), openFarm('good:1')]
    bad.failure = new Error('it is away')
    const { launch } = bad.place
    const { promise: answer, resolve: onAnswer } = Promise.withResolvers<void>()
    bad.place.launch = () => (bad.failure ? launch() : answer.then(launch))
    const { seats } = openSeats([bad, good])
    await takeMany(seats, 1)
    bad.failure = null
    await vi.advanceTimersByTimeAsync(10_000)
    expect([seats.away, (await takeMany(seats, 2)).names]).toEqual([['bad:1'], ['good:1', 'good:1']])
    onAnswer()
    await vi.advanceTimersByTimeAsync(0)
    expect([seats.away, (await takeMany(seats, 1)).names]).toEqual([[], ['bad:1']])
  })

  it('fail with browser_unavailable if all are unavailable', async () => {
    const farms = [openFarm('a:1'), openFarm('b:1')]
    for (const farm of farms) farm.failure = new Error('it leaks')
    const events: object[] = []
    onTestFinished(subscribe('gleaner:browser', (event) => events.push(event)))
    const { seats } = openSeats(farms)
    await expect(seats.take()).rejects.toMatchObject({ type: 'browser_unavailable', retryAfterS: 10 })
    expect(events).toEqual([
      { event: 'away', pid: null, farm: 'a:1', reason: 'it leaks' },
      { event: 'away', pid: null, farm: 'b:1', reason: 'it leaks' },
    ])
  })

  it('lose their browser after two minutes without a page', async () => {
    vi.useFakeTimers()
    const farm = openFarm('a:1')
    const { seats } = openSeats([farm], { idleLimitMs: 120_000 })
    const { browser, leave } = await seats.take()
    await browser.returnTab(await browser.takeTab(false))
    leave()
    await vi.advanceTimersByTimeAsync(119_999)
    expect(farm.browsers[0]?.running.gone.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect([farm.browsers[0]?.running.gone.aborted, seats.away]).toEqual([true, []])
    expect((await takeMany(seats, 1)).names).toEqual(['a:1'])
    expect(farm.browsers).toHaveLength(2)
  })

  it('lose a browser that no page has used for two minutes since the retry', async () => {
    vi.useFakeTimers()
    const [bad, good] = [openFarm('bad:1'), openFarm('good:1')]
    bad.failure = new Error('it is away')
    const { seats } = openSeats([bad, good], { idleLimitMs: 120_000 })
    await takeMany(seats, 1)
    bad.failure = null
    await vi.advanceTimersByTimeAsync(10_000)
    await vi.advanceTimersByTimeAsync(119_999)
    expect(bad.browsers.map(({ running }) => running.gone.aborted)).toEqual([false])
    await vi.advanceTimersByTimeAsync(1)
    expect([bad.browsers.map(({ running }) => running.gone.aborted), seats.away]).toEqual([[true], []])
  })

  it('close their browsers with the service, and are not tried again', async () => {
    vi.useFakeTimers()
    const [bad, good] = [openFarm('bad:1'), openFarm('good:1')]
    bad.failure = new Error('it is away')
    const launch = vi.spyOn(bad.place, 'launch')
    const { seats } = openSeats([bad, good])
    await takeMany(seats, 1)
    await seats.close()
    await vi.advanceTimersByTimeAsync(120_000)
    expect([good.browsers[0]?.running.gone.aborted, launch.mock.calls.length]).toEqual([true, 1])
  })
})

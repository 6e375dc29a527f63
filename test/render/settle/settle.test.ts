import { describe, expect, it } from 'vitest'
import type { PageActivity } from '../../../src/render/in-page/page-api.ts'
import { settle } from '../../../src/render/settle/settle.ts'
import { DocumentGone, type Evaluate, measureActivity, scrollToEnd } from '../../../src/render/tab/isolated-world.ts'
import { openTab } from '../../../src/render/tab/tab.ts'
import { openScriptedBrowser, openScriptedEgress } from '../scripted-browser.ts'

const quiet: PageActivity = {
  ...{ changes: 0, strictChanges: 0, mutations: 0, isLazy: false, saysLoading: false, usesStorage: false },
  ...{ height: 600, windowHeight: 600 },
}

/** A page in a scripted browser with an instant clock. `measure` returns its nth activity, after `scrolls` scrolls. */
async function openPage(measure: (times: number, scrolls: number) => Partial<PageActivity> = () => ({})) {
  const { running, pages } = openScriptedBrowser({
    results: {
      'Emulation.setVirtualTimePolicy': () => void setImmediate(() => emit('Emulation.virtualTimeBudgetExpired', {})),
      'Runtime.evaluate': { result: {} },
    },
  })
  const tab = await openTab(running, openScriptedEgress())
  const emit = (name: string, event: object) => pages[0]?.emit(name, event)
  let times = 0
  let scrolls = 0
  const evaluate: Evaluate = async <T>(expression: unknown) => {
    if (expression === measureActivity) return { ...quiet, ...measure(++times, scrolls) } as T
    if (expression === scrollToEnd) scrolls++
    return undefined as T
  }
  const request = (url: string) =>
    emit('Network.requestWillBeSent', {
      ...{ requestId: url, type: 'Fetch', frameId: 'main', loaderId: '1', request: { method: 'GET', url } },
    })
  const show = (url: string) => emit('Page.frameNavigated', { frame: { id: 'main', loaderId: url, url } })
  const settlePage = ({ limitMs = 20_000, check = () => {} } = {}) =>
    settle(tab, { evaluate, until: performance.now() + limitMs, check })
  const listeners = (name: string) => pages[0]?.listeners(name)
  return { request, show, settlePage, emit, listeners }
}

describe.concurrent('a page', () => {
  it('is complete when it is quiet', async () => {
    const { settlePage } = await openPage()
    expect(await settlePage()).toEqual({ isComplete: true, pending: [] })
  })

  it('has no listeners left once it has settled, regardless of the outcome', async () => {
    const { settlePage, listeners, emit } = await openPage()
    await settlePage()
    emit('Network.webSocketCreated', { requestId: 'feed' })
    await settlePage({ limitMs: 1 })
    await expect(
      settlePage({
        check: () => {
          throw new Error('gone')
        },
      }),
    ).rejects.toThrow('gone')
    expect(listeners('Emulation.virtualTimeBudgetExpired')).toBe(0)
  })

  it('is complete when it has stopped changing', async () => {
    const seen: number[] = []
    const { settlePage } = await openPage((times) => {
      const changes = Math.min(times, 3)
      seen.push(changes)
      return { changes, strictChanges: changes }
    })
    expect((await settlePage()).isComplete).toBe(true)
    expect(seen.at(-1)).toBe(3)
  })

  it('is measured again if its document was replaced in the meantime', async () => {
    const { settlePage } = await openPage((times) => {
      if (times === 1) throw new DocumentGone('replaced')
      return {}
    })
    expect((await settlePage()).isComplete).toBe(true)
  })

  it('is incomplete at its time limit, with the requests in progress', async () => {
    const { settlePage, request } = await openPage()
    for (let n = 1; n <= 7; n++) request(`http://a.example/${n}`)
    const { isComplete, pending } = await settlePage({ limitMs: 300 })
    expect(isComplete).toBe(false)
    expect(pending).toHaveLength(6)
    expect(pending[0]).toMatch(/^fetch http:\/\/a\.example\/1 \(\d\.\d s\)$/)
    expect(pending.at(-1)).toBe('2 more requests')
  })

  it.each<[string, string, Partial<PageActivity>, (page: Awaited<ReturnType<typeof openPage>>) => void]>([
    [
      'a feed without a message',
      'a feed that has not sent anything yet',
      {},
      ({ emit }) => emit('Network.webSocketCreated', { requestId: 'feed' }),
    ],
    ['a store', 'a worker or a store that has not answered yet', { usesStorage: true }, () => {}],
  ])(
    'is incomplete if it says that it is loading, with the work that may load its content: %s',
    async (_, words, busy, begin) => {
      const page = await openPage(() => ({ ...busy, saysLoading: true }))
      begin(page)
      expect(await page.settlePage({ limitMs: 600 })).toEqual({ isComplete: false, pending: [words] })
    },
  )

  it('is incomplete if it never stops changing', async () => {
    const { settlePage } = await openPage((times) => ({ changes: times, strictChanges: times }))
    const words = 'scripts that keep changing or blocking the document'
    expect(await settlePage({ limitMs: 600 })).toEqual({ isComplete: false, pending: [words] })
  })

  it('is incomplete if it keeps reloading', async () => {
    const { settlePage, show } = await openPage()
    for (let n = 0; n < 5; n++) show('http://a.example/')
    expect(await settlePage()).toEqual({ isComplete: false, pending: ['the page keeps reloading'] })
  })

  it('is incomplete if it keeps growing with its window', async () => {
    const { settlePage } = await openPage((_, scrolls) => ({
      ...{ changes: scrolls, strictChanges: scrolls, isLazy: true, height: 1000 * (scrolls + 1) },
    }))
    const words = 'a list that keeps growing as it is scrolled'
    expect(await settlePage()).toEqual({ isComplete: false, pending: [words] })
  })

  it('fails with too_many_redirects if its scripts keep navigating', async () => {
    const { settlePage, show } = await openPage()
    for (let n = 0; n < 12; n++) show(`http://a.example/${n}`)
    await expect(settlePage()).rejects.toMatchObject({ type: 'too_many_redirects' })
  })

  it('fails with the error of the check', async () => {
    const { settlePage } = await openPage()
    const check = () => {
      throw new Error('too large')
    }
    await expect(settlePage({ check })).rejects.toThrow('too large')
  })
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import { openTab } from '../../../src/render/tab/tab.ts'
import { openScriptedBrowser, openScriptedEgress } from '../scripted-browser.ts'

const egress = openScriptedEgress()

afterEach(() => {
  vi.useRealTimers()
})

describe('a browser that opens no page', () => {
  it('is killed after ten seconds', async () => {
    vi.useFakeTimers()
    const { running } = openScriptedBrowser({ opensNothing: true })
    const opening = openTab(running, egress)
    opening.catch(() => {})
    await vi.advanceTimersByTimeAsync(9000)
    expect(running.wasKilled).toBe(false)
    await vi.advanceTimersByTimeAsync(2000)
    await expect(opening).rejects.toMatchObject({ name: 'TabLost', lossCause: 'neighbour' })
  })
})

describe('a page', () => {
  it('has its scripts, request filter and clock ready when it opens', async () => {
    const { running, pages } = openScriptedBrowser()
    await openTab(running, egress)
    const methods = pages[0]?.sent.map(({ method }) => method)
    expect(methods).toEqual(
      expect.arrayContaining(['Network.enable', 'Fetch.enable', 'Emulation.setVirtualTimePolicy']),
    )
    expect(methods?.filter((method) => method === 'Page.addScriptToEvaluateOnNewDocument')).toHaveLength(2)
  })

  it.each([
    ['the browser crashes', 'browser', ({ crash }: ReturnType<typeof openScriptedBrowser>) => crash()],
    ['the browser is killed', 'neighbour', ({ running }) => running.kill()],
    ['its process exits', 'page', ({ pages }) => pages[0]?.events.onEnd()],
  ])('is lost with the cause when %s', async (_, lossCause, end) => {
    const browser = openScriptedBrowser({ results: { 'Runtime.evaluate': () => new Promise(() => {}) } })
    const tab = await openTab(browser.running, egress)
    const evaluating = tab.send('Runtime.evaluate', { expression: '1' })
    end(browser)
    await expect(evaluating).rejects.toMatchObject({ name: 'TabLost', lossCause })
  })

  it.each([
    ['pop-ups', 6, ({ events }: ReturnType<typeof openScriptedBrowser>['pages'][0]) => events.onPopUp()],
    ['URL changes', 150, ({ emit }) => emit('Page.navigatedWithinDocument', {})],
  ])('is closed if it floods the service with %s', async (_, count, flood) => {
    const { running, pages } = openScriptedBrowser()
    const tab = await openTab(running, egress)
    const [page] = pages
    if (!page) throw new Error('No page was opened')
    const lost = tab.orLost(new Promise(() => {}))
    for (let n = 1; n < count; n++) flood(page)
    expect(page.sent.some(({ method }) => method === 'Page.crash')).toBe(false)
    flood(page)
    await expect(lost).rejects.toMatchObject({ lossCause: 'flood' })
    expect(page.sent.some(({ method }) => method === 'Page.crash')).toBe(true)
  })

  it('answers dialogs, and leaves a page even if it asks the visitor to stay', async () => {
    const { running, pages } = openScriptedBrowser()
    await openTab(running, egress)
    for (const type of ['alert', 'beforeunload']) pages[0]?.emit('Page.javascriptDialogOpening', { type })
    const handled = pages[0]?.sent.filter(({ method }) => method === 'Page.handleJavaScriptDialog')
    expect(handled?.map(({ params }) => params)).toEqual([{ accept: false }, { accept: true }])
  })

  it('counts its workers, but does not wait for their scripts', async () => {
    const { running, pages } = openScriptedBrowser()
    const tab = await openTab(running, egress)
    const request = { method: 'GET', url: 'http://a.example/worker.js' }
    const event = { requestId: '1', type: 'Script', frameId: 'main', loaderId: '1', request }
    pages[0]?.emit('Network.requestWillBeSent', event)
    expect(tab.traffic.requests.pending()).toHaveLength(1)
    pages[0]?.emit('Target.attachedToTarget', { sessionId: 's', targetInfo: { type: 'worker', url: request.url } })
    expect([tab.traffic.workers, tab.traffic.requests.pending()]).toEqual([1, []])
  })

  it('is not closed in time if the browser hangs', async () => {
    vi.useFakeTimers()
    const { running } = openScriptedBrowser({ closesNothing: true })
    const tab = await openTab(running, egress)
    const closing = tab.close()
    await vi.advanceTimersByTimeAsync(1000)
    expect(await closing).toBe(false)
  })
})

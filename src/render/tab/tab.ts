/** Opens one page in a separate browser context. A page is prepared in advance, used once, and always closed. */

import { setTimeout as sleep } from 'node:timers/promises'
import { orAborted, succeedsWithin } from '../../base/deadline.ts'
import { isFreePage } from '../../contract/prices.ts'
import type { EgressProxy } from '../../fetch/egress/proxy.ts'
import type { DeviceKind, OwnFields } from '../../page/page.ts'
import type { PageSession } from '../browser/devtools-connection.ts'
import type { RunningBrowser } from '../browser/launch-browser.ts'
import { followChildren, type Target } from '../browser/targets.ts'
import { createFrameSessions, prepareSession, workersOf } from './frame-sessions.ts'
import { type FrameHost, type TabLossCause, TabLost } from './isolated-world.ts'
import { createOwnRequests } from './own-requests.ts'
import { createPageLanguage, screenOf, useScreen } from './page-device.ts'
import { followTraffic } from './page-traffic.ts'
import { filterRequests, type RequestFilter } from './request-filter.ts'

/** `send` throws TabLost. */
export type Tab = Awaited<ReturnType<typeof openTab>>

/** A browser that can't open a page within this time is hanging, and is killed. */
const openLimitMs = 10_000
/** The cause of a loss may be reported up to this long after a command fails. */
const lossReasonMs = 200
const closeLimitMs = 1000
/** Maximum URL changes within one document. Each takes a millisecond of this process's time, and floods cause thousands. */
const maxUrlChanges = 150
const maxPopUps = 5
/** Matches the messages from Playwright and Chromium for a page that no longer exists. */
const closedWords = /\bclosed\b|crashed|detached/i

/** Throws TabLost if the browser exits in the meantime. */
export async function openTab(running: RunningBrowser, proxy: EgressProxy, isRealTime = false) {
  const hanging = setTimeout(() => running.kill(), openLimitMs)
  try {
    return await prepareTab(running, proxy, isRealTime)
  } finally {
    clearTimeout(hanging)
  }
}

async function prepareTab(running: RunningBrowser, proxy: EgressProxy, isRealTime: boolean) {
  const lost = new AbortController()
  const lose = (cause: TabLossCause) => lost.abort(new TabLost(cause))
  const browserLossCause = () => (running.wasKilled ? 'neighbour' : 'browser')
  const onGone = () => lose(browserLossCause())
  running.gone.addEventListener('abort', onGone)
  /** Settles as the promise does, or throws TabLost as soon as the page is lost. */
  const orLost = <T>(work: Promise<T>): Promise<T> => orAborted(lost.signal, work)

  const egress = proxy.openSession()
  let target: Target | null = null

  /** Resolves with true if the browser closed the page's context within its time limit. */
  async function close(): Promise<boolean> {
    egress.close()
    running.gone.removeEventListener('abort', onGone)
    if (running.gone.aborted || !target) return true
    const isClosed = await succeedsWithin(closeLimitMs, target.dispose())
    if (!isClosed) lose('page')
    return isClosed || running.gone.aborted
  }

  function end(cause: TabLossCause): void {
    lose(cause)
    target?.session.send('Page.crash').catch(() => {})
  }
  const endFlood = () => end('flood')
  const onFloodedUrl = countTo(maxUrlChanges, endFlood)
  // The events that are already on their way would keep this process busy for seconds.
  const onIgnored = countTo(2 * maxUrlChanges, () => running.kill())
  const onUrlChange = () => {
    onFloodedUrl()
    onIgnored()
  }
  const frames = createFrameSessions({ egress, isRealTime, onUrlChange })

  try {
    target = await orLost(
      running.targets.open({
        // A page is also lost when its browser exits. If the browser exits within this time, its exit is reported as the cause.
        onEnd: () => setTimeout(() => lose('page'), lossReasonMs / 4),
        onPopUp: countTo(maxPopUps + 1, endFlood),
        onUsedUp: () => end('reports'),
        onFramesUsedUp: () => frames.end(),
      }),
    )
    const { session } = target
    const send = sendThrough(session, orLost)
    session.on('Page.navigatedWithinDocument', onUrlChange)
    session.on('Page.javascriptDialogOpening', ({ type }) => {
      session.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }).catch(() => {})
    })
    let mainFrameId = ''
    const isFree = () => isFreePage(traffic.document.response?.status ?? 0, [])
    const filter = filterRequests(session, egress, (frameId) => frameId === mainFrameId, isFree)
    const language = createPageLanguage(session, running.ownUserAgent)
    const [{ frameTree }] = await Promise.all([
      send('Page.getFrameTree'),
      ...prepareSession(send),
      language.prepare(),
      // The page's clock stays stopped until its document has arrived.
      isRealTime ? null : send('Emulation.setVirtualTimePolicy', { policy: 'pause' }),
    ])
    mainFrameId = frameTree.frame.id
    const traffic = followTraffic(session, mainFrameId)
    followChildren(session, target.frameAccount, {
      onWorker: workersOf(traffic, language),
      onFrame: (frame, frameId) => frames.add(frame, frameId, language),
    })
    const { on, off } = session
    const host: FrameHost = { mainFrameId, traffic, budgets: { isRealTime, open: 0 }, send, on, off }
    return {
      ...{ ...host, egress, frames, orLost, close },
      /** True while an image is being taken. This may keep the whole browser from drawing. */
      isDrawing: false,
      /** Changes which requests the page and all its frames may make. */
      async filter(change: (filter: RequestFilter) => Promise<void>): Promise<void> {
        await orLost(Promise.all([change(filter), frames.change(change)]))
      },
      /**
       * Sends the caller's own headers and cookies with requests to their origin from now on. This excludes out-of-process frames, since
       * they or frames around them come from other origins.
       */
      sendOwn: (own: OwnFields) => orLost(filter.addOwn(createOwnRequests(session, mainFrameId, own))),
      /** Requests pages in this language from now on. Scripts see it too. */
      askFor: (locale: string) => orLost(language.set(locale)),
      /** Emulates this kind of device from now on: its client hints, window and pointer. */
      async actAs(device: DeviceKind): Promise<void> {
        await orLost(Promise.all([language.setDevice(device), useScreen(send, screenOf(device))]))
      },
      /** Counts redirects from 0 again, before the page is requested. */
      restart: filter.restart,
    }
  } catch (error) {
    await close()
    throw running.gone.aborted ? new TabLost(browserLossCause()) : error
  }
}

function sendThrough(session: PageSession, orLost: <T>(work: Promise<T>) => Promise<T>): PageSession['send'] {
  return async (method, params) => {
    try {
      return await orLost(session.send(method, params))
    } catch (error) {
      if (!(error instanceof Error) || !closedWords.test(error.message)) throw error
      await orLost(sleep(lossReasonMs))
      throw new TabLost('page')
    }
  }
}

/** Returns a function that runs `action` on its `count`th call, and never again. */
function countTo(count: number, action: () => void): () => void {
  let calls = 0
  return () => {
    if (++calls === count) action()
  }
}

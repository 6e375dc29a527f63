/** One page in a browser context of its own: made ready ahead, used once, closed whatever it does. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, CDPSession, Page } from 'playwright'
import type { EgressProxy } from '../fetch/egress-proxy.ts'
import type { EgressSession } from '../fetch/egress-session.ts'
import type { RunningBrowser } from './launch-browser.ts'
import { ownWorldScript, pageScript, worldName } from './page-script.ts'
import { followTraffic, type PageTraffic } from './page-traffic.ts'

/**
 * `page`: its process ended. `flood`: it was ended, since it opened pages or changed its address without end. `browser`: the whole browser
 * ended. `neighbour`: we ended the browser because of another page.
 */
export type Loss = 'page' | 'flood' | 'browser' | 'neighbour'

/** The page ended under our hands: its process died, or the whole browser. */
export class TabLost extends Error {
  override readonly name = 'TabLost'
  readonly what: Loss

  constructor(what: Loss) {
    super(`Lost: ${what}`)
    this.what = what
  }
}

type Send = CDPSession['send']

export interface Tab {
  readonly mainFrameId: string
  readonly egress: EgressSession
  readonly traffic: PageTraffic
  /** Worker threads that the page has started. */
  readonly workers: number
  /** A DevTools command. Throws TabLost. */
  send: Send
  on: CDPSession['on']
  /** The promise, or TabLost as soon as the page has ended. */
  orLost<T>(work: Promise<T>): Promise<T>
  /** Resolves with true when the context is closed, with false when the browser did not answer in time. */
  close(): Promise<boolean>
}

export interface TabOptions {
  userAgent: string
  egress: EgressProxy
}

const closedWords = /\bclosed\b|crashed|detached/i
const reasonMs = 200
const closeLimitMs = 1000
/** Changes of the address within one document. Each costs this process a millisecond, and storms send thousands. */
const maxMoves = 150
const maxPopUps = 5
const width = 1280
const height = 1024

/** A transparent dot: whoever waits for a picture is told that it came. */
const dot = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** Throws TabLost when the browser ends meanwhile. */
export async function openTab(running: RunningBrowser, { userAgent, egress: proxy }: TabOptions): Promise<Tab> {
  let lose: (error: TabLost) => void = () => {}
  const lost = new Promise<never>((_, reject) => {
    lose = reject
  })
  lost.catch(() => {})
  const browserLoss = () => new TabLost(running.wasKilled ? 'neighbour' : 'browser')
  void running.gone.then(() => lose(browserLoss()))
  const orLost = <T>(work: Promise<T>): Promise<T> => Promise.race([work, lost])

  const egress = proxy.openSession()
  let context: BrowserContext | null = null
  let workers = 0
  let traffic: PageTraffic | null = null

  async function close(): Promise<boolean> {
    egress.close()
    if (running.isGone || !context) return true
    const isClosed = await within(closeLimitMs, context.close())
    if (!isClosed) lose(new TabLost('page'))
    return isClosed || running.isGone
  }

  try {
    context = await orLost(
      running.browser.newContext({
        userAgent,
        locale: 'en-US',
        viewport: { width, height },
        serviceWorkers: 'block',
        acceptDownloads: false,
        permissions: [],
      }),
    )
    const page: Page = await orLost(context.newPage())
    page.on('crash', () => lose(new TabLost('page')))
    page.on('worker', (worker) => {
      workers++
      traffic?.arrived(worker.url())
    })
    let popUps = 0
    context.on('page', (other) => {
      other.close().catch(() => {})
      if (++popUps > maxPopUps) flood()
    })
    const session = await orLost(context.newCDPSession(page))
    function flood(): void {
      lose(new TabLost('flood'))
      session.send('Page.crash').catch(() => {})
    }
    let moves = 0
    session.on('Page.navigatedWithinDocument', () => {
      moves++
      if (moves === maxMoves) flood()
      // What it has sent already would still keep this process busy for seconds.
      if (moves === 2 * maxMoves) running.kill()
    })
    const send = (async (...command: Parameters<Send>) => {
      try {
        return await orLost(session.send(...command))
      } catch (error) {
        if (!(error instanceof Error) || !closedWords.test(error.message)) throw error
        // The command may fail before its reason is known.
        await orLost(sleep(reasonMs))
        throw new TabLost('page')
      }
    }) as Send
    const [{ frameTree }] = await Promise.all([
      send('Page.getFrameTree'),
      send('Page.enable'),
      send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
      send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript, worldName }),
      send('Page.addScriptToEvaluateOnNewDocument', { source: ownWorldScript }),
    ])
    await showCredentials(session, send, proxy.doorstep, egress)
    leaveOutPictures(session)
    await Promise.all([
      send('Fetch.enable', { patterns: leftOut.map((resourceType) => ({ resourceType })) }),
      // The page's clock stands until the page is there.
      send('Emulation.setVirtualTimePolicy', { policy: 'pause' }),
    ])
    const mainFrameId = frameTree.frame.id
    traffic = followTraffic(session, mainFrameId)
    return {
      mainFrameId,
      egress,
      traffic,
      get workers() {
        return workers
      },
      send,
      on: session.on.bind(session),
      orLost,
      close,
    }
  } catch (error) {
    await close()
    throw running.isGone ? browserLoss() : error
  }
}

const leftOut = ['Image', 'Font', 'Media'] as const

/** From here on the context names itself to the proxy by itself. */
async function showCredentials(
  session: CDPSession,
  send: Send,
  doorstep: string,
  { username, password }: EgressSession,
): Promise<void> {
  const goOn = ({ requestId }: { requestId: string }) => {
    session.send('Fetch.continueRequest', { requestId }).catch(() => {})
  }
  const answer = ({ requestId }: { requestId: string }) => {
    const authChallengeResponse = { response: 'ProvideCredentials', username, password } as const
    session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => {})
  }
  session.on('Fetch.requestPaused', goOn)
  session.on('Fetch.authRequired', answer)
  await send('Fetch.enable', { handleAuthRequests: true })
  const expression = `fetch(${JSON.stringify(doorstep)}, { mode: 'no-cors' }).then(() => true)`
  await send('Runtime.evaluate', { expression, awaitPromise: true })
  await send('Fetch.disable')
  session.off('Fetch.requestPaused', goOn)
  session.off('Fetch.authRequired', answer)
}

function leaveOutPictures(session: CDPSession): void {
  session.on('Fetch.requestPaused', ({ requestId, resourceType }) => {
    const answered =
      resourceType === 'Image'
        ? session.send('Fetch.fulfillRequest', {
            requestId,
            responseCode: 200,
            responseHeaders: [
              { name: 'Content-Type', value: 'image/gif' },
              { name: 'Access-Control-Allow-Origin', value: '*' },
            ],
            body: dot,
          })
        : session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
    answered.catch(() => {})
  })
}

/** Whether the work ended well within the time. */
export async function within(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, limitMs, false)
  })
  try {
    return await Promise.race([work.then(() => true), late])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

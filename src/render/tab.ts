/** One page in a browser context of its own: made ready ahead, used once, closed whatever it does. */

import { setTimeout as sleep } from 'node:timers/promises'
import { orAborted, succeedsWithin } from '../deadline.ts'
import type { EgressProxy } from '../fetch/egress/proxy.ts'
import type { EgressSession } from '../fetch/egress/session.ts'
import type { RunningBrowser } from './browser/launch-browser.ts'
import { followWorkers, type PageSession, type Target } from './browser/targets.ts'
import { isolatedWorld, mainWorld, worldName } from './page-scripts.ts'
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

type Send = PageSession['send']

export interface Tab {
  readonly mainFrameId: string
  readonly egress: EgressSession
  readonly traffic: PageTraffic
  /** Worker threads that the page has started. */
  readonly workers: number
  /** A DevTools command. Throws TabLost. */
  send: Send
  on: PageSession['on']
  /** From now on nothing that holds one of these parts is asked for, `*` standing for anything between. */
  forbid(parts: readonly string[]): Promise<void>
  /** The promise, or TabLost as soon as the page has ended. */
  orLost<T>(work: Promise<T>): Promise<T>
  /** Resolves with true when the context is closed, with false when the browser did not answer in time. */
  close(): Promise<boolean>
}

export interface TabOptions {
  egress: EgressProxy
}

const closedWords = /\bclosed\b|crashed|detached/i
const reasonMs = 200
const closeLimitMs = 1000
/** Changes of the address within one document. Each costs this process a millisecond, and storms send thousands. */
const maxMoves = 150
const maxPopUps = 5

/** A transparent dot: whoever waits for a picture is told that it came. */
const dot = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** A browser that opens no page for so long is wedged: it is ended. */
const openLimitMs = 10_000

/** Throws TabLost when the browser ends meanwhile. */
export async function openTab(running: RunningBrowser, options: TabOptions): Promise<Tab> {
  const wedged = setTimeout(() => running.kill(), openLimitMs)
  try {
    return await prepareTab(running, options)
  } finally {
    clearTimeout(wedged)
  }
}

async function prepareTab(running: RunningBrowser, { egress: proxy }: TabOptions): Promise<Tab> {
  const lost = new AbortController()
  const lose = (error: TabLost) => lost.abort(error)
  const browserLoss = () => new TabLost(running.wasKilled ? 'neighbour' : 'browser')
  const forget = running.onGone(() => lose(browserLoss()))
  const orLost = <T>(work: Promise<T>): Promise<T> => orAborted(lost.signal, work)

  const egress = proxy.openSession()
  let target: Target | null = null
  let workers = 0
  let popUps = 0
  let moves = 0

  async function close(): Promise<boolean> {
    egress.close()
    forget()
    if (running.isGone || !target) return true
    const isClosed = await succeedsWithin(closeLimitMs, target.dispose())
    if (!isClosed) lose(new TabLost('page'))
    return isClosed || running.isGone
  }

  function flood(): void {
    lose(new TabLost('flood'))
    target?.session.send('Page.crash').catch(() => {})
  }

  async function send(...command: Parameters<Send>): Promise<unknown> {
    try {
      if (!target) throw new Error('The page is closed')
      return await orLost(target.session.send(...command))
    } catch (error) {
      if (!(error instanceof Error) || !closedWords.test(error.message)) throw error
      // The command may fail before its reason is known.
      await orLost(sleep(reasonMs))
      throw new TabLost('page')
    }
  }

  try {
    target = await orLost(
      running.targets.open({
        // With the whole browser the page ends too: that is the reason then.
        onEnd: () => setTimeout(() => lose(new TabLost('page')), reasonMs / 4),
        onPopUp: () => {
          if (++popUps > maxPopUps) flood()
        },
      }),
    )
    const { session } = target
    session.on('Page.navigatedWithinDocument', () => {
      moves++
      if (moves === maxMoves) flood()
      // What it has sent already would still keep this process busy for seconds.
      if (moves === 2 * maxMoves) running.kill()
    })
    session.on('Page.javascriptDialogOpening', ({ type }) => {
      session.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }).catch(() => {})
    })
    const forbid = passProxy(session, egress)
    const ask = send as unknown as Send
    const [{ frameTree }] = await Promise.all([
      ask('Page.getFrameTree'),
      ...prepare.map(([method, params]) => send(method as 'Page.enable', params as never)),
    ])
    const mainFrameId = frameTree.frame.id
    const traffic = followTraffic(session, mainFrameId)
    followWorkers(session, (worker, address) => {
      workers++
      traffic.arrived(address)
      return traffic.follow(worker)
    })
    return {
      mainFrameId,
      egress,
      traffic,
      get workers() {
        return workers
      },
      send: ask,
      on: session.on,
      forbid: (parts) => orLost(forbid(parts)),
      orLost,
      close,
    }
  } catch (error) {
    await close()
    throw running.isGone ? browserLoss() : error
  }
}

/** The main document is stopped too, so that the proxy's question for credentials comes to us; then they are known. */
const stopped = (['Document', 'Image', 'Font', 'Media'] as const).map((resourceType) => ({ resourceType }))

const prepare: [string, object][] = [
  ['Page.enable', {}],
  ['Inspector.enable', {}],
  ['Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }],
  ['Page.addScriptToEvaluateOnNewDocument', { source: isolatedWorld, worldName }],
  ['Page.addScriptToEvaluateOnNewDocument', { source: mainWorld }],
  ['Emulation.setFocusEmulationEnabled', { enabled: true }],
  ['Fetch.enable', { handleAuthRequests: true, patterns: stopped }],
  // The page's clock stands until the page is there.
  ['Emulation.setVirtualTimePolicy', { policy: 'pause' }],
]

/**
 * Answers the proxy once for the whole context, lets documents through and leaves out pictures, fonts and media. The function
 * that comes back leaves out more.
 */
function passProxy(
  { send, on }: PageSession,
  { username, password }: EgressSession,
): (parts: readonly string[]) => Promise<void> {
  let forbidden: RegExp | null = null
  on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    const authChallengeResponse =
      authChallenge.source === 'Proxy'
        ? ({ response: 'ProvideCredentials', username, password } as const)
        : ({ response: 'CancelAuth' } as const)
    send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => {})
  })
  on('Fetch.requestPaused', ({ requestId, resourceType, request }) => {
    const answered =
      resourceType === 'Image'
        ? send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders: dotHeaders, body: dot })
        : resourceType === 'Document' && !forbidden?.test(request.url) && !hasUser(request.url)
          ? send('Fetch.continueRequest', { requestId })
          : send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
    answered.catch(() => {})
  })
  return async (parts) => {
    const patterns = parts.map((part) =>
      part
        .split('*')
        .map((text) => text.replace(/[^\w/]/g, '\\$&'))
        .join('.*'),
    )
    forbidden = new RegExp(patterns.join('|'), 'i')
    const urls = parts.map((part) => ({ urlPattern: `*${part.replaceAll('?', '\\?')}*` }))
    await send('Fetch.enable', { handleAuthRequests: true, patterns: [...stopped, ...urls] })
  }
}

/** The proxy never sees it: the browser keeps it for itself. */
function hasUser(url: string): boolean {
  const { username, password } = new URL(url)
  return username !== '' || password !== ''
}

const dotHeaders = [
  { name: 'Content-Type', value: 'image/gif' },
  { name: 'Access-Control-Allow-Origin', value: '*' },
]

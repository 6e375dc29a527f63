/** The browser engine: an address in, the page that a visitor sees out, with what is missing of it told. */

import { setTimeout as sleep } from 'node:timers/promises'
import { hiddenTextRemoved } from '../contract/warning.ts'
import { orLate } from '../deadline.ts'
import { ServiceError } from '../errors.ts'
import { type EgressProxy, startEgressProxy } from '../fetch/egress/proxy.ts'
import type { AddressPolicy } from '../fetch/guard/address-policy.ts'
import { createGuardedDialer } from '../fetch/guard/guarded-dialer.ts'
import type { HostResolver } from '../fetch/guard/open-socket.ts'
import { emit } from '../observe.ts'
import type { Page, PageRequest, PageSource } from '../page.ts'
import { requireBrowser } from './browser/find-browser.ts'
import { launchBrowser } from './browser/launch-browser.ts'
import { type BrowserPool, createBrowserPool } from './browser-pool.ts'
import type { RenderedDocument } from './in-page/isolated-world/results.ts'
import { readDocument } from './page-scripts.ts'
import { DocumentGone, openWorld } from './page-world.ts'
import { settle } from './settle.ts'
import { type Tab, TabLost } from './tab.ts'

export interface RendererOptions {
  policy: AddressPolicy
  /** Where a page goes that is no HTML, and who tells what is wrong with one that does not arrive. Closed by its owner. */
  fetchPage: PageSource
  userAgent: string
  /** Cap on the document, before and after its scripts. */
  maxBodyBytes: number
  /** Outgoing proxy with its credentials, or null. */
  proxyUrl: string | null
  /** The browser to start, or null for the one that is found. */
  browserPath: string | null
  maxPages: number
  recyclePages: number
  recycleBytes: number
  /** Asked before a page is loaded: robots.txt. */
  permit?: (request: PageRequest) => Promise<void>
  resolve?: HostResolver
}

export interface Renderer extends PageSource {
  /** Pages in use, waiting requests, and the browsers' process ids. */
  state(): { active: number; waiting: number; pids: number[] }
}

const maxRedirects = 10
const retryPauseMs = 300
const worthRetrying = new Set([502, 503, 504])

/** The main document did not arrive, or not whole. */
class Failed extends Error {
  readonly reason: string

  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}

/** The main document is not HTML: nothing for a browser. */
class NotHtml extends Error {
  /** Where scripts have led to it; null when it is what was asked for. */
  readonly ledTo: string | null

  constructor({ documents, mainUrl }: Tab['traffic']) {
    super('Not HTML')
    this.ledTo = documents > 1 ? mainUrl : null
  }
}

/**
 * `load` throws what the fetch engine throws for the same fault, and overloaded, browser_unavailable, `signal.reason`.
 * The browser is started by the first page. `close` leaves no process behind.
 */
export function createRenderer(options: RendererOptions): Renderer {
  const { fetchPage, maxBodyBytes } = options
  let egress: EgressProxy | null = null
  let pool: Promise<BrowserPool> | null = null
  let opened: BrowserPool | null = null

  async function openPool(): Promise<BrowserPool> {
    const executablePath = await requireBrowser({ configuredPath: options.browserPath })
    const proxy = await startEgressProxy({ guard: createGuardedDialer(options), policy: options.policy })
    egress = proxy
    opened = createBrowserPool({
      ...options,
      egress: proxy,
      launch: () => launchBrowser({ executablePath, proxyServer: proxy.server, userAgent: options.userAgent }),
    })
    return opened
  }

  function poolNow(): Promise<BrowserPool> {
    pool ??= openPool()
    const opening = pool
    opening.catch(() => {
      if (pool === opening) pool = null
    })
    return opening
  }

  async function renderIn(tab: Tab, request: PageRequest): Promise<Page> {
    const { url, deadlineAt } = request
    const time = timesOf(performance.now(), deadlineAt)
    const { traffic } = tab
    if (request.forbidden) await beforeTime(tab.forbid(request.forbidden), time.readAt)
    await navigate(tab, url, time.readAt)
    if (worthRetrying.has(traffic.answer?.status ?? 0) && time.settleAt - performance.now() > 2 * retryPauseMs) {
      await sleep(retryPauseMs)
      await navigate(tab, url, time.readAt)
    }
    const check = () => checkMain(tab, maxBodyBytes)
    check()
    const evaluate = openWorld(tab)
    for (;;) {
      const settled = await settle(tab, { evaluate, until: time.settleAt, check })
      check()
      try {
        if (!settled.complete) await beforeTime(interrupt(tab, evaluate), time.readAt)
        const reading = await readPage(tab, evaluate, time.readAt, {
          maxBodyBytes,
          onlySeen: request.onlySeen ?? false,
        })
        return toPage(url, tab, reading, settled.complete ? [] : settled.pending)
      } catch (error) {
        check()
        // It went elsewhere while it was read, or what ended its scripts has ended the reading as well.
        if (!(error instanceof DocumentGone) || performance.now() > time.readAt) throw asTimeout(error)
      }
    }
  }

  async function render(request: PageRequest): Promise<Page> {
    const { url, signal, deadlineAt } = request
    const { use } = await poolNow()
    for (let tries = 1; ; tries++) {
      let mainUrl = url
      try {
        return await use(signal, async (tab) => {
          try {
            return await renderIn(tab, request)
          } catch (error) {
            mainUrl = tab.traffic.mainUrl || url
            throw explain(error, tab, url)
          }
        })
      } catch (error) {
        if (error instanceof NotHtml) return { ...(await fetchPage.load({ ...request, url: error.ledTo ?? url })), url }
        if (!(error instanceof Failed)) throw error
        // The fetch engine says what is wrong, in its own words and after its own second try.
        const page = await fetchPage.load({ url: mainUrl, signal, deadlineAt })
        if (!isHtml(page.contentType ?? undefined) && mainUrl === url) return page
        if (tries === 2) throw new ServiceError('invalid_response', `The browser could not load it: ${error.reason}`)
      }
    }
  }

  return {
    async load(request) {
      request.signal.throwIfAborted()
      // No flag of the browser stops `file:`: the check before the navigation does.
      options.policy.checkUrl(new URL(request.url))
      await options.permit?.(request)
      const startedAt = performance.now()
      const tell = (page: Page | null, error: string | null) =>
        emit('gleaner:render', {
          host: new URL(request.url).host,
          status: page?.status ?? null,
          complete: page?.complete ?? false,
          durationMs: performance.now() - startedAt,
          error,
        })
      try {
        const page = await render(request)
        tell(page, null)
        return page
      } catch (error) {
        tell(null, error instanceof ServiceError ? error.type : 'cancelled')
        throw error
      }
    },
    state: () => opened?.state() ?? { active: 0, waiting: 0, pids: [] },
    async close() {
      await pool?.catch(() => {})
      await opened?.close()
      await egress?.close()
    },
  }
}

/** The end of the time, less what reading the document and formatting it will take. */
function timesOf(now: number, deadlineAt: number): { settleAt: number; readAt: number } {
  const left = Math.max(0, deadlineAt - now)
  return {
    settleAt: deadlineAt - Math.min(2000, Math.max(400, left * 0.15)),
    readAt: deadlineAt - Math.min(700, Math.max(150, left * 0.05)),
  }
}

async function navigate(tab: Tab, url: string, until: number): Promise<void> {
  const { errorText = '', isDownload } = await tab.orLost(beforeTime(tab.send('Page.navigate', { url }), until))
  if (isDownload || errorText === 'net::ERR_ABORTED') throw new NotHtml(tab.traffic)
  if (errorText !== '') throw new Failed(errorText)
}

function checkMain({ traffic }: Tab, maxBodyBytes: number): void {
  const declared = Number(traffic.answer?.headers['content-length'] ?? 0)
  if (traffic.mainBytes > maxBodyBytes || declared > maxBodyBytes) throw tooLarge(maxBodyBytes)
  if (traffic.broken !== null) throw new Failed(traffic.broken)
  if (traffic.answer && !isHtml(traffic.answer.headers['content-type'])) throw new NotHtml(traffic)
}

async function readPage(
  { traffic }: Tab,
  evaluate: ReturnType<typeof openWorld>,
  until: number,
  { maxBodyBytes, onlySeen }: { maxBodyBytes: number; onlySeen: boolean },
): Promise<RenderedDocument> {
  const reading = await beforeTime(evaluate(readDocument({ maxChars: maxBodyBytes, onlyVisible: onlySeen })), until)
  if (reading.url.startsWith('chrome-error:')) throw new Failed('net::ERR_FAILED')
  if (reading.html === null) throw tooLarge(maxBodyBytes)
  if (!isHtml(reading.contentType)) throw new NotHtml(traffic)
  return reading
}

/** Until the page answers, whatever script runs is ended: one in a loop would keep the document from being read. */
async function interrupt(tab: Tab, evaluate: ReturnType<typeof openWorld>): Promise<void> {
  tab.send('Emulation.setVirtualTimePolicy', { policy: 'pause' }).catch(() => {})
  const impatient = setInterval(() => tab.send('Runtime.terminateExecution').catch(() => {}), interruptAfterMs)
  try {
    await evaluate('1')
  } catch (error) {
    // The question itself may be what was ended.
    if (error instanceof TabLost || error instanceof DocumentGone) throw error
  } finally {
    clearInterval(impatient)
  }
}

const interruptAfterMs = 100

function toPage(url: string, { traffic }: Tab, reading: RenderedDocument, pending: string[]): Page {
  const { html, url: shownUrl, hiddenLength } = reading
  const body = new TextEncoder().encode(html ?? '')
  return {
    url,
    finalUrl: /^https?:/.test(shownUrl) ? shownUrl : (traffic.answer?.url ?? url),
    status: traffic.answer?.status ?? 200,
    contentType: traffic.answer?.headers['content-type'] ?? null,
    mediaType: 'text/html',
    charset: 'utf-8',
    headers: traffic.answer?.headers ?? {},
    body,
    rendered: true,
    complete: pending.length === 0,
    onlySeen: hiddenLength !== null,
    warnings: [...incomplete(pending), ...hiddenTextRemoved(hiddenLength ?? 0)],
  }
}

function incomplete(pending: string[]): Page['warnings'] {
  if (pending.length === 0) return []
  const message = `The page was read before it was complete; still under way: ${pending.join('; ')}`
  return [{ code: 'render_incomplete', message }]
}

/** What the fence refused is told as such. */
function explain(error: unknown, { egress, traffic }: Tab, url: string): unknown {
  if (!(error instanceof Failed)) return error
  if (traffic.redirects > maxRedirects || error.reason === 'net::ERR_TOO_MANY_REDIRECTS') {
    return new ServiceError('too_many_redirects', `${new URL(url).host} redirects more than ${maxRedirects} times`)
  }
  const reason = egress.reasonFor(traffic.mainUrl || url)
  if (reason?.type === 'address_refused' && traffic.mainUrl !== url) {
    const { protocol, host } = new URL(traffic.mainUrl)
    const message = `A redirect to ${host === '' ? protocol : `${protocol}//${host}`} is refused: ${reason.message}`
    return new ServiceError('address_refused', message, { param: 'url', cause: reason })
  }
  return reason?.type === 'address_refused' || reason?.type === 'response_too_large' ? reason : error
}

function tooLarge(maxBodyBytes: number): ServiceError {
  return new ServiceError('response_too_large', `The page is larger than ${maxBodyBytes} bytes`)
}

/** Header or essence; a page without one may be HTML: the document itself tells in the end. */
function isHtml(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType.trim() === '') return true
  return /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(contentType)
}

const timeUp = () => new ServiceError('target_timeout', 'The page could not be rendered within the time limit')

function asTimeout(error: unknown): unknown {
  return error instanceof DocumentGone ? timeUp() : error
}

const beforeTime = <T>(work: Promise<T>, until: number): Promise<T> => orLate(until, timeUp, work)

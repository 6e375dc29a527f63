/** Renders one page in a tab: navigates, waits until it is complete, and reads its document. */

import { setTimeout as sleep } from 'node:timers/promises'
import { lastLoadingTime, orLate } from '../base/deadline.ts'
import { ServiceError } from '../base/errors.ts'
import { planRetry } from '../base/retry.ts'
import { isFreePage } from '../contract/prices.ts'
import { screenshotCut } from '../contract/warning.ts'
import { redirectRefusal } from '../fetch/guard/address-policy.ts'
import { isTransientStatus, targetRetry } from '../fetch/retrieve.ts'
import { isHtml, parseContentType } from '../page/media-kind.ts'
import type { FramedDocument, Page, PageRequest } from '../page/page.ts'
import { type ReadDocument, readFrames, readUnit } from './frames/read-frames.ts'
import { openPage, settleFrames } from './frames/settle-frames.ts'
import { bringIntoView, maxImageHeight, takeScreenshot } from './screenshot/take-screenshot.ts'
import { loadAll } from './settle/load-on-scroll.ts'
import { findMatch, settle } from './settle/settle.ts'
import type { SettleOptions } from './settle/settling-page.ts'
import { DocumentGone, type Evaluate, TabLost } from './tab/isolated-world.ts'
import { resize, screenOf } from './tab/page-device.ts'
import { followImages } from './tab/page-requests.ts'
import type { Tab } from './tab/tab.ts'

/** Matches documents of other types that were declared as HTML, in the form in which Chromium returns them. */
const declaredAsHtml = /^<html><head><\/head><body>\s*(?:%PDF-|\{\\rtf|PK\p{Cc})/u
/** Interval at which scripts that block reading the document are interrupted. */
const interruptEveryMs = 100
/** Time for a last search for the selector, after the time limit and before the document is read. */
const lastSearchMs = 100
/** Maximum length of a selector in a message. */
const maxShownChars = 100

/**
 * Returns the page as a visitor sees it. `maxBodyBytes` limits the document both before and after its scripts run. At the time limit, reads the page in its current state, with the warnings `render_incomplete` and
 * `wait_for_not_met`. Throws LoadFailed, NotHtml, TabLost, response_too_large, target_timeout, overloaded.
 */
export async function renderPage(tab: Tab, request: PageRequest, maxBodyBytes: number): Promise<Page> {
  const { deadlineAt, waitFor, screenshot: asked } = request
  const url = request.url.href
  const { settleUntil, readUntil } = planTime(performance.now(), deadlineAt, asked !== undefined)
  const { document } = tab.traffic
  tab.egress.checkSite = request.checkSite
  await inTime(readUntil, prepare(tab, request))
  const images = asked && followImages(tab)
  await navigate(tab, url, readUntil)
  const retry = planRetry(targetRetry, { attempt: 1, deadlineAt: settleUntil })
  if (isTransientStatus(document.response?.status ?? 0) && retry?.isInTime) {
    await sleep(retry.delayMs)
    await navigate(tab, url, readUntil)
  }
  const check = () => checkDocument(tab, maxBodyBytes)
  check()
  const loadMore: SettleOptions['loadMore'] = (page, calm) =>
    asked ? bringIntoView(page, calm, asked) : loadAll(page, calm, screenOf(request.device))
  for (;;) {
    const unit = openPage(tab)
    const { evaluate } = unit.world
    const settlePage = () => settle(tab, { evaluate, until: settleUntil, check, waitFor, loadMore })
    let { isComplete, pending, isMatched } = await settlePage()
    check()
    try {
      if (!isComplete) await inTime(readUntil, endScripts(tab, evaluate))
      const settled = await inTime(
        readUntil,
        settleFrames(tab, unit, { settleUntil, readUntil, rewinds: asked !== undefined }),
      )
      // Messages from frames to the page may change something.
      if (isComplete && settled.frames.some(({ unit }) => unit !== null)) {
        ;({ isComplete, pending, isMatched } = await settlePage())
      }
      check()
      const search = (selector: string) => inTime(readUntil, findMatch(evaluate, selector, lastSearchMs))
      const lacksMatch = waitFor !== undefined && !(isMatched ?? (await search(waitFor)))
      const work = images && {
        ...{ ...asked, page: unit, images, hasFrames: settled.frames.length > 0, showUntil: settleUntil },
        hidesFrames: isFreePage(tab.traffic.document.response?.status ?? 200, []),
        inTime: <T>(work: Promise<T>) => inTime(readUntil, work),
      }
      const taken = work && (await takeScreenshot(tab, work))
      const read = await inTime(readUntil, readUnit(unit, settled.frames, maxBodyBytes))
      checkRead(tab, read, maxBodyBytes)
      const frames = await readFrames(read.places, maxBodyBytes - (read.html?.length ?? 0))
      const left = [...pending, ...settled.pending, ...(taken?.pending ?? [])]
      const page = toPage(url, tab, { read, frames, warnings: listWarnings(left, lacksMatch ? waitFor : null) })
      request.share.take(page.body.byteLength)
      return taken ? withScreenshot(page, taken, request) : page
    } catch (error) {
      check()
      if (!(error instanceof DocumentGone)) throw error
      // The document was replaced while it was being read, or interrupting its scripts also stopped the reading.
      if (performance.now() > readUntil) throw timeUp()
    }
  }
}

/** Applies the request's options to the tab. Returns immediately if there are no options. */
async function prepare(tab: Tab, { forbidden, own, locale, device, screenshot }: PageRequest): Promise<void> {
  if (forbidden) await tab.filter((filter) => filter.forbid(forbidden))
  if (locale !== undefined) await tab.askFor(locale)
  if (device !== undefined) await tab.actAs(device)
  if (own) await tab.sendOwn(own)
  if (!screenshot) return
  await Promise.all([
    tab.filter((filter) => filter.showImages()),
    resize(tab.send, { ...screenshot.viewport, isHandheld: false }),
  ])
}

/** Maximum time to keep for taking an image. */
const captureMs = 5000

/** `readUntil` is the deadline, minus the time for formatting the document. */
function planTime(now: number, deadlineAt: number, takesImage: boolean): { settleUntil: number; readUntil: number } {
  const leftMs = Math.max(0, deadlineAt - now)
  return {
    settleUntil: lastLoadingTime(deadlineAt, now) - (takesImage ? Math.min(captureMs, leftMs * 0.2) : 0),
    readUntil: deadlineAt - Math.min(700, Math.max(150, leftMs * 0.05)),
  }
}

async function navigate(tab: Tab, url: string, until: number): Promise<void> {
  tab.restart()
  const { errorText = '', isDownload } = await tab.orLost(inTime(until, tab.send('Page.navigate', { url })))
  if (isDownload || errorText === 'net::ERR_ABORTED') throw new NotHtml(tab.traffic)
  if (errorText !== '') throw new LoadFailed(errorText)
}

function checkDocument({ traffic }: Tab, maxBodyBytes: number): void {
  const { response, receivedBytes, failure } = traffic.document
  const declaredBytes = Number(response?.headers['content-length'] ?? 0)
  if (receivedBytes > maxBodyBytes || declaredBytes > maxBodyBytes) throw tooLarge(maxBodyBytes)
  if (failure !== null) throw new LoadFailed(failure)
  if (response && !mayBeHtml(response.headers['content-type'])) throw new NotHtml(traffic)
}

function checkRead({ traffic }: Tab, { url, html, contentType }: ReadDocument, maxBodyBytes: number): void {
  if (url.startsWith('chrome-error:')) throw new LoadFailed('net::ERR_FAILED')
  if (html === null) throw tooLarge(maxBodyBytes)
  if (!mayBeHtml(contentType) || declaredAsHtml.test(html)) throw new NotHtml(traffic)
}

/** Interrupts running scripts until the page evaluates expressions again, because a script in a loop would block reading the document. */
async function endScripts(tab: Tab, evaluate: Evaluate): Promise<void> {
  if (!tab.budgets.isRealTime) tab.send('Emulation.setVirtualTimePolicy', { policy: 'pause' }).catch(() => {})
  const timer = setInterval(() => tab.send('Runtime.terminateExecution').catch(() => {}), interruptEveryMs)
  try {
    await evaluate('1')
  } catch (error) {
    // Any other error means that the evaluation itself was interrupted.
    if (error instanceof TabLost || error instanceof DocumentGone) throw error
  } finally {
    clearInterval(timer)
  }
}

function withScreenshot(
  page: Page,
  { screenshot, wholeHeight }: Awaited<ReturnType<typeof takeScreenshot>>,
  { share }: PageRequest,
): Page {
  const taken = [screenshot, ...(screenshot.withoutFrames ? [screenshot.withoutFrames] : [])]
  const images = new Set(taken.flatMap(({ png, tiles }) => [png, ...tiles.map((tile) => tile.png)]))
  for (const { byteLength } of images) share.take(byteLength)
  if (wholeHeight <= maxImageHeight) return { ...page, screenshot }
  const warnings = [...page.warnings, screenshotCut(wholeHeight, maxImageHeight)]
  return { ...page, screenshot, complete: false, warnings }
}

interface ReadPage extends Pick<Page, 'warnings'> {
  read: ReadDocument
  frames: FramedDocument[]
}

function toPage(url: string, { traffic: { document, requests } }: Tab, { read, frames, warnings }: ReadPage): Page {
  const { url: shownUrl, html, hidden } = read
  const { response } = document
  const { failedScript } = requests
  return {
    url,
    finalUrl: /^https?:/.test(shownUrl) ? shownUrl : (response?.url ?? url),
    status: response?.status ?? 200,
    contentType: response?.headers['content-type'] ?? null,
    mediaType: 'text/html',
    charset: 'utf-8',
    headers: response?.headers ?? {},
    body: new TextEncoder().encode(html ?? ''),
    rendered: true,
    complete: warnings.length === 0,
    ...(hidden ? { hidden } : {}),
    ...(frames.length > 0 ? { frames } : {}),
    ...(failedScript === null ? {} : { failedScript }),
    warnings,
  }
}

/** `unmatched` is the selector that never matched, or null. */
function listWarnings(pending: string[], unmatched: string | null): Page['warnings'] {
  const warnings: Page['warnings'] = []
  if (pending.length > 0) {
    const message = `The page was read before it was complete; still in progress: ${pending.join('; ')}`
    warnings.push({ code: 'render_incomplete', message })
  }
  if (unmatched !== null) {
    const shown = unmatched.length > maxShownChars ? `${unmatched.slice(0, maxShownChars).toWellFormed()}…` : unmatched
    const message = `Nothing on the page matched wait_for within the time limit: ${shown}`
    warnings.push({ code: 'wait_for_not_met', message })
  }
  return warnings
}

function tooLarge(maxBodyBytes: number): ServiceError {
  return new ServiceError('response_too_large', `The page is larger than ${maxBodyBytes} bytes`)
}

function timeUp(): ServiceError {
  return new ServiceError('target_timeout', 'The page could not be rendered within the time limit')
}

function inTime<T>(until: number, work: Promise<T>): Promise<T> {
  return orLate(until, timeUp, work)
}

/** The main document didn't arrive, or arrived incomplete. The message is Chromium's code for the failure: `net::ERR_…`. */
export class LoadFailed extends Error {
  override readonly name = 'LoadFailed'
}

/** The main document isn't HTML, so a browser isn't needed for it. */
export class NotHtml extends Error {
  override readonly name = 'NotHtml'
  /** The URL to which scripts navigated, or null if the requested page itself isn't HTML. */
  readonly ledTo: string | null

  constructor({ document }: Tab['traffic']) {
    super('Not HTML')
    this.ledTo = document.count > 1 ? document.url : null
  }
}

/** If a LoadFailed was caused by the guard, returns the error for that cause. Returns all other errors unchanged. */
export function explainFailure(error: unknown, { egress, traffic: { document } }: Tab, url: string): unknown {
  if (!(error instanceof LoadFailed)) return error
  const refusal = egress.reasonFor(document.url || url)
  if (refusal?.type === 'address_refused' && document.url !== url)
    return redirectRefusal(new URL(document.url), refusal)
  return refusal?.type === 'address_refused' || refusal?.type === 'response_too_large' ? refusal : error
}

/** Accepts a `Content-Type` or its essence. True if the type is missing, because the document may turn out to be HTML. */
export function mayBeHtml(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType.trim() === '') return true
  return isHtml(parseContentType(contentType)?.essence ?? '')
}

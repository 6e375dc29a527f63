/** Visits pages: loads a page, in a browser if the reader finds that the page needs one, and reads it together with its frames. */

import { ServiceError } from '../../base/errors.ts'
import type { Work } from '../../base/work.ts'
import { isFreePage, pageCredits } from '../../contract/prices.ts'
import { renderEmpty, type Warning } from '../../contract/warning.ts'
import type { EmbeddedPage, Page } from '../../page/page.ts'
import { type Reading, readValue } from '../../readers/task-error.ts'
import type { PageTaskArguments, PageTaskName, PageTaskValue, Sandbox, SandboxRunOptions } from '../../readers/tasks.ts'
import type { Engine, LoadedPage, PageLoader, PageTarget } from './load-page.ts'

export interface PageVisit extends PageTarget {
  /** `as_needed`: fetches without a browser, and uses one only if the reader finds that the page needs it. */
  engine: Engine | 'as_needed'
}

export interface ReadingTask<Name extends PageTaskName> {
  task: Name
  args: PageTaskArguments<Name>
  /** Purpose shown in progress messages, such as `as markdown`. */
  purpose: string
}

export interface VisitedPage<T> {
  value: T
  page: Omit<Page, 'body'>
  /** When it was fetched (ISO 8601). */
  fetchedAt: string
  /** True if it was fetched for an earlier request. */
  isKept: boolean
  credits: number
  /** Keeps the loaded pages for later requests. Call it once the request has succeeded. */
  keep(): Promise<void>
}

export type PageVisits = ReturnType<typeof createPageVisits>

export function createPageVisits({ load, loadFrames, find }: PageLoader, sandbox: Sandbox) {
  return {
    /**
     * Throws any error from the engines and the task. With `as_needed`, a missing browser is not an error.
     * @example
     * const { value, credits } = await visits.visitPage(
     *   { url: new URL('https://example.com/'), engine: 'as_needed' },
     *   { task: 'explain', args: [], purpose: 'to explain it' },
     *   work,
     * )
     */
    async visitPage<Name extends PageTaskName>(target: PageVisit, reading: ReadingTask<Name>, work: Work) {
      const visit = new Visit({ source: { load, loadFrames }, sandbox, target, reading, work })
      return (await visit.run()) as VisitedPage<PageTaskValue<Name>>
    },
    /** Like `visitPage`, but uses only kept pages, which are free. Returns null if a page must be loaded. Throws any error from the task. */
    visitKept<Name extends PageTaskName>(target: PageVisit, reading: ReadingTask<Name>, work: Work) {
      const source: VisitSource = { load: find, loadFrames: async () => null }
      return new Visit({ source, sandbox, target, reading, work }).run()
    },
  }
}

/** Share of the remaining time that a fetch may spend on retries if the page might need a browser afterwards. */
const retryShare = 1 / 2

/** TypeScript can't match arguments to a task that isn't known at compile time. */
interface AnySandbox {
  run(task: string, args: readonly unknown[], options: SandboxRunOptions): Promise<unknown>
}

/** Where a visit gets its pages. Both functions resolve with null if they would have to load something that the visit may not load. */
interface VisitSource {
  load(engine: Engine, target: PageTarget, work: Work): Promise<LoadedPage | null>
  loadFrames(...args: Parameters<PageLoader['loadFrames']>): Promise<readonly EmbeddedPage[] | null>
}

interface VisitParts<Name extends PageTaskName> {
  source: VisitSource
  sandbox: Sandbox
  target: PageVisit
  reading: ReadingTask<Name>
  work: Work
}

class Visit<Name extends PageTaskName> {
  readonly #loaded: LoadedPage[] = []
  readonly #parts: VisitParts<Name>

  constructor(parts: VisitParts<Name>) {
    this.#parts = parts
  }

  /** Returns null if the source may not load a page that is needed. Throws any error from the engines and the task. */
  async run(): Promise<VisitedPage<PageTaskValue<Name>> | null> {
    const { engine } = this.#parts.target
    const reading = await (engine === 'as_needed' ? this.#readAsNeeded() : this.#readFrom(engine))
    if (!reading) return null
    const value = readValue(reading)
    const loaded = this.#loaded
    const last = loaded.at(-1) as LoadedPage
    const { body, ...page } = last.page
    // The price of rendering includes the fetch before it. If the last page isn't the requested one, the visit is free.
    const credits = isFreePage(page.status, value.warnings) ? 0 : Math.max(...loaded.map((one) => one.credits))
    const keep = async () => void (await Promise.all(loaded.map((one) => one.keep?.())))
    return { value, page, fetchedAt: last.fetchedAt, isKept: last.isKept, credits, keep }
  }

  async #readAsNeeded(): Promise<Reading<PageTaskValue<Name>> | null> {
    const { work } = this.#parts
    const now = performance.now()
    const deadlineAt = now + (work.deadlineAt - now) * retryShare
    const fetched = await this.#readFrom('fetch', { ...work, deadlineAt })
    if (!fetched || fetched.renderReason === null) return fetched
    try {
      const rendered = await this.#readFrom('render')
      return rendered && this.#withMoreText(fetched, rendered)
    } catch (error) {
      if (error instanceof ServiceError && error.type === 'browser_unavailable') return fetched
      throw error
    }
  }

  async #readFrom(engine: Engine, work = this.#parts.work): Promise<Reading<PageTaskValue<Name>> | null> {
    const page = await this.#parts.source.load(engine, this.#parts.target, work)
    if (!page) return null
    this.#loaded.push(page)
    return this.#readWithFrames(page)
  }

  /** Reads the page again with the frames that it needs, which may themselves contain frames. */
  async #readWithFrames(one: LoadedPage): Promise<Reading<PageTaskValue<Name>> | null> {
    const result = await this.#read(one)
    if (result.frames.length === 0 || result.renderReason !== null) return result
    const { source, target, work } = this.#parts
    const frames = await source.loadFrames(result.frames, frameTarget(target, one), work)
    if (!frames) return null
    this.#chargeFetch()
    const embedded = [...(one.page.embedded ?? []), ...frames]
    return this.#readWithFrames({ ...one, page: { ...one.page, embedded } })
  }

  async #read({ page: { screenshot, ...page }, fetchedAt, keep }: LoadedPage): Promise<Reading<PageTaskValue<Name>>> {
    const { sandbox, reading, work } = this.#parts
    const { task, args, purpose } = reading
    const { body } = page
    work.progress?.(`Reading ${body.byteLength} bytes ${purpose}`)
    // If a page may be kept, its bytes count toward the share until it has been kept.
    const bodies = [keep ? null : body, ...(page.embedded ?? []).map((one) => one.page?.body)]
    const options = { ...work, releaseBytes: bodies.reduce((sum, one) => sum + (one?.byteLength ?? 0), 0) }
    const result = (sandbox as AnySandbox).run(task, [{ ...page, fetchedAt }, ...args], options)
    return (await result) as Reading<PageTaskValue<Name>>
  }

  /** A kept page is free, but the frames loaded for it now are not. */
  #chargeFetch(): void {
    const last = this.#loaded.pop() as LoadedPage
    this.#loaded.push({ ...last, credits: Math.max(last.credits, pageCredits(false)) })
  }

  /** Returns the plain page if rendering only removed text from it, unless rendering produced an element that the caller waited for. */
  #withMoreText<T>(fetched: Reading<T>, rendered: Reading<T>): Reading<T> {
    const [plain, { finalUrl, status, warnings, failedScript }] = this.#loaded.map(({ page }) => page) as [Page, Page]
    const unmet = warnings.find(({ code }) => code === 'wait_for_not_met')
    const isAwaited = this.#parts.target.waitFor !== undefined && !unmet
    const isOther = finalUrl !== plain.finalUrl || isFreePage(status, []) || isAwaited
    const addsText = rendered.words === null || rendered.words >= (fetched.words ?? 0)
    if (isOther || addsText || !('value' in fetched)) return rendered
    this.#loaded.pop()
    this.#chargeFetch()
    const value = fetched.value as { warnings: Warning[] }
    value.warnings = value.warnings.map((warning) =>
      warning.code === 'needs_javascript' ? (unmet ?? renderEmpty(failedScript, false)) : warning,
    )
    return fetched
  }
}

/** The target for a page's frames. A page from another origin can't choose which URLs receive the caller's own headers and cookies. */
function frameTarget(target: PageVisit, { page: { finalUrl, embedded } }: LoadedPage): PageVisit {
  const urls = [finalUrl, ...(embedded ?? []).map(({ page, url }) => page?.finalUrl ?? url)]
  const isOwn = urls.every((url) => new URL(url).origin === target.url.origin)
  return isOwn ? target : { ...target, own: undefined }
}

/** Loads and reads a page with the requested engine, or in a browser if the reader finds that the page needs one. */

import { ServiceError } from '../../base/errors.ts'
import type { Work } from '../../base/work.ts'
import { isFreePage, pageCredits } from '../../contract/prices.ts'
import { renderEmpty, type Warning } from '../../contract/warning.ts'
import type { EmbeddedPage, Page } from '../../page/page.ts'
import { type Reading, readValue } from '../../readers/reading.ts'
import type { Sandbox, SandboxRunOptions } from '../../readers/sandbox.ts'
import type { PageTaskArguments, PageTaskName, PageTaskValue } from '../../readers/tasks.ts'
import type { Engine, LoadedPage, PageLoader, PageTarget } from './load-page.ts'

export interface PageVisit extends PageTarget {
  /** `as_needed`: fetches without a browser, and uses one only if the reader finds that the page needs it. */
  engine: Engine | 'as_needed'
}

/** The task that a reader runs on the page. */
export interface ReadingTask<Name extends PageTaskName> {
  task: Name
  /** The task's arguments that follow the page. */
  args: PageTaskArguments<Name>
  /** Purpose shown in progress messages, such as `as markdown`. */
  purpose: string
}

/** A page with the result of reading it. */
export interface VisitedPage<T> {
  /** Result of the reading task. */
  value: T
  page: Omit<Page, 'body'>
  /** When it was fetched (ISO 8601). */
  fetchedAt: string
  /** True if it was fetched for an earlier request. */
  isKept: boolean
  /** Price of the visit in credits. */
  credits: number
  /** Keeps the loaded pages for later requests. Call it once the request has succeeded. */
  keep(): Promise<void>
}

export interface PageVisits {
  /**
   * Throws any error from the engines and the task. With `as_needed`, a missing browser is not an error.
   * @example
   * const { value, credits } = await visits.visitPage(
   * { url: new URL('https://example.com/'), engine: 'as_needed' },
   * { task: 'explain', args: [], purpose: 'to explain it' },
   * work,
   * )
   */
  visitPage<Name extends PageTaskName>(
    visit: PageVisit,
    reading: ReadingTask<Name>,
    work: Work,
  ): Promise<VisitedPage<PageTaskValue<Name>>>
  /** Like `visitPage`, but uses only kept pages, which are free. Returns null if a page must be loaded. Throws any error from the task. */
  visitKept<Name extends PageTaskName>(
    visit: PageVisit,
    reading: ReadingTask<Name>,
    work: Work,
  ): Promise<VisitedPage<PageTaskValue<Name>> | null>
}

/** Share of the remaining time that a fetch may spend on retries if the page might need a browser afterwards. */
const retryShare = 1 / 2

/** TypeScript can't match arguments to a task that isn't known at compile time. */
interface AnySandbox {
  run(task: string, args: readonly unknown[], options: SandboxRunOptions): Promise<unknown>
}

type Load = (engine: Engine, work: Work) => Promise<LoadedPage>
type LoadFrames = PageLoader['loadFrames']

/** Stops a visit that isn't allowed to load anything. */
class NotKept extends Error {}

export function createPageVisits({ load, loadFrames, find }: PageLoader, sandbox: Sandbox): PageVisits {
  async function read<Name extends PageTaskName>(
    { page: { screenshot, ...page }, fetchedAt, keep }: LoadedPage,
    { task, args, purpose }: ReadingTask<Name>,
    work: Work,
  ): Promise<Reading<PageTaskValue<Name>>> {
    const { body } = page
    work.progress?.(`Reading ${body.byteLength} bytes ${purpose}`)
    // If a page may be kept, the share counts its bytes until it has been kept.
    const bodies = [keep ? null : body, ...(page.embedded ?? []).map((one) => one.page?.body)]
    const options = { ...work, releaseBytes: bodies.reduce((sum, one) => sum + (one?.byteLength ?? 0), 0) }
    const reading = (sandbox as AnySandbox).run(task, [{ ...page, fetchedAt }, ...args], options)
    return (await reading) as Reading<PageTaskValue<Name>>
  }

  async function visit<Name extends PageTaskName>(
    target: PageVisit,
    reading: ReadingTask<Name>,
    work: Work,
    loadBy: Load,
    loadFramesBy: LoadFrames,
  ): Promise<VisitedPage<PageTaskValue<Name>>> {
    const loaded: LoadedPage[] = []

    async function visitBy(engine: Engine, loadingWork = work) {
      const page = await loadBy(engine, loadingWork)
      loaded.push(page)
      return readWithFrames(page)
    }

    /** Reads the page again with the frames that it needs, which may themselves contain frames. */
    async function readWithFrames(one: LoadedPage): Promise<Reading<PageTaskValue<Name>>> {
      const result = await read(one, reading, work)
      if (result.frames.length === 0 || result.renderReason !== null) return result
      const frames = await loadFramesBy(result.frames, frameTarget(target, one), work)
      chargeFetch()
      return readWithFrames(withEmbedded(one, frames))
    }

    /** A kept page is free, but the frames loaded for it now are not. */
    function chargeFetch(): void {
      const last = loaded.pop() as LoadedPage
      loaded.push({ ...last, credits: Math.max(last.credits, pageCredits(false)) })
    }

    /** Returns the plain page if rendering only removed text from it, unless rendering produced an element that the caller waited for. */
    function withMoreText<T>(fetched: Reading<T>, rendered: Reading<T>): Reading<T> {
      const [plain, { finalUrl, status, warnings, failedScript }] = loaded.map(({ page }) => page) as [Page, Page]
      const unmet = warnings.find(({ code }) => code === 'wait_for_not_met')
      const isOther = finalUrl !== plain.finalUrl || isFreePage(status, []) || (target.waitFor !== undefined && !unmet)
      const addsText = rendered.words === null || rendered.words >= (fetched.words ?? 0)
      if (isOther || addsText || !('value' in fetched)) return rendered
      loaded.pop()
      chargeFetch()
      const value = fetched.value as { warnings: Warning[] }
      value.warnings = value.warnings.map((warning) =>
        warning.code === 'needs_javascript' ? (unmet ?? renderEmpty(failedScript, false)) : warning,
      )
      return fetched
    }

    async function visitAsNeeded() {
      const fetched = await visitBy('fetch', withTimeToRender(work))
      if (fetched.renderReason === null) return fetched
      try {
        return withMoreText(fetched, await visitBy('render'))
      } catch (error) {
        if (error instanceof ServiceError && error.type === 'browser_unavailable') return fetched
        throw error
      }
    }

    const { engine } = target
    const value = readValue(await (engine === 'as_needed' ? visitAsNeeded() : visitBy(engine)))
    const last = loaded.at(-1) as LoadedPage
    const { body, ...page } = last.page
    // The price of rendering includes the fetch before it. If the last page isn't the requested one, the visit is free.
    const credits = isFreePage(page.status, value.warnings) ? 0 : Math.max(...loaded.map((one) => one.credits))
    const keep = async () => void (await Promise.all(loaded.map((one) => one.keep?.())))
    return { value, page, fetchedAt: last.fetchedAt, isKept: last.isKept, credits, keep }
  }

  return {
    visitPage: (target, reading, work) =>
      visit(target, reading, work, (engine, limited) => load(engine, target, limited), loadFrames),
    async visitKept(target, reading, work) {
      async function findOrEnd(engine: Engine): Promise<LoadedPage> {
        const kept = await find(engine, target, work)
        if (!kept) throw new NotKept()
        return kept
      }
      try {
        return await visit(target, reading, work, findOrEnd, () => Promise.reject(new NotKept()))
      } catch (error) {
        if (error instanceof NotKept) return null
        throw error
      }
    },
  }
}

/** A single fetch may take all the remaining time, since a browser might not be needed. */
function withTimeToRender(work: Work): Work {
  const now = performance.now()
  return { ...work, deadlineAt: now + (work.deadlineAt - now) * retryShare }
}

/** The target for a page's frames. A page from another origin can't choose which URLs receive the caller's own headers and cookies. */
function frameTarget(target: PageVisit, { page: { finalUrl, embedded } }: LoadedPage): PageVisit {
  const urls = [finalUrl, ...(embedded ?? []).map(({ page, url }) => page?.finalUrl ?? url)]
  const isOwn = urls.every((url) => new URL(url).origin === target.url.origin)
  return isOwn ? target : { ...target, own: undefined }
}

function withEmbedded({ page, ...loaded }: LoadedPage, embedded: readonly EmbeddedPage[]): LoadedPage {
  return { ...loaded, page: { ...page, embedded: [...(page.embedded ?? []), ...embedded] } }
}

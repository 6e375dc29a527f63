/** Visits a page: loads it by the engine that the input asks for and reads it, with `render_if_needed` in a browser where that is needed. */

import { pageCredits, type ScrapeInput } from '../contract/scrape.ts'
import type { Deadline } from '../deadline.ts'
import { ServiceError } from '../errors.ts'
import type { Page, PageRequest, PageSource } from '../page.ts'
import { type Reading, readValue } from '../sandbox/reading.ts'
import { ownFields } from './own-fields.ts'
import type { OperationParts, PageEngine } from './parts.ts'
import type { RequestContext } from './request.ts'

/** How pages are loaded: fetched plainly, or rendered in a browser. */
type Engine = 'fetch' | 'render'

/** Reads a page once; its body may be moved away meanwhile. */
export type ReadPage<T> = (page: Page) => Promise<Reading<T>>

/** A page as it was loaded. */
interface LoadedPage {
  page: Page
  /** Credits that loading it costs: none where the target answered 4xx or 5xx. */
  credits: number
}

export interface Visit<T> {
  /** What was read of the page. */
  value: T
  /** Credits that the visit costs. */
  credits: number
}

/** Throws what the engines and `read` throw. Where the browser is only to be used if needed, it is no failure that there is none. */
export type VisitPage = <T>(
  input: ScrapeInput,
  request: RequestContext,
  deadline: Deadline,
  read: ReadPage<T>,
) => Promise<Visit<T>>

/** Share of the time left in which a fetch may try again, where a browser may have to load the page after it. */
const retryShare = 1 / 2

type VisitParts = Pick<PageEngine, 'fetchPage' | 'renderPage'> & Pick<OperationParts, 'locale'>

export function createVisitPage({ fetchPage, renderPage, locale }: VisitParts): VisitPage {
  const sources: Record<Engine, PageSource> = { fetch: fetchPage, render: renderPage }

  /** Every page of a scrape passes through here. */
  async function loadWith(engine: Engine, request: PageRequest): Promise<LoadedPage> {
    const page = await sources[engine].load(request)
    return { page, credits: page.status >= 400 ? 0 : pageCredits(engine === 'render') }
  }

  function pageRequest(input: ScrapeInput, { share, stages }: RequestContext, limits: Deadline): PageRequest {
    const { signal, deadlineAt } = limits
    return {
      ...{ url: input.url, signal, deadlineAt, share, stages },
      ...{ own: ownFields(input), locale: input.locale ?? locale, waitFor: input.wait_for },
    }
  }

  return async <T>(input: ScrapeInput, request: RequestContext, deadline: Deadline, read: ReadPage<T>) => {
    async function visitWith(engine: Engine, limits = deadline) {
      request.progress?.(`${engine === 'render' ? 'Rendering' : 'Fetching'} ${input.url.host}`)
      const { page, credits } = await loadWith(engine, pageRequest(input, request, limits))
      return { reading: await read(page), credits }
    }

    async function visitAsNeeded() {
      const fetched = await visitWith('fetch', withTimeToRender(deadline))
      if (fetched.reading.renderReason === null) return fetched
      return visitWith('render').catch((error: unknown) => {
        if (error instanceof ServiceError && error.type === 'browser_unavailable') return fetched
        throw error
      })
    }

    const isDecidedByReading = input.render_if_needed && !input.render_js
    const { reading, credits } = await (isDecidedByReading
      ? visitAsNeeded()
      : visitWith(input.render_js ? 'render' : 'fetch'))
    return { value: readValue(reading), credits }
  }
}

/** The fetch itself may take all of the time: a page that needs no browser is worth it. */
function withTimeToRender(deadline: Deadline): Deadline {
  const now = performance.now()
  return { ...deadline, deadlineAt: now + (deadline.deadlineAt - now) * retryShare }
}

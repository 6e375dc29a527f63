/** Visits a page: loads it by the engine that the input asks for and reads it, with `render_if_needed` in a browser where that is needed. */

import type { Deadline } from '../base/deadline.ts'
import { ServiceError } from '../base/errors.ts'
import { isFreeStatus } from '../contract/prices.ts'
import type { ScrapeInput } from '../contract/scrape.ts'
import { type Reading, readValue } from '../readers/reading.ts'
import type { Engine, LoadedPage, PageLoader } from './load-page.ts'
import type { RequestContext } from './request.ts'

type ReadPage<T> = (loaded: LoadedPage) => Promise<Reading<T>>

export interface Visit<T> {
  /** What was read of the page. */
  value: T
  /** Credits that the visit costs. */
  credits: number
  /** What was loaded for it, to be kept once the request has succeeded. */
  loaded: readonly LoadedPage[]
}

/** Throws what the engines and `read` throw. Where the browser is only to be used if needed, it is no failure that there is none. */
export type VisitPage = <T>(
  input: ScrapeInput,
  request: RequestContext,
  deadline: Deadline,
  read: ReadPage<T>,
) => Promise<Visit<T>>

interface PageVisits {
  visitPage: VisitPage
  /** The same by kept pages alone, which cost nothing; null where something has to be loaded. Throws what `read` throws. */
  visitKept<T>(
    input: ScrapeInput,
    request: RequestContext,
    deadline: Deadline,
    read: ReadPage<T>,
  ): Promise<Visit<T> | null>
}

/** Share of the time left in which a fetch may try again, where a browser may have to load the page after it. */
const retryShare = 1 / 2

type Load = (engine: Engine, limits: Deadline) => Promise<LoadedPage>

/** Ends a visit that is to load nothing. */
class NotKept extends Error {}

export function createPageVisits({ load, find }: PageLoader): PageVisits {
  async function visit<T>(input: ScrapeInput, deadline: Deadline, loadBy: Load, read: ReadPage<T>): Promise<Visit<T>> {
    const loaded: LoadedPage[] = []

    async function visitWith(engine: Engine, limits = deadline) {
      const page = await loadBy(engine, limits)
      loaded.push(page)
      return read(page)
    }

    async function visitAsNeeded() {
      const fetched = await visitWith('fetch', withTimeToRender(deadline))
      if (fetched.renderReason === null) return fetched
      return visitWith('render').catch((error: unknown) => {
        if (error instanceof ServiceError && error.type === 'browser_unavailable') return fetched
        throw error
      })
    }

    const isDecidedByReading = input.render_if_needed && !input.render_js
    const reading = await (isDecidedByReading ? visitAsNeeded() : visitWith(input.render_js ? 'render' : 'fetch'))
    const value = readValue(reading)
    // The price of rendering includes the fetch before it. An error page in the end costs nothing, regardless of what came before.
    const isFree = isFreeStatus(loaded.at(-1)?.page.status ?? 0)
    return { value, credits: isFree ? 0 : Math.max(...loaded.map(({ credits }) => credits)), loaded }
  }

  return {
    visitPage: (input, request, deadline, read) =>
      visit(input, deadline, (engine, limits) => load(engine, input, request, limits), read),
    async visitKept(input, request, deadline, read) {
      async function findOrEnd(engine: Engine): Promise<LoadedPage> {
        const kept = await find(engine, input, request)
        if (!kept) throw new NotKept()
        return kept
      }
      try {
        return await visit(input, deadline, findOrEnd, read)
      } catch (error) {
        if (error instanceof NotKept) return null
        throw error
      }
    },
  }
}

/** The fetch itself may take all of the time: a page that needs no browser is worth it. */
function withTimeToRender(deadline: Deadline): Deadline {
  const now = performance.now()
  return { ...deadline, deadlineAt: now + (deadline.deadlineAt - now) * retryShare }
}

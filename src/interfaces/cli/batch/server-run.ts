/** Runs `gleaner scrape --server URL`: one page as a request to a running service, and the pages of a list in batches. */

import { createClient, type ErrorBody, GleanerError } from '../../../../packages/client/src/client.ts'
import { type Problem, ServiceError } from '../../../base/errors.ts'
import type { OperationResult } from '../../../contract/operation.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import type { Invoke, RawParameters, TypedInvoke } from '../../../operations/runtime.ts'

/** Maximum number of a list's pages in progress. The service decides how many of them it loads at once. */
export const pagesInFlight = 128

/** While a batch runs, the next one waits for this many pages. */
const minPages = 64

type Raw = Readonly<Record<string, unknown>> & { url: string }
type Client = ReturnType<typeof createClient>

interface ServerOptions {
  server: string
  key: string | undefined
  isList: boolean
  signal: AbortSignal
}

/**
 * Returns an `invoke` that calls the service, and the signal for the run. Until the service has returned a page of a list, a failed request
 * stops the whole run: the signal aborts with its error. Throws value_error.
 */
export function runOnServer({ server, key, isList, signal: left }: ServerOptions) {
  const stopped = new AbortController()
  const signal = AbortSignal.any([left, stopped.signal])
  const client = openClient(server, key)
  const add = createBatches(client, signal, (error) => stopped.abort(error))
  const invoke: Invoke = async (operation, given) => {
    const { raw, faulty } = given as RawParameters & { raw: Raw }
    // The service knows which models it allows.
    parseInput(operation, { ...raw, model: undefined }, faulty)
    // A batch has no offset.
    if (isList && raw.offset === undefined) return add(raw)
    try {
      return (await client.scrape(raw as never, { signal })) as never
    } catch (error) {
      throw signal.aborted ? signal.reason : failureOf(error)
    }
  }
  return { signal, invoke: invoke as TypedInvoke }
}

function openClient(baseUrl: string, key: string | undefined): Client {
  try {
    return createClient({ baseUrl, ...(key !== undefined && { key }) })
  } catch (cause) {
    const { message } = cause as TypeError
    throw new ServiceError('value_error', `Value error, the API key is invalid: ${message}`, { cause, next: keyNext })
  }
}

/** Returns the function that scrapes a page in the next batch. */
function createBatches(client: Client, signal: AbortSignal, stop: (error: ServiceError) => void) {
  let waiting: (PromiseWithResolvers<OperationResult> & { raw: Raw })[] = []
  let underWay = 0
  let hasAnswered = false

  function send(): void {
    if (underWay > 0 && waiting.length < minPages) return
    // The service sends headers and cookies to one origin.
    const originOf = ({ raw }: { raw: Raw }) => (raw.headers || raw.cookies ? new URL(raw.url).origin : '')
    for (const pages of Map.groupBy(waiting, originOf).values()) void scrape(pages)
    waiting = []
  }

  async function scrape(pages: typeof waiting): Promise<void> {
    underWay++
    const { url: _, ...shared } = pages[0]?.raw ?? {}
    let failure = new ServiceError('internal', 'The service left out a page')
    try {
      const urls = pages.map(({ raw }) => raw.url)
      for await (const { index, result, error } of client.scrapeBatch({ ...shared, urls } as never, { signal })) {
        hasAnswered = true
        if (error) pages[index]?.reject(errorOf(error))
        else pages[index]?.resolve(result as never)
      }
    } catch (error) {
      failure = failureOf(error)
      if (!hasAnswered) stop(failure)
    }
    for (const { reject } of pages) reject(failure)
    underWay--
    send()
  }

  return (raw: Raw): Promise<OperationResult> => {
    const page = { raw, ...Promise.withResolvers<OperationResult>() }
    waiting.push(page)
    setImmediate(send)
    return page.promise
  }
}

const keyNext = 'Pass the key of the service in GLEANER_API_KEY or --api-key.'

/** Returns the error of a request that failed as a whole. */
function failureOf(error: unknown): ServiceError {
  if (error instanceof GleanerError && error.type !== 'unknown_response') {
    const { detail, hint, requestId, retryable, creditsCharged } = error
    const body = { detail: [...detail], hint, request_id: requestId ?? '', retryable, credits_charged: creditsCharged }
    return errorOf(error.status === 401 ? { ...body, hint: keyNext } : body)
  }
  const { message, cause } = error as Error
  const { code } = (cause instanceof Error ? (cause.cause ?? cause) : {}) as NodeJS.ErrnoException
  const next = 'Check the URL after --server, and that a Gleaner service is running there.'
  return new ServiceError('internal', code ? `${message}: ${code}` : message, { cause: error, next })
}

/** Returns the error of an error body, with its request ID. */
function errorOf({ detail, hint, request_id: requestId, retryable, credits_charged: credits }: ErrorBody) {
  const error = ServiceError.fromProblems(detail as [Problem, ...Problem[]]).charged(credits)
  return Object.assign(error, { next: hint ?? error.next, isFinal: !retryable, requestId })
}

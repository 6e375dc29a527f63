/** What the service answers where it refuses or fails, as an error. */

import type { ErrorType } from './api.ts'

/** One fault; `loc` is `["query", parameter]`, and empty where no parameter is at fault. */
export interface ErrorDetail {
  loc: string[]
  msg: string
  type: ErrorType
}

export class GleanerError extends Error {
  override readonly name = 'GleanerError'
  /** Of the first fault. `unknown_response` where something other than the service answered: a proxy in between, or another server. */
  readonly type: ErrorType | 'unknown_response'
  /** Of the response. */
  readonly status: number
  /** All faults; those of an input are reported at once. */
  readonly detail: readonly ErrorDetail[]
  /** Whether the same request may succeed later. */
  readonly retryable: boolean
  /** Seconds after which it may; null where the service does not say. */
  readonly retryAfterS: number | null
  /** Names the request in the service's log. */
  readonly requestId: string | null
  readonly creditsCharged: number

  private constructor(response: Response, body: Partial<ErrorBody>) {
    const { detail = [], retryable = false, request_id = null, credits_charged = 0 } = body
    const [first] = detail
    const { status, headers } = response
    super(
      first
        ? `${first.type}: ${detail.map(({ msg }) => msg).join('; ')}`
        : `The answer with status ${status} is no error body`,
    )
    const retryAfterS = Number(headers.get('retry-after') ?? Number.NaN)
    this.type = first?.type ?? 'unknown_response'
    this.status = status
    this.detail = detail
    this.retryable = retryable
    this.retryAfterS = Number.isFinite(retryAfterS) ? retryAfterS : null
    this.requestId = request_id ?? headers.get('x-request-id')
    this.creditsCharged = credits_charged
  }

  /** Reads the body of a response that is no success. */
  static async from(response: Response): Promise<GleanerError> {
    const body: unknown = await response.json().catch(() => null)
    return new GleanerError(response, isErrorBody(body) ? body : {})
  }
}

interface ErrorBody {
  detail: ErrorDetail[]
  request_id: string
  retryable: boolean
  credits_charged: number
}

function isErrorBody(body: unknown): body is ErrorBody {
  return (
    typeof body === 'object' && body !== null && 'detail' in body && Array.isArray(body.detail) && 'retryable' in body
  )
}

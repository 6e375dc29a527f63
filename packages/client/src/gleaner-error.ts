/** The error that a method throws when the service refuses a request or fails. */

import type { ErrorType } from './api.ts'

/** One problem. `loc` is `["query", parameter]`, or empty if no parameter caused it. */
export interface ErrorDetail {
  loc: string[]
  msg: string
  type: ErrorType
}

export class GleanerError extends Error {
  override readonly name = 'GleanerError'
  /** Type of the first problem. `unknown_response` if something other than the service, such as a proxy, answered. */
  readonly type: ErrorType | 'unknown_response'
  /** HTTP status of the response. */
  readonly status: number
  /** All problems. Problems with parameters are reported together. */
  readonly detail: readonly ErrorDetail[]
  /** True if the same request may succeed later. */
  readonly retryable: boolean
  /** Seconds to wait before retrying, or null if the service doesn't say. */
  readonly retryAfterS: number | null
  /** Identifies the request in the service's log. */
  readonly requestId: string | null
  readonly creditsCharged: number
  /** The next step, or null if something other than the service answered. */
  readonly hint: string | null

  private constructor(response: Response, body: Partial<ErrorBody>) {
    const { detail = [], retryable = false, hint = null, request_id = null, credits_charged = 0 } = body
    const [first] = detail
    const { status, headers } = response
    super(
      first
        ? `${first.type}: ${detail.map(({ msg }) => msg).join('; ')}`
        : `${response.url.split('?')[0]} responded with status ${status}, but not with a Gleaner error`,
    )
    const retryAfterS = Number(headers.get('retry-after') ?? Number.NaN)
    this.type = first?.type ?? 'unknown_response'
    this.status = status
    this.detail = detail
    this.retryable = retryable
    this.retryAfterS = Number.isFinite(retryAfterS) ? retryAfterS : null
    this.requestId = request_id ?? headers.get('x-request-id')
    this.creditsCharged = credits_charged
    this.hint = hint
  }

  /** Reads the body of a response that is not ok. */
  static async from(response: Response): Promise<GleanerError> {
    const body: unknown = await response.json().catch(() => null)
    return new GleanerError(response, isErrorBody(body) ? body : {})
  }
}

/** The body of an error, also in a line of a batch. */
export interface ErrorBody {
  detail: ErrorDetail[]
  request_id: string
  retryable: boolean
  hint: string | null
  credits_charged: number
}

function isErrorBody(body: unknown): body is ErrorBody {
  return (
    typeof body === 'object' && body !== null && 'detail' in body && Array.isArray(body.detail) && 'retryable' in body
  )
}

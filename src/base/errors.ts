/** The service's error, and the table of all its types. Code in any folder may throw it, and interfaces translate it into responses. */

interface ErrorRule {
  /** HTTP status of the response (docs/api.md, Errors). */
  status: number
  /** True if the same request may succeed later. */
  retryable?: true
  /** Next step for the caller: one sentence for a person or an agent. */
  next: string
}

const fixInput = { status: 422, next: 'Correct the parameter and try again.' } as const

const table = {
  // Invalid input. The names come from Pydantic.
  missing: { status: 422, next: 'Add the missing parameter.' },
  string_type: fixInput,
  string_too_short: fixInput,
  string_too_long: fixInput,
  url_parsing: { status: 422, next: 'Pass an absolute http or https URL, for example https://example.com/.' },
  url_scheme: { status: 422, next: 'Pass an absolute URL that starts with http:// or https://.' },
  int_parsing: { status: 422, next: 'Use a whole number, without a unit.' },
  float_parsing: { status: 422, next: 'Use a number, without a unit.' },
  bool_parsing: { status: 422, next: 'Use true or false.' },
  enum: { status: 422, next: 'Use one of the allowed values.' },
  greater_than_equal: fixInput,
  less_than_equal: fixInput,
  extra_forbidden: { status: 422, next: 'Remove the unknown parameter or correct its name.' },
  value_error: fixInput,
  address_refused: {
    status: 422,
    next: "This server only fetches pages at public addresses that it is allowed to reach. Use the page's public URL.",
  },
  selector_not_matched: {
    status: 422,
    next: 'Compare css_selector or extract_rules with the HTML of the page (output=raw_html), set render_js=true if scripts build that part, or omit the selector.',
  },
  // The request and its caller.
  bad_request: { status: 400, next: 'Send a well-formed HTTP request.' },
  unauthorized: { status: 401, next: 'Send the header "Authorization: Bearer <API key>" with a valid key.' },
  insufficient_credits: { status: 402, next: 'Add credits to the key, or use another key.' },
  forbidden_origin: {
    status: 403,
    next: 'Call the service from a program, or from a page on a host listed in GLEANER_ALLOWED_HOSTS.',
  },
  not_found: { status: 404, next: 'See /openapi.json for the routes.' },
  method_not_allowed: { status: 405, next: 'Use the method named in the Allow header.' },
  idempotency_in_progress: {
    status: 409,
    retryable: true,
    next: 'Wait until the first request with this Idempotency-Key has finished.',
  },
  idempotency_not_kept: {
    status: 409,
    next: 'The request was completed and charged, but its response was not kept. To run it again, use a new Idempotency-Key.',
  },
  idempotency_mismatch: { status: 422, next: 'To send different parameters, use a new Idempotency-Key.' },
  unsupported_media_type: {
    status: 415,
    next: 'Send the parameters as application/json in UTF-8, or in the query string of a GET request. To upload a document, POST its bytes to /v1/convert.',
  },
  request_too_large: { status: 413, next: 'Send a smaller request.' },
  request_head_too_large: { status: 431, next: 'Send a shorter URL or fewer headers.' },
  rate_limited: { status: 429, retryable: true, next: 'Wait for the number of seconds in Retry-After.' },
  // The target.
  target_unreachable: { status: 502, retryable: true, next: 'Check the URL. If it is correct, try again later.' },
  target_blocked: {
    status: 502,
    next: 'The site refuses automated requests. Try another source for the same content.',
  },
  too_many_redirects: { status: 502, next: 'Request the final URL directly.' },
  response_too_large: { status: 502, next: 'Request a smaller page. The server sets the size limit.' },
  unsupported_content_type: {
    status: 502,
    next: 'Supported: HTML, text, JSON, XML, CSV, PDF, RTF, EPUB, Office (docx, xlsx, xls, pptx), OpenDocument, e-mail, notebooks, ZIP and web archives. For types other than HTML, use output markdown, links or emails.',
  },
  invalid_response: {
    status: 502,
    retryable: true,
    next: "If the response was cut off or broken, try again later. Documents that are too large or too complex can't be read.",
  },
  model_failed: {
    status: 502,
    retryable: true,
    next: 'Try again later, or omit prompt and json_schema, and read the page yourself.',
  },
  // Errors of this service.
  overloaded: { status: 503, retryable: true, next: 'Wait a moment and try again.' },
  browser_unavailable: { status: 503, next: 'Omit render_js: no browser is available on this server.' },
  model_not_configured: {
    status: 503,
    next: 'Omit prompt and json_schema, and read the page yourself. No language model is set up on this server.',
  },
  storage_unavailable: { status: 503, retryable: true, next: 'Try again in a moment.' },
  target_timeout: { status: 504, retryable: true, next: 'Try again with a larger timeout_ms.' },
  internal: { status: 500, retryable: true, next: 'Try again. If the request fails again, report its ID.' },
} as const satisfies Record<string, ErrorRule>

export type ErrorType = keyof typeof table

/** All error types, each with its HTTP status, whether to retry, and the next step. */
export const errorTable: Record<ErrorType, ErrorRule> = table

/** Returns the name that clients see for a type. 431 has the same name as 413 (docs/api.md, Errors). */
export function publicType(type: ErrorType): string {
  return type === 'request_head_too_large' ? 'request_too_large' : type
}

/** One entry of the error body's `detail`. `loc` is empty if no parameter is at fault. */
export interface Problem {
  loc: string[]
  msg: string
  type: ErrorType
  /** The parameter or value that the caller most likely meant. Not part of the error body's `detail`. */
  nearest?: string
  /** Next step for this problem, if it is more specific than the one in the table. Not part of the error body's `detail`. */
  next?: string
}

interface ErrorOptions {
  /** Parameter at fault, reported as `loc: ["query", param]`. */
  param?: string
  /** Next step for the caller, if it is more specific than the one in the table. */
  next?: string
  /** Seconds after which a retry may help. */
  retryAfterS?: number
  cause?: unknown
  /** True if the request is free even if a model call has begun, because our service or the model's service failed. */
  isFree?: boolean
  /** True if a retry can't help, although it may help for other errors of this type. */
  isFinal?: boolean
}

const brokenDocumentNext = "Send a complete document. Documents that are too large or too complex can't be read."

/** Maximum number of problems whose next steps are stated. */
const maxSteps = 3

/**
 * A refusal or failure that is shown to the caller. Any other error is a bug and becomes `internal`.
 * @example
 * const error = new ServiceError('overloaded', 'Too many requests wait', { retryAfterS: 2 })
 * error.status // 503
 * error.retryable // true
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly type: ErrorType
  readonly problems: Problem[]
  readonly retryAfterS: number | null
  readonly isFree: boolean
  readonly isFinal: boolean
  readonly next: string
  readonly creditsCharged: number = 0
  readonly isOfDocument: boolean = false
  /** ID of the request at the service that reported the error, if that is another process. */
  readonly requestId?: string

  constructor(type: ErrorType, message: string, options: ErrorOptions = {}) {
    super(hideKeys(message), options.cause === undefined ? undefined : { cause: options.cause })
    this.type = type
    this.problems = [{ loc: options.param === undefined ? [] : ['query', options.param], msg: this.message, type }]
    this.retryAfterS = options.retryAfterS ?? null
    this.isFree = options.isFree ?? false
    this.isFinal = options.isFinal ?? false
    this.next = options.next === undefined ? errorTable[type].next : hideKeys(options.next)
  }

  /** Returns a copy of this error for a request that was charged. Several requests may fail with the same error. */
  charged(credits: number): ServiceError {
    return credits === this.creditsCharged ? this : this.#with({ creditsCharged: credits })
  }

  /** Returns this error, with status 422 and not retryable, for a document that the caller sent. */
  ofDocument(): ServiceError {
    const next = this.next === table.invalid_response.next ? brokenDocumentNext : this.next
    return this.#with({ isOfDocument: true, next })
  }

  withNext(next: string): ServiceError {
    return this.#with({ next })
  }

  #with(changes: Partial<ServiceError>): ServiceError {
    const { message, problems, retryAfterS, isFree, isFinal, next, creditsCharged, isOfDocument, stack, cause } = this
    const fields = { problems, retryAfterS, isFree, isFinal, next, creditsCharged, isOfDocument, stack, cause }
    return Object.assign(new ServiceError(this.type, message), fields, changes)
  }

  /** Reports several problems together. The first one determines the type. */
  static fromProblems(problems: [Problem, ...Problem[]]): ServiceError {
    const [{ type, msg }] = problems
    const meant = problems.flatMap(({ nearest }) => nearest ?? [])
    const steps = [...new Set(problems.map(({ next, type }) => next ?? errorTable[type].next))].slice(0, maxSteps)
    if (meant.length > 0) steps.unshift(`Did you mean ${meant.join(', ')}?`)
    const error = new ServiceError(type, msg, { next: steps.join(' ') })
    const shown = problems.map((one) => ({ ...one, loc: one.loc.map(hideKeys), msg: hideKeys(one.msg) }))
    error.problems.splice(0, 1, ...shown)
    return error
  }

  get status(): number {
    return this.isOfDocument ? 422 : errorTable[this.type].status
  }

  /** An error with a retry time is always retryable. */
  get retryable(): boolean {
    const mayHelp = errorTable[this.type].retryable === true && !this.isOfDocument && !this.isFinal
    return mayHelp || this.retryAfterS !== null
  }
}

/** Removes the secret parts of API keys: this service's (`glnr_<id>_…`), whose IDs aren't secret, and Anthropic's (`sk-ant-…`). */
export function hideKeys(text: string): string {
  return text.replace(/(glnr_[0-9A-Za-z]{1,12}_)[0-9A-Za-z]+/g, '$1…').replace(/(sk-ant-)[0-9A-Za-z_-]+/g, '$1…')
}

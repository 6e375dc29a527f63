/** What went wrong with a call of the Anthropic API, in words that hold nothing of it, and when to try again. */

import { APIConnectionError, APIError } from '@anthropic-ai/sdk'

/** Milliseconds that the service asks for; `growing` where it says nothing; null where trying again does not help. */
type Pause = number | 'growing' | null

export class ModelFault extends Error {
  override readonly name = 'ModelFault'
  /** For logs: the vendor's type of error, or ours. */
  readonly kind: string
  /** HTTP status; null where none came. */
  readonly status: number | null
  readonly pauseMs: Pause

  constructor(message: string, given: { kind: string; status?: number; pauseMs: Pause }) {
    super(message)
    this.kind = given.kind
    this.status = given.status ?? null
    this.pauseMs = given.pauseMs
  }
}

/** The stream ended before the answer did. */
export class CutStream extends Error {
  override readonly name = 'CutStream'
}

/** Types of errors that a stream tells when it has begun already, and that pass. @see the API's documentation on errors */
const passing = new Set(['overloaded_error', 'api_error', 'rate_limit_error', 'timeout_error'])

const known: Record<number, string> = {
  400: 'The model service did not accept the request',
  401: "The model service refused this server's key",
  402: "The model service refuses this server's account",
  403: "The model service refused this server's key",
  404: 'The model service does not know the language model',
  413: 'The page is too large for the model service',
  429: 'The model service asks for fewer requests',
  529: 'The model service is overloaded',
}

/** Neither what the service answered nor what was sent stands in the message: both may hold a page, a prompt, a key. */
export function faultOf(error: unknown): ModelFault {
  if (error instanceof APIConnectionError) return broken('connection', "The model service can't be reached")
  if (error instanceof APIError) {
    const { status, type } = error
    const kind = typeof type === 'string' && /^[a-z_]{1,40}$/.test(type) ? type : 'api_error'
    if (status === undefined) {
      const pauseMs = passing.has(kind) ? 'growing' : null
      return new ModelFault(`The model service broke off its answer (${kind})`, { kind, pauseMs })
    }
    const pauseMs = isWorthRetrying(status, error.headers) ? pauseOf(error.headers) : null
    return new ModelFault(`${known[status] ?? 'The model service failed'} (status ${status})`, {
      kind,
      status,
      pauseMs,
    })
  }
  if (error instanceof CutStream) return broken('cut', 'The model service broke off its answer')
  if (error instanceof SyntaxError) return broken('malformed', 'The model service sent what is no answer')
  return broken('connection', 'The connection to the model service broke')
}

function broken(kind: string, message: string): ModelFault {
  return new ModelFault(message, { kind, pauseMs: 'growing' })
}

/** The service's own word first. */
function isWorthRetrying(status: number, headers: Headers | undefined): boolean {
  const word = headers?.get('x-should-retry')
  if (word === 'true' || word === 'false') return word === 'true'
  return status === 408 || status === 409 || status === 429 || status >= 500
}

/** `retry-after-ms`, `retry-after` in seconds or as a date. */
function pauseOf(headers: Headers | undefined): Pause {
  const ms = Number.parseFloat(headers?.get('retry-after-ms') ?? '')
  if (ms >= 0) return ms
  const after = headers?.get('retry-after') ?? ''
  const asked = /^\s*\d+(?:\.\d+)?\s*$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now()
  return asked >= 0 ? asked : 'growing'
}

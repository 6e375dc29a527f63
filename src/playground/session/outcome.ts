/** The outcome of a request. */

interface SentRequest {
  operation: string
  parameters: Readonly<Record<string, string>>
  /** Name of the file that was sent. */
  fileName?: string | undefined
}

/** The fields that results share. Each operation adds its own. */
export interface ResultBody {
  [field: string]: unknown
  content?: unknown
  output?: string
  credits_charged?: number
  next_offset?: number | null
  total_chars?: number
}

export interface Success {
  kind: 'success'
  sent: SentRequest
  body: ResultBody
  /** Time until the whole response arrived. */
  durationMs: number
  pieces: number
}

export interface Failure {
  kind: 'failure'
  type: string
  problems: readonly { field: string | null; message: string; type: string }[]
  requestId: string | null
  creditsCharged: number
  /** Seconds to wait before a retry. Null if the service doesn't say. */
  retryAfterS: number | null
}

export type Outcome = Success | Failure

/** Appends the next piece. Joins strings and arrays end to end, and objects key by key. */
export function joinPieces(before: Success, next: Success): Success {
  const { content, next_offset, credits_remaining, credits_charged = 0 } = next.body
  const body: ResultBody = {
    ...before.body,
    content: joinContent(before.body.content, content),
    next_offset,
    credits_remaining,
    credits_charged: (before.body.credits_charged ?? 0) + credits_charged,
  }
  if (typeof body.content_tokens === 'number' && typeof next.body.content_tokens === 'number')
    body.content_tokens += next.body.content_tokens
  return { ...before, body, pieces: before.pieces + 1 }
}

function joinContent(before: unknown, next: unknown): unknown {
  if (typeof before === 'string') return before + String(next)
  if (Array.isArray(before) && Array.isArray(next)) return [...before, ...next]
  return { ...(before as object), ...(next as object) }
}

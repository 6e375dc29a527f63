/** What came of a request. */

import type { Timing } from './server-timing.ts'

/** The request that is sent: an operation's name and its parameters as texts. */
export interface SentRequest {
  operation: string
  parameters: Readonly<Record<string, string>>
}

interface ResultWarning {
  code: string
  message: string
}

/** The fields that results have in common; an operation's own are beside them. */
export interface ResultBody {
  [field: string]: unknown
  content?: unknown
  output?: string
  warnings?: readonly ResultWarning[]
  credits_charged?: number
  credits_remaining?: number | null
  offset?: number
  next_offset?: number | null
  total_chars?: number
}

export interface Success {
  kind: 'success'
  sent: SentRequest
  body: ResultBody
  timing: Timing
  /** Bytes of the response's body, as it is decoded. */
  bytes: number
  /** Pieces that the content consists of. */
  pieces: number
}

export interface Failure {
  kind: 'failure'
  sent: SentRequest
  type: string
  problems: readonly { field: string | null; message: string; type: string }[]
  requestId: string | null
  creditsCharged: number
  /** When a retry may help, in milliseconds since the epoch; null at once. */
  retryAt: number | null
}

export type Outcome = Success | Failure

/** A piece that was read on, joined to what there is: texts and lists end to end, objects key by key. */
export function joinPieces(before: Success, next: Success): Success {
  const body = { ...before.body, ...pick(next.body, 'next_offset', 'credits_remaining') }
  body.content = joinContent(before.body.content, next.body.content)
  body.credits_charged = (before.body.credits_charged ?? 0) + (next.body.credits_charged ?? 0)
  if (typeof body.content_tokens === 'number' && typeof next.body.content_tokens === 'number')
    body.content_tokens = body.content_tokens + next.body.content_tokens
  return { ...before, body, bytes: before.bytes + next.bytes, pieces: before.pieces + 1 }
}

function joinContent(before: unknown, next: unknown): unknown {
  if (typeof before === 'string') return before + String(next)
  if (Array.isArray(before) && Array.isArray(next)) return [...before, ...next]
  return { ...(before as object), ...(next as object) }
}

function pick(body: ResultBody, ...names: string[]): ResultBody {
  return Object.fromEntries(names.filter((name) => name in body).map((name) => [name, body[name]]))
}

/** The piece that a client gets when it names no `max_chars`: within the tokens that clients take, whatever the script it is written in. */

import type { OperationResult } from '../../../contract/operation.ts'
import type { Content } from '../../../contract/scrape.ts'
import { windowOf } from '../../../operations/window.ts'

/** Claude Code refuses results above 25,000 tokens; the fields beside the content have their part of them. */
const maxContentTokens = 23_000

/** The same result, or one with a shorter piece of its content where that is dense: 40,000 Chinese characters are no 10,000 tokens. */
export function withinTokens(body: OperationResult, maxTokens = maxContentTokens): OperationResult {
  const { content, total_chars: total, next_offset: next } = body as unknown as Windowed
  if (content === null || typeof total !== 'number') return body
  const whole = windowOf(content, 0, null)
  // Items are counted from behind the opening bracket.
  const base = typeof content === 'string' ? 0 : 1
  const start = (next ?? total) - (whole.total_chars - base)
  let piece = whole
  let tokens = overestimateTokens(textOf(piece.content))
  let chars = whole.total_chars
  // One item may be longer than all that is allowed.
  while (tokens > maxTokens && !isOneItem(piece.content)) {
    chars = Math.floor(Math.min(chars * 0.95, (chars * maxTokens) / tokens))
    piece = windowOf(content, 0, Math.max(1, chars))
    tokens = overestimateTokens(textOf(piece.content))
  }
  if (piece.next_offset === null) return body
  return { ...body, content: piece.content, next_offset: start + piece.next_offset - base }
}

interface Windowed {
  content: Content | null
  total_chars?: number
  next_offset?: number | null
}

/** How many tokens a text has in the usual vocabularies, by kind of character; for most text a tenth to a third too many. */
export function overestimateTokens(text: string): number {
  let tokens = 0
  for (const { 0: run } of text.matchAll(/[A-Za-z0-9]+| +|\s+|[!-/:-@[-`{-~]+|[\u0080-\u2fff]+|[\u3000-\uffff]+|./gs)) {
    tokens += tokensOfRun(run)
  }
  return tokens
}

function tokensOfRun(run: string): number {
  const [first = ''] = run
  if (isEncoded(run)) return Math.ceil(run.length / 1.35)
  if (/[A-Za-z0-9]/.test(first)) return Math.min(tokensOfWord(run), Math.ceil(run.length / 1.6))
  // A single space belongs to the word behind it.
  if (first === ' ') return run.length === 1 ? 0 : 1
  if (/\s/.test(first)) return 1
  if (first < '\u0080') return Math.ceil(run.length / 2)
  return first < '\u3000' ? Math.ceil(run.length / 1.5) : Math.ceil(run.length * 1.2)
}

/** A key, or bytes as base64: no vocabulary has words for it. */
function isEncoded(run: string): boolean {
  return run.length >= 16 && /^[A-Za-z0-9]/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run) && /[0-9]/.test(run)
}

function tokensOfWord(run: string): number {
  const parts = run.match(/[A-Za-z]+|[0-9]+/g) ?? []
  return parts.reduce((sum, part) => sum + Math.ceil(part.length / (part[0] && part[0] <= '9' ? 3 : 5)), 0)
}

function isOneItem(content: Content): boolean {
  return (typeof content === 'string' ? [...content.slice(0, 3)] : Object.keys(content)).length <= 1
}

function textOf(content: Content): string {
  return typeof content === 'string' ? content : JSON.stringify(content)
}

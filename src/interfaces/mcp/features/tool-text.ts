/**
 * Formats results and errors as the text block of a tool result, for clients that pass only text to the model (docs/api.md,
 * Interfaces).
 */

import { publicType, type ServiceError } from '../../../base/errors.ts'
import type { ErrorBody } from '../../../contract/result.ts'
import { errorBodyOf } from '../../error-body.ts'

/** Maximum length of an error text in UTF-16 units. Some clients cut longer ones. */
const maxErrorChars = 2000

/** Returns a line `key: value` for every field that isn't null, a blank line, and `content` verbatim. */
export function resultText(body: Readonly<Record<string, unknown>>): string {
  const { content, ...fields } = body
  const head = Object.entries(fields)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => `${key}: ${inline(value)}`)
    .join('\n')
  if (content === null || content === undefined) return head
  return `${head}\n\n${typeof content === 'string' ? content : JSON.stringify(content)}`
}

/**
 * Returns `type: message. What to do next.`, the advice, a blank line, and the error body as compact JSON: up to 2,000 characters.
 * `advice` says whether to retry and which call to make next, in up to 600 characters.
 */
export function errorText(error: ServiceError, requestId: string, advice: string): string {
  const message = shorten(foldLines(error.message), 400).replace(/[.\s]+$/, '')
  const head = `${publicType(error.type)}: ${message}. ${error.next} ${foldLines(advice)}\n\n`
  return head + fittingJson(errorBodyOf(error, requestId), maxErrorChars - head.length)
}

/** Returns compact JSON of the body within `maxChars`. Shortens the texts first, then drops entries. */
function fittingJson(body: ErrorBody, maxChars: number): string {
  for (const maxText of [Number.POSITIVE_INFINITY, 400, 120]) {
    const json = JSON.stringify({ ...body, detail: shortenDetail(body.detail, maxText) })
    if (json.length <= maxChars) return json
  }
  const detail: ErrorBody['detail'] = []
  let length = JSON.stringify({ ...body, detail }).length
  for (const entry of shortenDetail(body.detail, 60)) {
    length += JSON.stringify(entry).length + 1
    if (length > maxChars) break
    detail.push(entry)
  }
  return JSON.stringify({ ...body, detail })
}

function shortenDetail(detail: ErrorBody['detail'], maxText: number): ErrorBody['detail'] {
  return detail.map(({ loc, msg, type }) => ({
    loc: loc.map((part) => shorten(part, maxText)),
    msg: shorten(msg, maxText),
    type,
  }))
}

function shorten(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

function inline(value: unknown): string {
  if (typeof value === 'string') return foldLines(value)
  return JSON.stringify(value).replace(/[\x85\u2028\u2029]/g, escapeUnit)
}

/** Escapes line breaks that JSON leaves unchanged. */
function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Folds text into one line, so that a page's title can't add a fake field. */
function foldLines(text: string): string {
  return text.replace(/[\r\n\v\f\x85\u2028\u2029]+/g, ' ')
}

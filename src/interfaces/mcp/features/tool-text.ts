/**
 * Formats results and errors as the text blocks of a tool result, for clients that pass only text to the model (docs/api.md,
 * Interfaces).
 */

import { publicType, type ServiceError } from '../../../base/errors.ts'
import type { OperationResult } from '../../../contract/operation.ts'
import { snapshotMaxAgeMs } from '../../../contract/service-limits.ts'
import { parseContentType } from '../../../html/content-type.ts'
import { isHtml } from '../../../html/media-kind.ts'

/** Maximum length of an error text in UTF-16 units. Some clients truncate longer texts. */
const maxErrorChars = 2000

/** The fields of a result that may need a line in the header, or a block after the content. */
interface Shown extends OperationResult {
  url?: unknown
  final_url?: unknown
  status_code?: unknown
  content_type?: unknown
  rendered?: unknown
  total_chars?: unknown
  outline?: readonly { level: number; text: string; offset: number }[] | null
  extra?: Readonly<Record<string, unknown>> | null
}

interface ResultTextOptions {
  /** Name of the tool to call for the rest of the content. */
  tool: string
  /** True if the rest is stored, so that reading it is free. */
  isStored: boolean
}

/**
 * Returns the text blocks of a result: a header with information that isn't in the content, a blank line and the content, then the outline
 * and each extra output in separate blocks.
 * @example
 * resultTexts({ title: 'Home', content: '# Home\n' }, { tool: 'scrape', isStored: false }) // ['title: Home\n\n# Home\n']
 */
export function resultTexts(body: OperationResult, options: ResultTextOptions): string[] {
  const { content, outline, extra, next_offset } = body as Shown
  const head = headerLines(body, options).join('\n')
  // A result without content, such as ads, is shown in full, as JSON.
  const text = content === null || content === undefined ? JSON.stringify(body) : asText(content)
  const blocks = [head === '' ? text : `${head}\n\n${text}`]
  if (outline && outline.length > 0 && typeof next_offset === 'number') {
    const lines = outline.map(({ offset, level, text: heading }) => `${offset} ${level} ${foldLines(heading)}`)
    blocks.push(`outline:\n${lines.join('\n')}`)
  }
  for (const [name, value] of Object.entries(extra ?? {})) {
    if (value !== null && value !== undefined) blocks.push(`extra ${name}:\n${asText(value)}`)
  }
  return blocks
}

function headerLines(body: OperationResult, { tool, isStored }: ResultTextOptions): string[] {
  const {
    title,
    url,
    final_url,
    status_code,
    content_type,
    rendered,
    warnings = [],
    next_offset,
    total_chars,
    extra,
  } = body as Shown
  const lines: [shown: boolean, line: string][] = [
    [typeof title === 'string' && title !== '', `title: ${title}`],
    [typeof final_url === 'string' && final_url !== url, `final_url: ${final_url}`],
    [typeof status_code === 'number' && status_code !== 200, `status_code: ${status_code}`],
    [typeof content_type === 'string' && !isHtmlType(content_type), `content_type: ${content_type}`],
    [rendered === true, 'rendered: true'],
    ...warnings.map(({ code, message }): [boolean, string] => [true, `warning: ${code}: ${message}`]),
    [
      typeof next_offset === 'number',
      `continues: ${grouped(next_offset)} of ${grouped(total_chars)} characters; call ${tool} with the same arguments and offset=${next_offset}${isStored ? freeFor : ''}${extra ? withoutExtra : ''}`,
    ],
  ]
  return lines.filter(([shown]) => shown).map(([, line]) => foldLines(line))
}

const withoutExtra = ', without extra_outputs'
const freeFor = ` (free for ${snapshotMaxAgeMs / 60_000} minutes)`

function isHtmlType(contentType: string): boolean {
  return isHtml(parseContentType(contentType)?.essence ?? '')
}

function grouped(count: unknown): string {
  return Number(count).toLocaleString('en-US')
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * Returns an error on one line: `type: message`, the invalid parameters, any charge, the next step, and the request ID.
 * @example
 * errorText(new ServiceError('overloaded', 'Too many requests'), 'r-1')
 * // 'overloaded: Too many requests. Wait a moment and try again. (request r-1)'
 */
export function errorText(error: ServiceError, requestId: string): string {
  const { problems, creditsCharged, next, retryAfterS } = error
  const said = problems.map(({ loc: [, param], msg, type }) => {
    const message = shorten(foldLines(msg), 400).replace(/[.\s]+$/, '')
    return `${publicType(type)}: ${param === undefined ? '' : `${shorten(foldLines(param), 100)}: `}${message}`
  })
  const charge = creditsCharged === 0 ? '' : ` ${creditsCharged} credits were charged.`
  const wait = retryAfterS === null ? '' : ` Retry after ${retryAfterS} s.`
  const tail = `.${charge} ${next}${wait} (request ${requestId})`
  return `${shorten(said.join('; '), maxErrorChars - tail.length)}${tail}`
}

function shorten(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** Folds text into one line, so that a page's title can't add a fake field. */
function foldLines(text: string): string {
  return text.replace(/[\r\n\v\f\x85\u2028\u2029]+/g, ' ')
}

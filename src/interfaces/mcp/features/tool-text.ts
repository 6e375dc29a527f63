/** Formats results and errors as text blocks of a tool result, for clients that pass only text to the model (docs/api.md, Interfaces). */

import { publicType, type ServiceError } from '../../../base/errors.ts'
import type { Highlight } from '../../../content/window.ts'
import { type CheckedQuote, passageGap } from '../../../contract/list-items.ts'
import type { OperationResult } from '../../../contract/operation.ts'
import { snapshotMaxAgeMs } from '../../../contract/service-limits.ts'
import { isHtml, parseContentType } from '../../../page/media-kind.ts'
import type { Screenshot } from '../../../page/page.ts'

/** Maximum length of an error text in UTF-16 units. Some clients truncate longer texts. */
const maxErrorChars = 2000

/** A result, with the types of the fields that are lists or objects. */
interface Shown extends OperationResult {
  outline?: readonly { level: number; text: string; offset: number }[] | null
  highlights?: readonly Highlight[] | null
  quotes?: readonly CheckedQuote[] | null
  extra?: Readonly<Record<string, unknown>> | null
  pages?: readonly { page: number; status: string }[]
}

interface ResultTextOptions {
  tool: string
  screenshot?: Screenshot | null
  /** True if the rest is stored, so that reading it is free. */
  isStored: boolean
}

/**
 * Returns the text blocks of a result: one with a header, a blank line and the content, and another for each extra output. Some clients pass
 * several blocks to the model as JSON, so there is only one if nothing more was asked for.
 * @example
 * resultTexts({ title: 'Home', content: '# Home\n' }, { tool: 'scrape', isStored: false }) // ['title: Home\n\n# Home\n']
 */
export function resultTexts(body: OperationResult, options: ResultTextOptions): string[] {
  const extras = Object.entries((body as Shown).extra ?? {}).filter(
    ([name, value]) => value !== null && value !== undefined && name !== 'screenshot',
  )
  const header = headerLines(body, options).map(foldLines).join('\n')
  return [
    body.output === 'screenshot' ? header : `${header}\n\n${contentText(body)}`,
    ...extras.map(([name, value]) => `extra ${name}:\n${asText(value)}`),
  ]
}

function headerLines(body: Shown, { tool, isStored, screenshot }: ResultTextOptions): string[] {
  const { title, query, url, final_url, status_code, content_type, rendered, warnings = [] } = body
  const { next_offset, total_chars, fragment_offset, outline, extra, pages = [], content_hash, unchanged } = body
  const unread = body.content === null ? pages.filter(({ status }) => status !== 'ok') : []
  const continues = typeof next_offset === 'number'
  const lines: [shown: boolean, line: string][] = [
    [true, nameLine(title, query, url)],
    [typeof final_url === 'string' && final_url !== url, `final_url: ${final_url}`],
    [typeof status_code === 'number' && status_code !== 200, `status_code: ${status_code}`],
    [
      typeof content_type === 'string' && !isHtml(parseContentType(content_type)?.essence ?? ''),
      `content_type: ${content_type}`,
    ],
    [rendered === true, 'rendered: true'],
    ...(screenshot ? [[true, screenshotLine(screenshot)] as [boolean, string]] : []),
    [unchanged === true, 'unchanged: true'],
    [typeof unchanged === 'boolean', `content_hash: ${String(content_hash).slice(0, shownHashChars)}`],
    // The markdown of ads states the status of each page.
    [unread.length > 0, `pages: ${unread.map(({ page, status }) => `${page} ${status}`).join(', ')}`],
    ...warnings.map(({ code, message }): [boolean, string] => [true, `warning: ${code}: ${message}`]),
    [
      continues,
      `continues: ${grouped(next_offset)} of ${grouped(total_chars)} characters; call ${tool} with the same arguments and offset=${next_offset}${isStored ? freeFor : ''}${extra ? withoutExtra : ''}`,
    ],
    [continues && Number(fragment_offset) >= Number(next_offset), `fragment_offset: ${fragment_offset}`],
  ]
  const shown = lines.filter(([isShown]) => isShown).map(([, line]) => line)
  if (!continues || !outline?.length) return shown
  return [...shown, 'outline:', ...outline.map(({ offset, level, text }) => `${offset} ${level} ${text}`)]
}

/** Says how much of the image the blocks show. */
function screenshotLine({ width, height, tiles, tiledHeight }: Screenshot): string {
  const shown = `screenshot: ${grouped(width)} x ${grouped(height)} pixels in ${tiles.length} image${tiles.length === 1 ? '' : 's'}`
  if (tiledHeight >= height) return shown
  return `${shown} from the top; the lowest ${grouped(height - tiledHeight)} pixels were left out`
}

function nameLine(title: unknown, query: unknown, url: unknown): string {
  if (typeof title === 'string' && title !== '') return `title: ${title}`
  return typeof query === 'string' ? `query: ${query}` : `url: ${url}`
}

/** `sha256:` and 16 hex digits, which `if_hash` accepts. */
const shownHashChars = 23
const withoutExtra = ', without extra_outputs'
const freeFor = ` (free for ${snapshotMaxAgeMs / 60_000} minutes)`

function grouped(count: unknown): string {
  return Number(count).toLocaleString('en-US')
}

function contentText({ content, ads, highlights, quotes }: Shown): string {
  if (content === null || content === undefined) return asText(ads ?? [])
  if (typeof content === 'string' && highlights?.length) return withOffsets(content, highlights)
  if (typeof content === 'string' && quotes?.length) return withQuoteOffsets(content, quotes)
  return asText(content)
}

function withQuoteOffsets(content: string, quotes: readonly CheckedQuote[]): string {
  const marked = (line: string, { offset, page }: CheckedQuote) =>
    offset === null ? line : `${line} ${offsetMark(offset, page)}`
  return content
    .split('\n')
    .map((line, n) => marked(line, quotes[n] as CheckedQuote))
    .join('\n')
}

function offsetMark(offset: number, page: number | null): string {
  return `[offset ${grouped(offset)}${page ? `, page ${page}` : ''}]`
}

/** Adds each passage's offset and page to the line with its headings, so that a model can read on from there. */
function withOffsets(content: string, highlights: readonly Highlight[]): string {
  const marked: string[] = []
  let rest = content
  for (const { offset, chars, page } of highlights) {
    const mark = offsetMark(offset, page)
    const headings = headingLine.exec(rest)?.[0] ?? ''
    const end = passageEnd(rest, headings, chars)
    const passage = rest.slice(headings.length, end)
    marked.push(headings === '' ? `${mark}\n\n${passage}` : `${headings.trimEnd()} ${mark}\n\n${passage}`)
    rest = rest.slice(end + passageGap.length)
  }
  return marked.join(passageGap)
}

const headingLine = /^\*\*.+\*\*\n\n/
const tableHead = /^.*\n.*\n/

/**
 * Returns the end of the first passage. A passage has its headings, the head of its table (unless already in the passage), and `chars`
 * characters of the page. These characters may contain a gap or begin with a bold line.
 */
function passageEnd(text: string, headings: string, chars: number): number {
  const head = tableHead.exec(text.slice(headings.length))?.[0] ?? ''
  const ends = [headings, headings + head, ''].map((before) => before.length + chars)
  return ends.find((end) => end === text.length || text.startsWith(passageGap, end)) ?? text.length
}

/** Returns a string unchanged, and anything else as compact JSON. A model could mistake an empty block for a failure. */
function asText(value: unknown): string {
  if (typeof value === 'string') return value || '(empty)'
  const json = JSON.stringify(value)
  return json === '[]' || json === '{}' ? '(empty)' : json
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
  const tail = `.${charge} ${shorten(foldLines(next), 1000)}${wait} (request ${requestId})`
  return `${shorten(said.join('; '), maxErrorChars - tail.length)}${tail}`
}

function shorten(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** Folds text into one line, so that a page's title can't add a fake field. */
function foldLines(text: string): string {
  return text.replace(/[\r\n\v\f\x85\u2028\u2029]+/g, ' ')
}

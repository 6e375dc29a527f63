/** The headings of a page, for jumping to them. */

import type { ResultBody } from '../../session/requests/outcome.ts'
import { fenceAfter, linesOf } from './pieces.ts'

interface OutlineEntry {
  level: number
  text: string
  /** Where the heading stands in the whole content. */
  offset: number
}

const maxEntries = 400
const maxHeadingChars = 300

/** The service's own outline where it gives one, else the headings of the markdown that is there. */
export function outlineOf(body: ResultBody, markdown: string): OutlineEntry[] {
  const { outline } = body
  const given = Array.isArray(outline) ? outline.filter(isEntry) : []
  const start = body.offset ?? 0
  return given.length > 0 ? given : headingsOf(markdown).map((entry) => ({ ...entry, offset: entry.offset + start }))
}

/** Headings that begin with number signs, outside of fenced code. */
export function headingsOf(markdown: string): OutlineEntry[] {
  const entries: OutlineEntry[] = []
  let fence: string | null = null
  for (const { offset, line } of linesOf(markdown)) {
    fence = fenceAfter(line, fence)
    const [marks = ''] = fence === null ? (/^#{1,6}(?=\s)/.exec(line) ?? []) : []
    const text = marks === '' ? '' : headingText(line.slice(marks.length))
    if (text === '') continue
    entries.push({ level: marks.length, text: plainText(text), offset })
    if (entries.length === maxEntries) break
  }
  return entries
}

/** Without the spaces around it and the number signs at its end. */
function headingText(text: string): string {
  return text.trim().slice(0, maxHeadingChars).replace(/#+$/, '').trimEnd()
}

/** Without the marks of links, emphasis and code. */
function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+\-.!~>|])|[*`]/g, '$1')
    .trim()
}

function isEntry(value: unknown): value is OutlineEntry {
  const { level, text, offset } = (value ?? {}) as Partial<OutlineEntry>
  return typeof level === 'number' && typeof text === 'string' && typeof offset === 'number'
}

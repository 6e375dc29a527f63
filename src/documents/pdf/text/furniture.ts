/** Finds headers, footers and page numbers that repeat on every page, and so aren't part of the text. */

import type { PdfLine } from '../layout/line.ts'

interface PageLines {
  number: number
  height: number
  lines: readonly PdfLine[]
}

/** Number of rows at the top and at the bottom that may be headers or footers. */
const depth = 3
/** Maximum difference in position between two pages, in points. */
const near = 5

interface Edge {
  page: PageLines
  lines: PdfLine[]
  y: number
  /** Its text without digits. */
  key: string
  text: string
}

/** Returns page numbers, and lines that repeat across pages except for their digits. Leaves out the document's title. */
export function findFurniture(pages: readonly PageLines[], bodySize: number): Set<PdfLine> {
  const found = new Set<PdfLine>()
  const first: PdfLine[] = []
  const heads: Edge[] = []
  for (const side of ['top', 'bottom'] as const) {
    let isOuter: ReadonlySet<PageLines> = new Set(pages)
    for (let at = 0; at < depth; at++) {
      const edges = pages.flatMap((page) => (isOuter.has(page) ? edgeOf(page, side, at, bodySize) : []))
      const own = new Set<PageLines>()
      const repeated = repeatedIn(edges, pages.length)
      for (const edge of edges) {
        if (!repeated.has(edge) && !isPageNumber(edge, edges, pages.length)) continue
        for (const line of edge.lines) found.add(line)
        if (side === 'top' && edge.page.number === 1) first.push(...edge.lines)
        own.add(edge.page)
        if (side === 'top') heads.push(edge)
      }
      isOuter = own
    }
  }
  for (const line of changedHeads(heads, pages, found)) found.delete(line)
  for (const line of titleLines(first, bodySize)) found.delete(line)
  return found
}

const squeezed = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** Returns headers with changing numbers, once per change: `Exhibit 7`. Leaves out page numbers and headings in the text. */
function changedHeads(heads: readonly Edge[], pages: readonly PageLines[], found: ReadonlySet<PdfLine>): PdfLine[] {
  const changing = [...Map.groupBy(heads, ({ key }) => key).values()].flatMap((same) => {
    const offsets = same.flatMap(({ text, page }) =>
      Array.from(text.matchAll(/\d+/g), ([n]) => Number(n) - page.number),
    )
    const isOfPage = (offset: number) => offsets.filter((other) => other === offset).length > same.length / 2
    const texts = same.map(({ text, page, lines }) => ({
      lines,
      text: squeezed(text.replace(/\d+/g, (n) => (isOfPage(Number(n) - page.number) ? '' : n))),
    }))
    return new Set(texts.map(({ text }) => text)).size > 2 ? texts : []
  })
  if (changing.length === 0) return []
  const known = new Set(
    pages.flatMap(({ lines }) => lines.filter((line) => !found.has(line)).map((line) => squeezed(line.text))),
  )
  return changing.flatMap(({ text, lines }) => {
    if (known.has(text) || !/\p{L}{3}/u.test(text)) return []
    known.add(text)
    return lines
  })
}

const pageNumber = /^\W*(?:\p{L}+[.:]?\s*)?\d+(?:\s*(?:\/|of|von|de|sur|di)\s*\d+)?\W*$/iu

/** Returns the headers of the first page if they are the document's title: large, or several of them. Leaves out page numbers. */
export function titleLines(headers: readonly PdfLine[], bodySize: number): PdfLine[] {
  const heights = new Set(headers.map(({ baseline }) => Math.round(baseline / 4)))
  const isTitle = heights.size > 1 || headers.some(({ size }) => size > bodySize * 1.15)
  return isTitle ? headers.filter(({ text }) => !pageNumber.test(text)) : []
}

/** Returns a row of a page, counted from its edge; empty for a row in the middle. */
function edgeOf(page: PageLines, side: 'top' | 'bottom', at: number, bodySize: number): Edge[] {
  const rows = edgeRows(page, side)
  const lines = rows[at]
  const [first] = lines ?? []
  if (!lines || !first) return []
  const isNearEdge = side === 'top' ? first.baseline < page.height * 0.2 : first.baseline > page.height * 0.8
  if (!isNearEdge) return []
  const text = lines.map((line) => line.text).join(' ')
  // Text as large as a heading may be a numbered heading, so its number is kept.
  const keys = lines.map((line) => (line.size > bodySize * 1.15 ? line.text : withoutNumbers(line.text)))
  const key = keys.join(' ')
  return [{ page, lines, y: side === 'top' ? first.baseline : page.height - first.baseline, key, text }]
}

const withoutNumbers = (text: string) => text.replace(/\d+|\b[ivxlc]+\b/gi, '0').replace(/\s+/g, ' ')

const rowsOfPage = new WeakMap<PageLines, Record<'top' | 'bottom', PdfLine[][]>>()

function edgeRows(page: PageLines, side: 'top' | 'bottom'): PdfLine[][] {
  let rows = rowsOfPage.get(page)
  if (!rows) {
    const sorted = [...page.lines].sort((a, b) => a.baseline - b.baseline)
    rows = { top: outerRows(sorted), bottom: outerRows(sorted.reverse()) }
    rowsOfPage.set(page, rows)
  }
  return rows[side]
}

function outerRows(sorted: readonly PdfLine[]): PdfLine[][] {
  const rows: PdfLine[][] = []
  for (const line of sorted) {
    const last = rows.at(-1)
    if (last?.[0] && Math.abs(last[0].baseline - line.baseline) < 3) last.push(line)
    else if (rows.length === depth) break
    else rows.push([line])
  }
  for (const row of rows) row.sort((a, b) => a.left - b.left)
  return rows
}

function repeatedIn(edges: readonly Edge[], pages: number): Set<Edge> {
  const byKey = Map.groupBy(
    edges.filter(({ key }) => /[\p{L}\p{N}]/u.test(key)),
    ({ key }) => key,
  )
  const found = new Set<Edge>()
  for (const same of byKey.values()) {
    const byHeight = same.sort((a, b) => a.y - b.y)
    let from = 0
    for (let at = 1; at <= byHeight.length; at++) {
      if (at < byHeight.length && (byHeight[at]?.y ?? 0) - (byHeight[at - 1]?.y ?? 0) <= near) continue
      const group = byHeight.slice(from, at)
      const isLong = (group[0]?.text.length ?? 0) > 160
      if (!isLong && group.length >= (pages < 8 ? 2 : 3)) for (const edge of group) found.add(edge)
      from = at
    }
  }
  return found
}

const numbers = /\d+|\b[ivxlc]+\b/gi

/** True if a row contains its page number, alone or with a running title, and the same row on other pages contains theirs. */
function isPageNumber(edge: Edge, edges: readonly Edge[], pages: number): boolean {
  const own = Array.from(edge.text.matchAll(numbers), ([text]) => Number(text))
  const isLarge = edge.key === edge.text
  if (own.length === 0 || edge.text.length > 120 || (isLarge && /\p{L}/u.test(edge.text))) return false
  const offsets = new Set(own.filter((value) => !Number.isNaN(value)).map((value) => value - edge.page.number))
  if (offsets.size === 0) return false
  const isAlone = pageNumber.test(edge.text)
  if (pages === 1) return isAlone && offsets.has(0) && edge.text.length < 12
  let shared = 0
  for (const other of edges.slice(0, 400)) {
    if (other === edge || Math.abs(other.y - edge.y) > near) continue
    for (const [text] of other.text.matchAll(numbers)) {
      if (offsets.has(Number(text) - other.page.number)) {
        shared++
        break
      }
    }
  }
  return isAlone ? shared >= 1 : shared >= 3
}

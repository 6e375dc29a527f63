/** Turns runs into the lines of a page. Splits lines where a gap may separate columns or cells. */

import { groupsOf, quantile } from '../page/geometry.ts'
import { charEdges, type Run } from '../page/run.ts'
import { lineOf, type PdfLine, runsText } from './line.ts'
import { isMarkerAlone } from './markers.ts'

/** Gaps separate lines if they are at least this many ems wide. */
const widestBlank = 0.95
/** Maximum gap between a list marker and its text, in ems. */
const widestIndent = 5
const leaders = /(?:[.·…_]\s?){4,}$/

/** Returns lines from top to bottom, and from left to right on the same baseline. */
export function textLinesOf(runs: readonly Run[]): PdfLine[] {
  const rows = rowsOf(withoutCopies(withAccents(runs)))
  attachShifted(rows)
  return rows.flatMap(({ runs }) =>
    groupsOf(withoutLetterSpacing(runs), (last, run, part) => !isCut(last, run, part)).map(lineOf),
  )
}

interface Row {
  baseline: number
  size: number
  runs: Run[]
}

function rowsOf(runs: readonly Run[]): Row[] {
  const sorted = [...runs].sort((a, b) => a.baseline - b.baseline || a.left - b.left)
  const rows: Row[] = []
  for (const run of sorted) {
    const last = rows.at(-1)
    if (last && run.baseline - last.baseline <= Math.min(run.size, last.size) * 0.2) {
      last.runs.push(run)
      last.size = Math.max(last.size, run.size)
    } else rows.push({ baseline: run.baseline, size: run.size, runs: [run] })
  }
  for (const row of rows) row.runs.sort((a, b) => a.left - b.left)
  return rows
}

/** Merges the copies of text that is drawn twice to look bold or to have a shadow. */
function withoutCopies(runs: readonly Run[]): Run[] {
  const kept = new Map<string, Run[]>()
  return runs.filter((run) => {
    const near = run.size * 0.15
    const same = kept.get(run.text) ?? []
    const isCopy = same.some(
      ({ left, baseline }) => Math.abs(left - run.left) < near && Math.abs(baseline - run.baseline) < near,
    )
    if (!isCopy) kept.set(run.text, [...same.slice(-7), run])
    return !isCopy
  })
}

/** Joins superscript and subscript runs, such as note references and exponents, and markers to the row that they belong to. */
function attachShifted(rows: readonly Row[]): void {
  for (const [at, row] of rows.entries()) {
    row.runs = row.runs.filter((run) => {
      const near = nearby.flatMap((step) => rows[at + step] ?? [])
      const isMarker = isMarkerAlone(run.text.trim())
      const host = near.find((other) => (isMarker ? isItemOf(run, other) : isHost(other, run)))
      if (!host) return true
      const { baseline } = host
      insert(host.runs, isMarker ? { ...run, baseline } : { ...run, shift: run.baseline < baseline ? 1 : -1 })
      return false
    })
  }
}

/** Offsets of the rows above and below to check. There may be rows from other columns in between. */
const nearby = [-1, 1, -2, 2, -3, 3, -4, 4, -5, 5]

/** True if a row contains a marker whose baseline is slightly different. Bullets are small and use separate fonts. */
function isItemOf(marker: Run, { baseline, size, runs }: Row): boolean {
  if (Math.abs(baseline - marker.baseline) > size * 0.5 || marker.size > size * 1.2) return false
  const next = runs.find(({ left }) => left >= marker.right)
  return (
    next !== undefined &&
    next.left - marker.right < size * 2 &&
    !runs.some((run) => run.left < marker.right && run.right > marker.left)
  )
}

function isHost(row: Row, run: Run): boolean {
  if (run.size > row.size * 0.85) return false
  const rise = row.baseline - run.baseline
  const isNear = rise > 0 ? rise < row.size * 0.75 : -rise < row.size * 0.35
  if (!isNear || run.text.length > 12) return false
  const near = row.size * 0.4
  return row.runs.some(
    (other) =>
      other.shift === 0 &&
      other.size * 0.85 >= run.size &&
      ((run.left - other.right < near && run.left - other.right > -near) ||
        (other.left - run.right < near && other.left - run.right > -near)),
  )
}

function insert(runs: Run[], run: Run): void {
  const at = runs.findIndex(({ left }) => left > run.left)
  runs.splice(at === -1 ? runs.length : at, 0, run)
}

/** True at a wide gap in a row, except after a list marker and around leaders. `part`: the runs since the last gap. */
function isCut(last: Run, run: Run, part: readonly Run[]): boolean {
  const gap = run.left - last.right
  const size = Math.max(Math.min(last.size, run.size), 4)
  if (gap <= size * widestBlank) return false
  if (leaders.test(last.text.trim()) || leaders.test(run.text.trim())) return gap > size * 60
  // In a right-to-left line, the marker comes last.
  if (gap <= size * widestIndent && last.isRightToLeft && isMarkerAlone(run.text.trim())) return false
  // A symbol and a distant number are separate cells.
  const isItem = /\p{L}/u.test(run.text) || gap <= size * 2
  if (gap <= size * widestIndent && part.length <= 2 && isMarkerAlone(runsText(part)) && isItem) return false
  return true
}

const spacedWord = /^\p{L}(?: \p{L}){3}(?: \S)*$/u
const spacedPart = /^\S(?: \S)*$/u

/** `runs`: the runs of one row, from left to right. */
function withoutLetterSpacing(runs: readonly Run[]): readonly Run[] {
  const spaced = runs.find(({ text }) => spacedWord.test(text) && !isAlphabet(text))
  if (!spaced) return runs
  const { widest } = unspaced(spaced)
  const joined: Run[] = []
  for (const run of runs) {
    const last = joined.at(-1)
    const isPart = spacedPart.test(run.text) && run.size === spaced.size
    const own = isPart ? { ...run, text: unspaced(run).text, edges: undefined } : run
    if (isPart && last && last.size === run.size && run.left - last.right < widest) {
      last.text += own.text
      last.right = own.right
    } else joined.push(own)
  }
  return joined
}

/** `widest`: the maximum gap between two letters of a word, which may be kerned. The spaces between words are wider. */
function unspaced(run: Run): { text: string; widest: number } {
  const edges = charEdges(run)
  const gapAt = (at: number) => (edges[at + 1] ?? 0) - (edges[at] ?? 0)
  const gaps = Array.from(run.text.matchAll(/ /g), ({ index }) => gapAt(index))
  const widest = Math.min((quantile(gaps, 0.25) ?? 0) + run.size * 0.16, Math.max(...gaps) * 1.2)
  return { text: run.text.replaceAll(' ', (_, at: number) => (gapAt(at) > widest ? ' ' : '')), widest }
}

/** True for letters in order, which are a list. */
const isAlphabet = (text: string) =>
  text.split(' ').every((letter, at, all) => at === 0 || letter > (all[at - 1] ?? ''))

/** Spacing accents, and the corresponding combining characters. */
const spacing = '`\u00b4\u02c6\u02dc\u00af\u02d8\u02d9\u00a8\u02da\u02dd\u02c7\u00b8'
const marks = '\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0327'
const combining = new Map([...spacing].map((sign, at) => [sign, marks[at] as string]))

/** Takes and returns runs in drawing order. */
function withAccents(runs: readonly Run[]): Run[] {
  const joined: Run[] = []
  for (const run of runs) {
    const last = joined.at(-1)
    const isOver =
      last !== undefined &&
      Math.abs(last.baseline - run.baseline) < run.size * 0.3 &&
      run.left < last.right - run.size * 0.1 &&
      run.left > last.left - run.size * 0.3
    const sign = isOver ? composed(last.text.at(-1) ?? '', run.text[0] ?? '') : null
    if (last && sign !== null) {
      last.text = last.text.slice(0, -1)
      if (last.text.trim() === '') joined.pop()
      else last.right = Math.min(last.right, run.left)
      joined.push({ ...run, text: sign + run.text.slice(1) })
    } else joined.push({ ...run })
  }
  return joined
}

function composed(one: string, other: string): string | null {
  if ((one === '\u20dd' && other === 'c') || (one === 'c' && other === '\u20dd')) return '©'
  const accent = combining.get(one) ?? combining.get(other)
  if (accent === undefined) return null
  const letter = (!combining.has(one) ? one : other).replace('\u0131', 'i').replace('\u0237', 'j')
  const whole = (letter + accent).normalize('NFC')
  return whole.length === 1 && /\p{L}/u.test(letter) ? whole : null
}

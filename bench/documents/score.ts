/** Scores how well a document's markdown preserves its structure, words and order. */

import { type Structure, trimmed } from './structure.ts'
import type { Truth } from './truth.ts'

export interface Tally {
  /** Number of matches. The right text at the wrong level counts as half. */
  right: number
  given: number
  expected: number
}

export type Kind = 'headings' | 'items' | 'cells'

export function f1({ right, given, expected }: Tally): number | null {
  return given + expected === 0 ? null : (200 * right) / (given + expected)
}

export function sumOf(tallies: readonly Tally[]): Tally {
  const sum = (key: keyof Tally) => tallies.reduce((total, tally) => total + tally[key], 0)
  return { right: sum('right'), given: sum('given'), expected: sum('expected') }
}

/** Scores each kind of structure. Null if its expected content is unknown. */
export function scoreStructure(truth: Truth, found: Structure): Record<Kind, Tally | null> {
  return {
    headings: truth.headings ? levelled(truth.headings, judgedOf(found.headings, truth.unjudged)) : null,
    items: truth.items ? levelled(truth.items, found.items) : null,
    cells: truth.tables ? cellsOf(truth.tables, found.tables) : null,
  }
}

function judgedOf(headings: Structure['headings'], unjudged: readonly string[] = []): Structure['headings'] {
  const free = new Set(unjudged.map(normal))
  return headings.filter(([, text]) => !free.has(normal(text)))
}

/** Removes leading numbers and bullets, and normalizes spaces, quotes and dashes, which vary by format. */
function normal(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/^\s*(?:chapter\s+\d+|appendix\s+[a-z])[.:]?\s+(?=\S)/i, '')
    .replace(/^\s*(?:[A-Z]\.\d+|(?:\d{1,3}\.)+\d{0,3}|\d{1,3}\)?|[a-z]\)|[•▪–◦‣*-])\s+/u, '')
    .replace(/[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069]/g, '')
    .replace(/[‘’‚`´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‐‑‒–—−]/g, '-')
}

/** True for strings that differ by only a few characters. */
function isAlike(one: string, other: string): boolean {
  if (one === other) return true
  if (Math.min(one.length, other.length) < 12) return false
  return dice(pairsOf(one), pairsOf(other)) >= 0.92
}

function pairsOf(text: string): Map<string, number> {
  const pairs = new Map<string, number>()
  for (let at = 0; at < text.length - 1; at++) {
    const pair = text.slice(at, at + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}

function dice(one: Map<string, number>, other: Map<string, number>): number {
  const size = (pairs: Map<string, number>) => [...pairs.values()].reduce((sum, count) => sum + count, 0)
  const shared = [...one].reduce((sum, [pair, count]) => sum + Math.min(count, other.get(pair) ?? 0), 0)
  return (2 * shared) / (size(one) + size(other))
}

/** Compares headings or items by text. All levels may be shifted by the same amount. */
function levelled(expected: readonly [level: number | null, text: string][], given: Structure['headings']): Tally {
  const free = given.map(([level, text]) => ({ level, text: normal(text), isTaken: false }))
  const pairs = expected.flatMap(([level, text]) => {
    const wanted = normal(text)
    const match = free.find((one) => !one.isTaken && isAlike(one.text, wanted))
    if (!match) return []
    match.isTaken = true
    return [{ level, got: match.level }]
  })
  const shifts = [-3, -2, -1, 0, 1, 2, 3].map((shift) =>
    pairs.reduce((sum, { level, got }) => sum + (level === null || level + shift === got ? 1 : 0.5), 0),
  )
  return { right: Math.max(0, ...shifts), given: given.length, expected: expected.length }
}

type Row = readonly (string | null)[]

/** Compares each table's cells with the best match, which may be up to three consecutive tables, because tables may span pages. */
function cellsOf(expected: readonly (readonly Row[])[], given: readonly string[][][]): Tally {
  const total: Tally = { right: 0, given: 0, expected: 0 }
  const free = new Set(given.keys())
  const filled = (rows: readonly Row[]) => rows.flat().filter((cell) => cell !== null && cell !== '').length
  for (const table of expected) {
    const rows = trimmed(table)
    const candidates = [...free].flatMap((from) =>
      [1, 2, 3].flatMap((count) => {
        const parts = Array.from({ length: count }, (_, n) => from + n)
        if (!parts.every((part) => free.has(part))) return []
        return [{ parts, ...aligned(rows, joined(parts.map((part) => given[part] ?? []))) }]
      }),
    )
    total.expected += filled(rows)
    const best = candidates.toSorted((a, b) => b.right - a.right || a.parts.length - b.parts.length)[0]
    if (!best || best.right === 0) continue
    for (const part of best.parts) free.delete(part)
    total.right += best.right
    total.given += best.given
  }
  for (const part of free) total.given += filled(given[part] ?? [])
  return total
}

/** Joins the parts of a table, and keeps a repeated header only once. */
function joined(parts: readonly string[][][]): string[][] {
  const [first, ...later] = parts
  const header = JSON.stringify(first?.[0])
  return [...(first ?? []), ...later.flatMap((rows) => (JSON.stringify(rows[0]) === header ? rows.slice(1) : rows))]
}

/** Aligns rows in order so that as many cells as possible match. Doesn't shift columns. Null cells aren't scored. */
function aligned(expected: readonly Row[], given: readonly string[][]): { right: number; given: number } {
  const columns = Math.max(0, ...expected.map((row) => row.length))
  const width = Math.max(0, ...given.map((row) => row.length))
  const shifts = width > columns ? [0, 1] : [0]
  const results = shifts.map((shift) => alignedAt(expected, given, shift))
  return results.toSorted((a, b) => b.right - a.right)[0] ?? { right: 0, given: 0 }
}

function alignedAt(
  expected: readonly Row[],
  given: readonly string[][],
  shift: number,
): { right: number; given: number } {
  const wanted = expected.map((row) => row.map((cell) => (cell === null ? null : cellText(cell))))
  const got = given.map((row) => row.map(cellText))
  const agree = (one: Row, other: readonly string[]) =>
    one.filter((cell, at) => cell !== null && cell !== '' && cell === other[at + shift]).length
  const skipped = (one: Row, other: readonly string[]) =>
    one.filter((cell, at) => cell === null && (other[at + shift] ?? '') !== '').length
  // The numbers of matching and unscored cells in the best alignment of the first i and j rows.
  let above: [number, number][] = Array.from({ length: got.length + 1 }, () => [0, 0])
  for (const row of wanted) {
    const line: [number, number][] = [[0, 0]]
    for (const [at, other] of got.entries()) {
      const [right, free] = above[at] as [number, number]
      const matched: [number, number] = [right + agree(row, other), free + skipped(row, other)]
      const options = [matched, above[at + 1] as [number, number], line[at] as [number, number]]
      line.push(options.reduce((best, one) => (one[0] > best[0] ? one : best)))
    }
    above = line
  }
  const [right, free] = above[got.length] as [number, number]
  return { right, given: got.flat().filter((cell) => cell !== '').length - free }
}

function cellText(text: string): string {
  return normal(`.${text}`)
    .slice(1)
    .replace(/[•▪◦‣]/g, '')
}

/** Returns the share of phrases that are in order, and the missing phrases. */
export function scoreOrder(phrases: readonly string[], text: string): { share: number; missing: string[] } {
  const squeezed = squeeze(text)
  const places = phrases.map((phrase) => squeezed.indexOf(squeeze(phrase)))
  const missing = phrases.filter((_, at) => (places[at] as number) < 0)
  // The longest increasing run of positions.
  const tails: number[] = []
  for (const place of places.filter((one) => one >= 0)) {
    const at = tails.findIndex((tail) => tail >= place)
    if (at < 0) tails.push(place)
    else tails[at] = place
  }
  return { share: phrases.length === 0 ? 1 : tails.length / phrases.length, missing }
}

export function squeeze(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

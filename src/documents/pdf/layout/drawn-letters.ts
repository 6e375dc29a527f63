/** Joins letters that are drawn in parts: accents over letters, and large initials in front of words. */

import type { Run } from '../page/run.ts'

/** Takes and returns runs in drawing order. Accents are combined with their letters, and initials with their words. */
export function withDrawnLetters(runs: readonly Run[]): Run[] {
  return withInitials(withAccents(runs))
}

/** Spacing accents and the corresponding combining characters. */
const combining: Readonly<Record<string, string>> = {
  '`': '\u0300',
  '\u00b4': '\u0301',
  '\u02c6': '\u0302',
  '\u02dc': '\u0303',
  '\u00af': '\u0304',
  '\u02d8': '\u0306',
  '\u02d9': '\u0307',
  '\u00a8': '\u0308',
  '\u02da': '\u030a',
  '\u02dd': '\u030b',
  '\u02c7': '\u030c',
  '\u00b8': '\u0327',
}

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

/** Returns the character formed by two overlapping ones; null if they don't form one. */
function composed(one: string, other: string): string | null {
  if ((one === '\u20dd' && other === 'c') || (one === 'c' && other === '\u20dd')) return '©'
  const accent = combining[one] ?? combining[other]
  if (accent === undefined) return null
  const letter = (combining[one] === undefined ? one : other).replace('\u0131', 'i').replace('\u0237', 'j')
  const whole = (letter + accent).normalize('NFC')
  return whole.length === 1 && /\p{L}/u.test(letter) ? whole : null
}

/** Minimum size of an initial relative to the text next to it. */
const larger = 1.8
/** On a page with more large letters than this, they aren't initials. */
const maxInitials = 50

/** Treats a large letter next to the first lines of a paragraph as the first letter of its word. */
function withInitials(runs: readonly Run[]): Run[] {
  const sizes = runs.map(({ size }) => size).sort((a, b) => a - b)
  const usual = sizes[sizes.length >> 1] ?? 0
  const initials = runs.filter(({ text, size }) => size > usual * larger && /^\s*["“„«‘]?\p{Lu}\s*$/u.test(text))
  if (initials.length > maxInitials) return [...runs]
  const taken = new Set<Run>()
  for (const initial of initials) {
    const beside = runs.filter((run) => isBeside(run, initial))
    const [first] = [...beside].sort((a, b) => a.baseline - b.baseline || a.left - b.left)
    const lines = new Set(beside.map(({ baseline }) => Math.round(baseline)))
    if (!first || lines.size < 2 || !/^\s*\p{L}/u.test(first.text)) continue
    // If the letter is a whole word, a space follows it.
    const isWord = /^\s/.test(first.text) || first.left - initial.right > first.size * 0.6
    first.text = `${initial.text.trim()}${isWord ? ' ' : ''}${first.text.trimStart()}`
    first.left = initial.left
    taken.add(initial)
  }
  return runs.filter((run) => !taken.has(run))
}

/** True for smaller text to the right of a letter, between its top and its baseline. */
function isBeside(run: Run, { left, right, baseline, size }: Run): boolean {
  return (
    run.size * larger < size &&
    run.left > (left + right) / 2 &&
    run.left - right < run.size * 1.5 &&
    run.baseline > baseline - size * 0.8 &&
    run.baseline < baseline + run.size * 0.3
  )
}

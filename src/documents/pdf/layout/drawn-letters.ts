/** Joins letters that are drawn in several parts, such as accents over letters. */

import type { Run } from '../page/run.ts'

/** Spacing accents, and the corresponding combining characters. */
const spacing = '`\u00b4\u02c6\u02dc\u00af\u02d8\u02d9\u00a8\u02da\u02dd\u02c7\u00b8'
const marks = '\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0327'
const combining = new Map([...spacing].map((sign, at) => [sign, marks[at] as string]))

/** Takes and returns runs in drawing order. */
export function withAccents(runs: readonly Run[]): Run[] {
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

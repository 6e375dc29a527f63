/** Joins the letters of words that are spaced out: `A N N U A L` is `ANNUAL`. */

import { charEdges, type Run } from '../page/run.ts'

const spacedWord = /^\p{L}(?: \p{L}){3,}$/u
const spacedPart = /^\S(?: \S)*$/u

/** `runs`: those of one row, from left to right. */
export function withoutLetterSpacing(runs: readonly Run[]): readonly Run[] {
  const spaced = runs.find(({ text }) => spacedWord.test(text) && !isAlphabet(text))
  if (!spaced) return runs
  const edges = charEdges(spaced)
  const gaps = Array.from(spaced.text.matchAll(/ /g), ({ index }) => (edges[index + 1] ?? 0) - (edges[index] ?? 0))
  const widest = Math.max(...gaps) * 1.2
  const joined: Run[] = []
  for (const run of runs) {
    const last = joined.at(-1)
    const isPart = spacedPart.test(run.text) && run.size === spaced.size
    const own = isPart ? { ...run, text: run.text.replaceAll(' ', ''), edges: undefined } : run
    if (isPart && last && last.size === run.size && run.left - last.right < widest) {
      last.text += own.text
      last.right = own.right
    } else joined.push(own)
  }
  return joined
}

/** True for letters in order, which are a list. */
const isAlphabet = (text: string) =>
  text.split(' ').every((letter, at, all) => at === 0 || letter > (all[at - 1] ?? ''))

/** Measures what each group of columns contributes, by training without it. */

import { columns, ownColumns } from '../../src/format/main-content/block-features.ts'
import { choiceColumns } from '../../src/format/main-content/choice.ts'
import { groupColumns, pathColumns, scaleColumns } from '../../src/format/main-content/section-features.ts'
import { Learner, type stackPages } from './learn.ts'

const matching = (names: readonly string[], pattern: RegExp) => names.filter((name) => pattern.test(name))

const blockGroups: Record<string, readonly string[]> = {
  "the block's own text": ownColumns,
  'position on the page, and the heading above': matching(
    columns,
    /^(?:index|place|depth|fromH1|fromMost|headingLevel|fromHeading|headingLinked)$/,
  ),
  'names around the block': matching(columns, /^near:/),
  'tags around the block': matching(columns, /^in:/),
  'the sections around the block': scaleColumns,
  'the groups of siblings': groupColumns,
  'the blocks with the same path': pathColumns,
  'the blocks before and after': matching(columns, /^n-?\d:/),
  'sums over the page': matching(columns, /^page[A-Z]/),
  'kind of page': matching(columns, /^kind:/),
}
const choiceGroups: Record<string, readonly string[]> = {
  'expected F1': ['expected', 'belowBest', 'precision', 'recall'],
  'amount of text': ['keptShare', 'expectedShare', 'kept', 'page', 'keptToBest'],
  'words close to the threshold': ['barelyKept', 'barelyDropped'],
  'links, prose and length of blocks': ['links', 'proseOfKept', 'proseOfPage', 'wordsPerBlock'],
  'position and gaps': ['runs', 'firstKept', 'lastKept', 'maxGap'],
  'kind of page': matching(choiceColumns, /^kind:/),
}

/**
 * Calls `say` with the rows of a table: the change of each set's mean F1, in points, without each group. A negative number means that the
 * group helps.
 */
export function measureGroups(
  rows: ReturnType<typeof stackPages>,
  { sets, seed }: { sets: readonly string[]; seed: number },
  say: (line: string) => void,
): void {
  const meansOf = (scores: readonly number[]) =>
    sets.map((set) => {
      const own = scores.filter((_, n) => rows.pages[n]?.set === set)
      return (100 * own.reduce((sum, score) => sum + score, 0)) / own.length
    })
  const whole = new Learner(rows, seed)
  const before = meansOf(whole.pageScores())
  const row = (name: string, scores: readonly number[]) => {
    const changes = meansOf(scores).map((mean, n) => signed(mean - (before[n] as number)))
    say(`| ${[name, ...changes].join(' | ')} |`)
  }
  say(`| ${['left out', ...sets].join(' | ')} |`)
  say(`| ${['(nothing: F1)', ...before.map((mean) => mean.toFixed(2))].join(' | ')} |`)
  for (const [name, group] of Object.entries(choiceGroups)) row(`threshold: ${name}`, whole.pageScores(new Set(group)))
  for (const [name, group] of Object.entries(blockGroups)) {
    row(name, new Learner(rows, seed, new Set(group)).pageScores())
  }
}

function signed(change: number): string {
  const digits = Math.abs(change).toFixed(2)
  return digits === '0.00' ? digits : `${change < 0 ? '−' : '+'}${digits}`
}

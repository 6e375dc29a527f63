/**
 * Pages as sites of many kinds serve them: checks passage by passage what is content and what isn't. Known shortfalls are in the case's
 * file (`missing`, `extra`). After changing features, rules or weights, update these lists with
 *
 *     UPDATE_FIXTURES=1 npm test -- test/format/main-content/fixtures.test.ts
 *
 * which prints the shares by class. The diff of the files shows what got better or worse.
 */

import { describe, expect, it } from 'vitest'
import { formatHtml } from '../page.ts'
import { type FixtureCase, fixtureNames, judge, readFixture, type Verdict, writeVerdict } from './fixture-cases.ts'

const updates = process.env.UPDATE_FIXTURES === '1'

/** Minimum shares over all cases. */
const least: Shares = { recall: 0.95, precision: 0.75, right: 0.75 }

interface Shares {
  /** Share of content characters that are present. */
  recall: number
  /** Share of content among the characters of content and other passages that are present. */
  precision: number
  /** Share of content and other passages that are where they belong. */
  right: number
}

interface JudgedCase {
  expected: FixtureCase
  verdict: Verdict
}

const judged = new Map<string, Promise<JudgedCase>>()

/** Each page is parsed once, for any selection of tests. */
function judgeCase(name: string): Promise<JudgedCase> {
  const known = judged.get(name) ?? judgePage(name)
  judged.set(name, known)
  return known
}

async function judgePage(name: string): Promise<JudgedCase> {
  const { html, expected } = readFixture(name)
  const page = { url: expected.url, finalUrl: expected.url }
  const { content } = await formatHtml(html, { mainContent: true, page })
  return { expected, verdict: judge(content as string, expected) }
}

describe('main content of whole pages', () => {
  it.each(fixtureNames)('of %s is exactly its passages, except as listed in its file', async (name) => {
    const { expected, verdict } = await judgeCase(name)
    if (updates) writeVerdict(name, expected, verdict)
    else expect(verdict).toEqual({ missing: expected.missing, extra: expected.extra })
  })

  it('has most of the content and little else over all cases', async () => {
    const shares = await sharesOf(fixtureNames)
    // biome-ignore lint/suspicious/noConsole: the figures are what an update is run for.
    if (updates) console.log(await tableOf(shares))
    expect(shares.recall).toBeGreaterThan(least.recall)
    expect(shares.precision).toBeGreaterThan(least.precision)
    expect(shares.right).toBeGreaterThan(least.right)
  })
})

describe('the judgement of a markdown', () => {
  const passages = {
    content: ['Old lamp', 'It burns', 'Old lamp again'],
    other: ['Re: Old lamp', 'Reply', 'Reply'],
    either: ['Ann'],
  }
  const judged = (markdown: string) => judge(markdown, passages)

  it('finds nothing wrong if all content is present and nothing else', () => {
    expect(judged('# Old lamp\n\nAnn\n\n- It [burns](https://example.com/reply)\n\nOld **lamp** again')).toEqual({
      missing: [],
      extra: [],
    })
  })

  it('lists each passage as often as it is wrong', () => {
    expect(judged('Re: Old lamp\n\nReply\n\nIt burns. Reply')).toEqual({
      missing: ['Old lamp', 'Old lamp again'],
      extra: ['Re: Old lamp', 'Reply', 'Reply'],
    })
  })

  it('requires the content in document order', () => {
    expect(judged('Old lamp again. It burns. Old lamp')).toEqual({ missing: ['Old lamp', 'It burns'], extra: [] })
  })
})

async function sharesOf(names: readonly string[]): Promise<Shares> {
  const cases = await Promise.all(names.map(judgeCase))
  const sum = (lists: (judged: JudgedCase) => string[], measure: (passage: string) => number) =>
    cases.flatMap(lists).reduce((sum, passage) => sum + measure(passage), 0)
  const length = ({ length }: string) => length
  const all = sum(({ expected }) => expected.content, length)
  const there = all - sum(({ verdict }) => verdict.missing, length)
  const extra = sum(({ verdict }) => verdict.extra, length)
  const one = () => 1
  const passages = sum(({ expected }) => [...expected.content, ...expected.other], one)
  const wrong = sum(({ verdict }) => [...verdict.missing, ...verdict.extra], one)
  return { recall: there / all, precision: there / (there + extra), right: 1 - wrong / passages }
}

async function tableOf(all: Shares): Promise<string> {
  const classes = Map.groupBy(fixtureNames, (name) => name.split('/')[0] ?? '')
  const ofClasses = await Promise.all([...classes].map(async ([name, names]) => [name, await sharesOf(names)] as const))
  const rows = [...ofClasses, ['all', all] as const]
  const figures = (shares: Shares) =>
    Object.entries(shares).map(([name, share]) => `${name} ${(100 * share).toFixed(1)}`)
  return rows.map(([name, shares]) => [name.padEnd(18), ...figures(shares)].join('  ')).join('\n')
}

import { expect, test } from 'vitest'
import { lostWords } from '../../bench/documents/conservation/lost-words.ts'

const removed = { code: 'running_text_removed', message: '3 lines of running headers were left out' }
const lost = (pages: string[], markdown: string, warnings = [removed]) =>
  lostWords({ pages, running: [] }, { markdown, warnings })

const row = (n: number) => `${n} ${(n * 7919) % 997} ok`
const rows = Array.from({ length: 9 }, (_, at) => row(at + 1))
const pages = [1, 2, 3].map((page) =>
  ['Nr Height State', ...rows.slice(page * 3 - 3, page * 3), `Page ${page}`].join('\n'),
)
const cells = (line: string) => `| ${line.split(' ').join(' | ')} |`
const table = (own: readonly string[]) =>
  [cells('Nr Height State'), '| --- | --- | --- |', ...own.map(cells)].join('\n')

test('all words of a table are in its markdown, with its head written once and without page numbers', () => {
  expect(lost(pages, table(rows))).toEqual([])
})

test('a lost row is found, even if its words occur elsewhere', () => {
  expect(lost(pages, table(rows.filter((_, at) => at !== 4)))).toEqual(row(5).split(' ').slice(0, 2))
  const same = Array.from({ length: 4 }, () => 'none paid')
  expect(lost([same.join('\n')], same.slice(1).join('\n\n'))).toEqual(['none', 'paid'])
})

test('running text is lost without its warning', () => {
  expect(lost(pages, table(rows), [])).toEqual(['page', '1', 'page', '2', 'page', '3'])
})

test('words may be joined, split or marked in other ways', () => {
  const text = ['A well-\nknown ﬁne word5 and H2O\nre-\nused'].join('\n')
  expect(lost([text], 'A well-known *fine* word[^9] and H<sub>2</sub>O reused [here](https://example.com)')).toEqual([])
})

import { expect, test } from 'vitest'
import { at, element, heading, item, paragraph, taggedMarkdown, two } from './tagged-markdown.ts'
import { linesFrom, type TaggedElement } from './tagged-pdf.ts'

test('a layout table is not a table', async () => {
  const cell = (...children: TaggedElement[]) => element('TD', ...children)
  const tree = [
    element(
      'Table',
      element(
        'TR',
        cell(heading('Left', 100), paragraph('Text of the left.', 120)),
        cell(element('P', at('Text of the right.', 320, 120))),
      ),
    ),
  ]
  expect(await taggedMarkdown({ tree })).toBe('# Left\n\nText of the left.\n\nText of the right.')
})

test('a title in headers tagged as artifacts is kept once if no headings are tagged', async () => {
  const headers = [0, 1, 2].flatMap((page) => [
    at('Registration totals', 250, 30, { page }),
    at('By county', 270, 44, { page }),
    at(`Page ${page + 1}`, 280, 760, { page }),
  ])
  const table = (page: number) =>
    element(
      'Table',
      ...[0, 1, 2].map((n) =>
        element(
          'TR',
          element('TD', at(`${['County', 'Town', 'Village'][page]} ${n}`, 72, 100 + n * 20, { page })),
          element('TD', at(`${n}00`, 200, 100 + n * 20, { page })),
        ),
      ),
    )
  const markdown = await taggedMarkdown({ tree: [table(0), table(1), table(2)], artifacts: headers })
  expect(markdown.match(/Registration totals|By county/g)).toEqual(['Registration totals', 'By county'])
  expect(markdown).toContain('| Town 2 | 200 |')
  expect(markdown).not.toContain('Page 1')
})

const onThreePages = (text: (number: number) => string, y: number) =>
  [0, 1, 2].map((page) => at(text(page + 1), 72, y, { page }))
const paragraphs = [0, 1, 2].map((page) => paragraph(`Text ${'abc'[page]}.`, 100, { page }))

test('artifacts that recur on three pages are left out', async () => {
  const artifacts = [...onThreePages(() => 'Annual report', 30), ...onThreePages((number) => `Page ${number}`, 760)]
  expect(await taggedMarkdown({ tree: [...two, ...paragraphs], artifacts })).toBe(
    '# One\n\n## Two\n\nText a.\n\n<!-- page 2 -->\n\nText b.\n\n<!-- page 3 -->\n\nText c.',
  )
})

test('artifacts that recur on fewer pages are kept, above or below the text', async () => {
  const artifacts = [at('The sender', 72, 30), at('Page 1', 280, 760)]
  expect(await taggedMarkdown({ tree: [...two, paragraph('Text.', 100)], artifacts })).toBe(
    'The sender\n\n# One\n\n## Two\n\nText.\n\nPage 1',
  )
})

test('a tagged paragraph is kept even if it recurs at the top of every page', async () => {
  const same = onThreePages(() => 'Nothing to report.', 30).map((text) => element('P', text))
  const tree = [...two, ...same.flatMap((one, at) => [one, paragraphs[at] ?? one])]
  expect((await taggedMarkdown({ tree })).match(/Nothing to report/g)).toHaveLength(3)
})

test('text outside all elements follows at the end of the page', async () => {
  const untagged = linesFrom(72, 130, ['A paragraph that was forgotten,', 'of two lines.'])
  const tree = [...two, paragraph('Above it stands another one.', 100), paragraph('Below it stands one too.', 180)]
  expect(await taggedMarkdown({ tree, untagged })).toBe(
    '# One\n\n## Two\n\nAbove it stands another one.\n\nBelow it stands one too.\n\nA paragraph that was forgotten, of two lines.',
  )
})

test('a tree that covers little of a page is not followed', async () => {
  const untagged = [
    at('A heading', 72, 100, { size: 20 }),
    ...linesFrom(72, 130, [
      'The text of the page is not in the tree at all,',
      'but for its last word: it is read by its place.',
    ]),
  ]
  expect(await taggedMarkdown({ tree: [heading('end', 200), heading('of', 190)], untagged })).toMatch(
    /^# A heading\n\nThe text of the page/,
  )
})

test('a tree with an order that repeatedly jumps up the page is not followed', async () => {
  const texts = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((word, n) =>
    element('P', at(`The ${word} line of the page.`, 72, 100 + n * 40)),
  )
  const markdown = await taggedMarkdown({ tree: [heading('Title', 60), heading('End', 400), ...texts.toReversed()] })
  expect(markdown.match(/first|second|third|fourth|fifth|sixth/g)).toEqual([
    'first',
    'second',
    'third',
    'fourth',
    'fifth',
    'sixth',
  ])
})

test('headings are found by appearance if the tree has none', async () => {
  const prose = linesFrom(72, 130, [
    'The text below the heading has more than one line, so that',
    'its size is that of the document.',
  ])
  const tree = [
    paragraph('The heading', 100, { size: 20, font: 'bold' }),
    element('P', ...prose),
    element('L', item('\x95', 'an item', 72, 200)),
  ]
  expect(await taggedMarkdown({ tree })).toMatch(/^# The heading\n\nThe text below .*\n\n- an item$/s)
})

test('a page with tables is read by position if the tree has only paragraphs', async () => {
  const cells = [
    ['Name', 'Size'],
    ['Bolt', '10'],
    ['Nut', '12'],
  ].flatMap((cells, n) => cells.map((text, m) => element('P', at(text, 80 + m * 100, 120 + n * 20))))
  const rules = [
    ...[105, 125, 145, 165].map((y) => [75, y, 275, y] as const),
    ...[75, 175, 275].map((x) => [x, 105, x, 165] as const),
  ]
  const tree = [...two, ...cells, paragraph('\x95 an item', 200), paragraph('\x95 another one', 214)]
  expect(await taggedMarkdown({ tree, rules })).toBe(
    'One\\\nTwo\n\n| Name | Size |\n| --- | --- |\n| Bolt | 10 |\n| Nut | 12 |\n\n- an item\n- another one',
  )
})

test('a document is read by position if it is unmarked or its tree has only paragraphs', async () => {
  const columns = [
    paragraph('The right column.', 100, { x: 320 }),
    paragraph('The left column.', 100),
    paragraph('Below both of them.', 200),
  ]
  const byPlace = await taggedMarkdown({ tree: columns })
  expect(byPlace).toMatch(/left.*right/s)
  expect(await taggedMarkdown({ tree: [...two, ...columns], isMarked: false })).toMatch(/left.*right/s)
  expect(await taggedMarkdown({ tree: [...two, ...columns] })).toMatch(/right.*left/s)
})

test('adjacent lists nest by the indentation of their signs', async () => {
  const entry = (sign: string, text: string, x: number, y: number) =>
    element('LI', element('LBody', paragraph(`${sign} ${text}`, y, { x })))
  const tree = [
    element('L', entry('1.', 'one', 72, 100), entry('2.', 'two', 72, 114)),
    element('L', entry('\x95', 'inner', 100, 128)),
    entry('3.', 'three', 72, 142),
  ]
  expect(await taggedMarkdown({ tree })).toBe('1. one\n2. two\n   - inner\n3. three')
  const columns = [element('L', entry('\x95', 'left', 72, 700)), element('L', entry('\x95', 'right', 320, 100))]
  expect(await taggedMarkdown({ tree: columns })).toBe('- left\n\n* right')
})

import { expect, test } from 'vitest'
import { at, element, heading, item, paragraph, row, taggedMarkdown, two } from './tagged-markdown.ts'
import { linesFrom, type TaggedElement } from './tagged-pdf.ts'

test('headings are those that the tree names, whatever they look like', async () => {
  const tree = [
    element(
      'Document',
      heading('Plain title', 80),
      paragraph('Bold text of the body', 110, { font: 'bold', size: 16 }),
      heading('Part', 140, 'H3'),
    ),
  ]
  expect(await taggedMarkdown({ tree })).toBe('# Plain title\n\n**Bold text of the body**\n\n### Part')
})

test('the order is that of the tree, not that of the places', async () => {
  const tree = [
    element(
      'Document',
      heading('Title', 80),
      paragraph('First, on the right.', 120, { x: 320 }),
      paragraph('Second, on the left.', 110),
      heading('Next', 300, 'H2'),
    ),
  ]
  expect(await taggedMarkdown({ tree })).toBe('# Title\n\nFirst, on the right.\n\nSecond, on the left.\n\n## Next')
})

test('the lines of an element are joined as on any page: hyphens are taken out, words go on', async () => {
  const lines = [
    'The documents of a well-known kind are docu-',
    'ments, and they go on over the end of a',
    'line until they stop.',
  ]
  const tree = [...two, element('P', ...linesFrom(72, 120, lines))]
  expect(await taggedMarkdown({ tree })).toContain(
    'The documents of a well-known kind are documents, and they go on over the end of a line until they stop.',
  )
})

test('a paragraph goes on at the top of the next column', async () => {
  const tree = [
    ...two,
    element(
      'P',
      at('It begins at the foot of a column and', 72, 700),
      at('ends at the top of the next one.', 320, 100),
    ),
  ]
  expect(await taggedMarkdown({ tree })).toContain(
    'It begins at the foot of a column and ends at the top of the next one.',
  )
})

test('lists nest by the tree and keep their numbers', async () => {
  const inner = element('L', item('\x95', 'inner', 90, 134), item('\x95', 'inner too', 90, 148))
  const tree = [
    element(
      'L',
      item('7.', 'seven', 72, 120, inner),
      item('8.', 'eight', 72, 162),
      item('2.1', 'no number of markdown', 72, 176),
    ),
  ]
  expect(await taggedMarkdown({ tree })).toBe(
    '7. seven\n   - inner\n   - inner too\n8. eight\n\n- 2.1 no number of markdown',
  )
})

test('items have signs in their own text too, and lists stand in lists without an item around them', async () => {
  const entry = (text: string, y: number) => element('LI', element('LBody', at(text, 72, y)))
  const tree = [element('L', entry('1. one', 100), element('L', entry('\x95 inner', 114)), entry('2. two', 128))]
  expect(await taggedMarkdown({ tree })).toBe('1. one\n   - inner\n2. two')
})

test('a table has the rows and cells of the tree, and spans by the places of its cells', async () => {
  const table = element(
    'Table',
    element('Caption', at('Table 1: what was sold', 72, 90)),
    element(
      'THead',
      row('TH', 120, [
        ['Region', 72],
        ['Sales', 180],
      ]),
      row('TH', 140, [
        ['Name', 72],
        ['2024', 180],
        ['2025', 280],
      ]),
    ),
    element(
      'TBody',
      row('TD', 160, [
        ['North', 72],
        ['17', 180],
        ['21', 280],
      ]),
      row('TD', 180, [
        ['4', 180],
        ['9', 280],
      ]),
    ),
  )
  expect(await taggedMarkdown({ tree: [table] })).toBe(
    'Table 1: what was sold\n\n| Region | Sales | Sales |\n| --- | --- | --- |\n| Name | 2024 | 2025 |\n| North | 17 | 21 |\n| North | 4 | 9 |',
  )
})

test('cells span what they state', async () => {
  const cell = (text: string, x: number, y: number, attributes = '') => ({
    ...element('TD', at(text, x, y)),
    attributes,
  })
  const tree = [
    element(
      'Table',
      row('TH', 100, [
        ['A', 72],
        ['B', 180],
        ['C', 280],
      ]),
      element(
        'TR',
        cell('tall', 72, 120, '/A << /O /Table /RowSpan 2 >>'),
        cell('wide', 180, 120, '/A [<< /O /Table /ColSpan 2 >>]'),
      ),
      element('TR', cell('one', 180, 140), cell('two', 280, 140)),
    ),
  ]
  expect(await taggedMarkdown({ tree })).toBe(
    '| A | B | C |\n| --- | --- | --- |\n| tall | wide | wide |\n| tall | one | two |',
  )
})

test('a table that goes on over the end of a page is one, behind which the next page begins', async () => {
  const body = Array.from({ length: 4 }, (_, n) =>
    element(
      'TR',
      element('TD', at(`row ${n}`, 72, 700 + n * 15, { page: n < 2 ? 0 : 1 })),
      element('TD', at(`${n * 11}`, 200, 700 + n * 15, { page: n < 2 ? 0 : 1 })),
    ),
  )
  const tree = [
    ...two,
    element(
      'Table',
      row('TH', 680, [
        ['Name', 72],
        ['Value', 200],
      ]),
      ...body,
    ),
    element('P', at('Behind it.', 72, 765, { page: 1 })),
  ]
  expect(await taggedMarkdown({ tree })).toContain(
    '| row 1 | 11 |\n| row 2 | 22 |\n| row 3 | 33 |\n\n<!-- page 2 -->\n\nBehind it.',
  )
})

test('a sentence and an item go on over the end of a page', async () => {
  const tree = [
    ...two,
    element(
      'L',
      element(
        'LI',
        element('Lbl', at('1.', 72, 720)),
        element('LBody', at('an item that stops', 90, 720), at('on the next page', 90, 60, { page: 1 })),
      ),
    ),
    element('P', at('A sentence that', 72, 700, { page: 1 }), at('Ends elsewhere.', 72, 60, { page: 2 })),
  ]
  expect(await taggedMarkdown({ tree })).toBe(
    '# One\n\n## Two\n\n1. an item that stops on the next page\n\n<!-- page 2 -->\n\nA sentence that Ends elsewhere.\n\n<!-- page 3 -->',
  )
})

test('headings without a number are as deep as their sections', async () => {
  const section = (name: string, y: number, ...more: TaggedElement[]) =>
    element('Sect', element('H', at(name, 72, y)), ...more)
  const tree = [element('Document', section('Outer', 80, section('Inner', 110)))]
  expect(await taggedMarkdown({ tree })).toBe('# Outer\n\n## Inner')
})

test('roles of the document are those that they are mapped to', async () => {
  const tree = [
    element('Kopf', at('Mapped', 72, 80)),
    element('Absatz', at('Text.', 72, 100)),
    element('Heading_2', at('By its name', 72, 130)),
  ]
  expect(await taggedMarkdown({ tree, roles: { Kopf: 'H1', Absatz: 'P' } })).toBe('# Mapped\n\nText.\n\n## By its name')
})

test('a picture is what stands for it, and a formula too unless its text says the same', async () => {
  const tree = [
    ...two,
    { role: 'Figure', alt: 'Sales by year', children: [] },
    element('P', at('Before', 72, 100), { role: 'Formula', alt: 'E = mc^2', children: [at('E=mc2', 120, 100)] }),
    { role: 'Figure', alt: 'A chart', children: [at('Legend of the chart', 72, 200)] },
  ]
  expect(await taggedMarkdown({ tree })).toBe(
    '# One\n\n## Two\n\nBefore E = mc^2\n\n![A chart]()\n\nLegend of the chart',
  )
})

test('a text that is drawn in another way than it reads is what it reads', async () => {
  const tree = [
    ...two,
    element(
      'P',
      at('A', 72, 100),
      { role: 'Span', actualText: 'coefficient', children: [at('coe cient', 84, 100)] },
      { role: 'Span', alt: 'a smiling face', children: [at('word', 150, 100)] },
    ),
  ]
  expect(await taggedMarkdown({ tree })).toContain('A coefficient word')
})

test('a link has the address of its annotation, wherever that lies', async () => {
  const tree = [
    ...two,
    element('P', at('See', 72, 100), {
      role: 'Link',
      link: 'https://a.example.org/',
      children: [at('the manual', 100, 100)],
    }),
  ]
  expect(await taggedMarkdown({ tree })).toContain('See [the manual](https://a.example.org/)')
})

test('notes are named by their signs, and one without a mark keeps its sign', async () => {
  const note = (sign: string, text: string, y: number) =>
    element('Note', element('Lbl', at(sign, 72, y, { size: 7 })), element('P', at(text, 80, y, { size: 9 })))
  const tree = [
    ...two,
    element(
      'P',
      at('A claim', 72, 100),
      element('Reference', at('1', 108.4, 96, { size: 7 })),
      at('goes on.', 117, 100),
      note('1', 'The proof of it.', 700),
      note('2', 'Nobody asked.', 715),
    ),
    paragraph('The next paragraph.', 130),
  ]
  expect(await taggedMarkdown({ tree })).toBe(
    '# One\n\n## Two\n\nA claim[^1] goes on.\n\nThe next paragraph.\n\n[^1]: The proof of it.\n\n2 Nobody asked.',
  )
})

test('quotes, code and tables of contents are what they are', async () => {
  const entry = (title: string, page: string, y: number, ...more: TaggedElement[]) =>
    element('TOCI', element('Reference', at(`${title} ............ ${page}`, 72, y)), ...more)
  const tree = [
    element('TOC', entry('One', '1', 60, element('TOC', entry('Part', '2', 75)))),
    element('BlockQuote', paragraph('Said by somebody.', 110)),
    element('Code', at('if (x) {', 72, 140, { font: 'mono' }), at('return', 85.2, 154, { font: 'mono' })),
    element('P', at('Call', 72, 190), element('Code', at('run()', 98, 190)), at('now.', 130, 190)),
  ]
  expect(await taggedMarkdown({ tree })).toBe(
    '- One 1\n  - Part 2\n\n> Said by somebody.\n\n```\nif (x) {\n  return\n```\n\nCall `run()` now.',
  )
})

import { expect, test } from 'vitest'
import { at, element, heading, item, paragraph, row, taggedMarkdown, two } from './tagged-markdown.ts'
import { linesFrom, type PlacedText, type TaggedElement } from './tagged-pdf.ts'

test('headings come from the tree, regardless of their appearance', async () => {
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

test('code is one block with its indentation and blank lines, whether its lines are tagged or not', async () => {
  const lines = ['def grow(n):', 'print(n)', 'grow(3)']
  const code = lines.map((text, n) =>
    paragraph(text, [100, 112, 136][n] ?? 0, { x: n === 1 ? 96 : 72, size: 10, font: 'mono' }),
  )
  const prose = paragraph(
    'The harbour lies on the north side of the island, behind the old stone pier of the parish.',
    300,
  )
  const block = '```\ndef grow(n):\n    print(n)\n\ngrow(3)\n```'
  expect(await taggedMarkdown({ tree: [element('Document', ...two, element('Code', ...code), prose)] })).toContain(
    block,
  )
  expect(await taggedMarkdown({ tree: [element('Document', ...two, ...code, prose)] })).toContain(block)
})

test('a label with a link is a note reference, at any height', async () => {
  const label = (text: string, x: number, y: number) => element('Lbl', element('Link', element('Span', at(text, x, y))))
  const note = element('Note', label('1', 72, 700), at('Measured in March.', 78, 700))
  const text = element('P', at('A claim', 72, 120), label('1', 110, 120), note, at('goes on.', 120, 120))
  expect(await taggedMarkdown({ tree: [element('Document', ...two, text)] })).toMatch(
    /A claim ?\[\^1\] goes on\.\n\n\[\^1\]: Measured in March\.$/,
  )
})

test('a marker at the end of an item is its label', async () => {
  const nested = element('L', element('LI', element('LBody', at('lime trees', 112, 134), at('\xb7', 102, 134))))
  const items = [
    element('LI', element('LBody', at('More shade', 92, 120), nested, at('1.', 72, 120))),
    element('LI', element('LBody', at('Benches', 92, 148), at('2.', 72, 148))),
  ]
  expect(await taggedMarkdown({ tree: [element('Document', ...two, element('L', ...items))] })).toMatch(
    /1\. More shade\n {3}- lime trees\n2\. Benches$/,
  )
})

test('terms and descriptions without roles are paragraphs', async () => {
  const part = (text: string, x: number, y: number) => element('NonStruct', at(text, x, y))
  const list = element(
    'NonStruct',
    part('Oak', 72, 120),
    part('a tree', 112, 134),
    part('Fox', 72, 148),
    part('an animal', 112, 162),
  )
  expect(await taggedMarkdown({ tree: [element('Document', ...two, list)] })).toMatch(
    /Oak\n\na tree\n\nFox\n\nan animal$/,
  )
})

test('rows without roles are a table', async () => {
  const part = (text: string, x: number, y: number) => element('NonStruct', at(text, x, y))
  const row = (y: number, ...cells: string[]) =>
    element('NonStruct', ...cells.map((text, n) => part(text, 72 + n * 120, y)))
  const rows = [row(120, 'Year', 'Depth'), row(134, '2001', '7.5'), row(148, '2002', '7.9'), row(162, '2003', '8.1')]
  const tree = [element('Document', ...two, element('NonStruct', ...rows), paragraph('Text below.', 300))]
  expect(await taggedMarkdown({ tree })).toContain('| 2001 | 7.5 |')
})

test('the order follows the tree, not the positions', async () => {
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

test('the lines of an element are joined as usual: hyphens are removed, and words continue', async () => {
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

test('a drop cap stays with its word', async () => {
  const lines = ['he first line of the text is to the right of the', 'large letter, and so is the second one,']
  const below = at('and the text goes on below it to its end.', 72, 140)
  const tree = [...two, element('P', at('T', 72, 126, { size: 32 }), ...linesFrom(92, 112, lines), below)]
  expect(await taggedMarkdown({ tree })).toContain(
    'The first line of the text is to the right of the large letter, and so is the second one, and the text goes on below it to its end.',
  )
})

test('a paragraph continues at the top of the next column', async () => {
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

test('a paragraph in a heading is its text, and an item does not need a list around it', async () => {
  const tree = [
    element('H1', paragraph('The heading', 80)),
    element('Div', item('\x95', 'one', 72, 100)),
    element('H2', paragraph('Another', 140)),
  ]
  expect(await taggedMarkdown({ tree })).toBe('# The heading\n\n- one\n\n## Another')
})

test('headings without a number have the depth of their sections', async () => {
  const section = (name: string, y: number, ...more: TaggedElement[]) =>
    element('Sect', element('H', at(name, 72, y)), ...more)
  const tree = [element('Document', section('Outer', 80, section('Inner', 110)))]
  expect(await taggedMarkdown({ tree })).toBe('# Outer\n\n## Inner')
})

test('custom roles are mapped to standard ones', async () => {
  const tree = [
    element('Kopf', at('Mapped', 72, 80)),
    element('Absatz', at('Text.', 72, 100)),
    element('Heading_2', at('By its name', 72, 130)),
  ]
  expect(await taggedMarkdown({ tree, roles: { Kopf: 'H1', Absatz: 'P' } })).toBe('# Mapped\n\nText.\n\n## By its name')
})

test('a figure becomes its alternative text, and a formula its text', async () => {
  const tree = [
    ...two,
    { role: 'Figure', alt: 'Sales by year', children: [] },
    element('P', at('Before', 72, 100), { role: 'Formula', alt: 'E = mc^2', children: [at('E=mc2', 120, 100)] }),
    { role: 'Figure', alt: 'A chart', children: [at('Legend of the chart', 72, 200)] },
  ]
  expect(await taggedMarkdown({ tree })).toBe(
    '# One\n\n## Two\n\n![Sales by year]()\n\nBefore E=mc2\n\n![A chart]()\n\nLegend of the chart',
  )
})

test('text drawn differently from how it reads is replaced by its actual text', async () => {
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

test('a link has the URL of its annotation, regardless of its position', async () => {
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

test('notes are labelled by their marks, and one without a reference keeps its mark', async () => {
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

test('superscripts in formulas and numbers in tables of contents are not note references', async () => {
  const raised = { size: 7 }
  const tree = [
    element('TOC', element('TOCI', element('Reference', at('One .........', 72, 60), at('1', 150, 60)))),
    heading('One', 80),
    element('P', at('A claim', 72, 100), element('Lbl', at('1', 108.4, 96, raised)), at('says that', 117, 100), {
      ...element('Formula', at('x', 165, 100), at('1', 170.6, 96, raised)),
    }),
    element('Note', at('1', 72, 700, raised), at('The proof.', 80, 700)),
  ]
  expect(await taggedMarkdown({ tree })).toBe(
    '- One 1\n\n# One\n\nA claim[^1] says that x1\n\n[^1]: The proof.'.replace('x1', 'x<sup>1</sup>'),
  )
})

test('elements without a role are not blocks, and divisions in an item are its paragraphs', async () => {
  const plain = (...children: (TaggedElement | PlacedText)[]) => element('NonStruct', ...children)
  const tree = [
    element('H1', plain(at('The', 72, 80)), plain(at('title', 96, 80))),
    element('Div', plain(at('Half of', 72, 100)), element('Span', plain(at('a line.', 112, 100)))),
    element(
      'L',
      element(
        'LI',
        element('Lbl', plain(at('\x95', 72, 130))),
        element('LBody', element('Div', plain(at('one', 90, 130))), element('Div', at('more', 90, 150))),
      ),
    ),
    element(
      'Table',
      plain(
        row('TH', 180, [
          ['A', 72],
          ['B', 180],
        ]),
        row('TD', 200, [
          ['1', 72],
          ['2', 180],
        ]),
      ),
    ),
  ]
  expect(await taggedMarkdown({ tree })).toBe(
    '# The title\n\nHalf of a line.\n\n- one\n\n  more\n\n| A | B |\n| --- | --- |\n| 1 | 2 |',
  )
})

test('quotes, code and tables of contents are recognized', async () => {
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

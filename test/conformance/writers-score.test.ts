import { describe, expect, it } from 'vitest'
import { compare } from '../../bench/documents/writers/compare.ts'
import type { Source } from '../../bench/documents/writers/source.ts'

const source: Source = {
  lang: 'en',
  title: 'Wells',
  look: { font: 'sans', size: 10, columns: 1, landscape: false, color: '#000000', justify: false },
  header: 'Water board',
  stamp: { text: 'DRAFT', isAtSide: false },
  blocks: [
    { type: 'heading', level: 1, text: 'Wells' },
    { type: 'paragraph', text: 'The northern well was deepened after the dry summer.' },
    {
      type: 'list',
      ordered: true,
      items: ['open the lid', { text: 'lower the pump', ordered: false, items: ['slowly'] }],
    },
    {
      type: 'table',
      head: true,
      look: 'grid',
      rows: [
        ['Site', 'Depth', 'Flow'],
        ['Mill', '12.5', '–'],
        ['Quay', '7.0', '3.1'],
      ],
    },
    { type: 'code', text: 'read well\n  --depth' },
  ],
}

const right = `# Wells

The northern well was deepened after the dry summer.

1. open the lid
2. lower the pump
   - slowly

| Site | Depth | Flow |
| --- | --- | --- |
| Mill | 12.5 | – |
| Quay | 7.0 | 3.1 |

\`\`\`
read well
  --depth
\`\`\`
`
const removed = { code: 'running_text_removed', message: '2 lines were left out: "Water board", "DRAFT"' } as const
const missesOf = (markdown: string) =>
  compare(source, markdown, [removed]).misses.map(({ measure, text }) => `${measure}: ${text}`)

describe('the score of documents whose source is known', () => {
  it('finds no miss in what the source says', () => {
    expect(missesOf(right)).toEqual([])
  })

  it('counts running text that no warning names as lost', () => {
    const { misses } = compare(source, right, [])
    expect(misses.map(({ text }) => text)).toEqual(['water', 'board', 'draft'])
  })

  it.each([
    ['a word', 'deepened ', '', ['words lost: deepened']],
    ['a new word', 'deepened', 'deepened again', ['invented: again']],
    ['the level of a heading', '# Wells', '## Wells', ['levels: 2 for 1: Wells']],
    ['a stamp as a heading', '# Wells', '# DRAFT\n\n# Wells', ['stamps: DRAFT']],
    ['the depth of an item', '   - slowly', '- slowly', ['items: bullet 1 for bullet 2: slowly']],
    ['a cell in another column', '| 12.5 | – |', '| – | 12.5 |', ['cells: "–" for "12.5"', 'cells: "12.5" for "–"']],
    ['lines of code', '\n  --depth', ' --depth', ['code: read well']],
  ])('finds %s', (_, from, to, expected) => {
    expect(right).toContain(from)
    expect(missesOf(right.replace(from, to))).toEqual(expected)
  })

  it('does not take a head above an empty row for the head of a table', () => {
    const apart = right.replace('| Site | Depth | Flow |\n| --- |', 'Site Depth Flow\n\n| | | |\n| --- |')
    expect(missesOf(apart)).toEqual(
      expect.arrayContaining(['heads: Site | Depth | Flow', 'rows lost: Site | Depth | Flow']),
    )
  })

  it('finds prose in a table', () => {
    const framed = right.replace(
      'The northern well was deepened after the dry summer.',
      '| The northern well was deepened after | the dry summer. |\n| --- | --- |',
    )
    expect(missesOf(framed)).toEqual(['prose in tables: The northern well was deepened after the dry summer.'])
  })
})

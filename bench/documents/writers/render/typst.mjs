/** PDFs of Typst, which are tagged. */

import { writeFileSync } from 'node:fs'
import { isNumericColumn, load, textOfItem } from './tools.mjs'

const quote = (text) => `#${JSON.stringify(text)}`
const content = (text) =>
  `[${text
    .split('\n')
    .map((line) => (line ? quote(line) : ''))
    .join(' \\ ')}]`

function list({ ordered, items }, depth = 0) {
  return items
    .map(
      (item) =>
        `${'  '.repeat(depth)}${ordered ? '+' : '-'} ${quote(textOfItem(item))}${item.items ? `\n${list(item, depth + 1)}` : ''}`,
    )
    .join('\n')
}

function table({ rows, head, look }) {
  const looks = {
    grid: 'stroke: 0.6pt',
    lines: 'stroke: (x, y) => (bottom: if y == 0 { 1pt } else { 0.3pt + gray })',
    plain: 'stroke: none',
    shaded: 'stroke: 0.3pt + gray, fill: (x, y) => if y == 0 { rgb("#d9e2f0") }',
    zebra: 'stroke: none, fill: (x, y) => if calc.odd(y) { luma(240) }',
  }
  const columns = rows[0].map((_, at) => (isNumericColumn(rows, at) ? 'auto' : 'auto')).join(', ')
  const align = rows[0].map((_, at) => (isNumericColumn(rows, at) ? 'right' : 'left')).join(', ')
  const [first, ...rest] = rows
  const top = head ? `table.header(${first.map((cell) => `[*${content(cell).slice(1, -1)}*]`).join(', ')}),` : ''
  const body = (head ? rest : rows).map((row) => row.map(content).join(', ')).join(',\n  ')
  return `#table(columns: (${columns}), align: (${align}), ${looks[look]},\n  ${top}\n  ${body}\n)`
}

const blocks = {
  heading: ({ level, text }) => `${'='.repeat(level)} ${quote(text)}`,
  paragraph: ({ text, note }) => quote(text) + (note ? `#footnote[${quote(note)}]` : ''),
  list: (block) => list(block),
  code: ({ text }) => `#raw(block: true, ${JSON.stringify(text)})`,
  table,
}

export function typstOf({ lang, title, blocks: all, look, header, footer, page, stamp }) {
  const font = look.font === 'sans' ? '"Liberation Sans"' : '"Liberation Serif"'
  const mark = stamp
    ? stamp.isAtSide
      ? `background: place(left + horizon, dx: 0.4cm, rotate(-90deg, reflow: true, text(14pt, fill: luma(130), ${JSON.stringify(stamp.text)}))),`
      : `background: rotate(-45deg, text(90pt, fill: luma(225), ${JSON.stringify(stamp.text)})),`
    : ''
  const foot =
    footer || page
      ? `footer: context [#text(8pt, ${JSON.stringify(footer ?? '')}) #h(1fr) ${page ? `#text(8pt)[${page} #counter(page).display()]` : ''}],`
      : ''
  const [first, ...rest] = all.map((block) => blocks[block.type](block))
  return `#set document(title: ${JSON.stringify(title)})
#set text(lang: "${lang}", size: ${look.size}pt, font: (${font}, "Droid Sans Fallback", "DejaVu Sans"))
#set par(justify: ${look.justify})
#show heading: set text(fill: rgb("${look.color}"))
#set page(paper: "a4", flipped: ${look.landscape}, ${header ? `header: text(8pt, ${JSON.stringify(header)}),` : ''} ${foot} ${mark})
${first}

${look.columns === 2 ? `#columns(2)[\n${rest.join('\n\n')}\n]` : rest.join('\n\n')}
`
}

let compiler
export function typst(source, path) {
  const { NodeCompiler } = load('@myriaddreamin/typst-ts-node-compiler')
  compiler ??= NodeCompiler.create({ fontArgs: [{ fontPaths: ['/usr/share/fonts/truetype'] }] })
  writeFileSync(path, compiler.pdf({ mainFileContent: typstOf(source) }))
}

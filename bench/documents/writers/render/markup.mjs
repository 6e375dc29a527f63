/** Markdown for pandoc, AsciiDoc, and troff for groff. */

import { unlinkSync, writeFileSync } from 'node:fs'
import { isNumericColumn, run, textOfItem } from './tools.mjs'

const escapeMarkdown = (text) => text.replace(/([\\`*_[\]<>#|~$^@"'])/g, '\\$1')

const list =
  (marks, depth = 0) =>
  ({ ordered, items }) =>
    items
      .flatMap((item, at) => [
        marks.item(textOfItem(item), ordered, depth, at),
        ...(item.items ? [list(marks, depth + 1)(item)] : []),
      ])
      .join('\n')

/** Han and kana are twice as wide as other characters. */
const widthOf = (text) => [...text].reduce((sum, sign) => sum + (/[\u2e80-\u9fff\uff00-\uff60]/.test(sign) ? 2 : 1), 0)

function gridTable({ rows, head }) {
  const cells = rows.map((row) =>
    row.map((cell) =>
      cell.split('\n').map((line, at, all) => escapeMarkdown(line) + (at < all.length - 1 ? '\\' : '')),
    ),
  )
  const widths = rows[0].map((_, at) => 2 + Math.max(3, ...cells.map((row) => Math.max(...row[at].map(widthOf)))))
  const rule = (sign) => `+${widths.map((width) => sign.repeat(width + 2)).join('+')}+`
  const text = (row) =>
    Array.from(
      { length: Math.max(...row.map(({ length }) => length)) },
      (_, line) =>
        `|${row.map((cell, at) => ` ${cell[line] ?? ''}${' '.repeat(widths[at] + 1 - widthOf(cell[line] ?? ''))}`).join('|')}|`,
    ).join('\n')
  return [rule('-'), ...cells.flatMap((row, at) => [text(row), rule(head && at === 0 ? '=' : '-')])].join('\n')
}

export function markdownOf({ blocks }) {
  const notes = []
  const item = (text, ordered, depth, at) =>
    `${'    '.repeat(depth)}${ordered ? `${at + 1}. ` : '-  '} ${escapeMarkdown(text)}`
  const writers = {
    heading: ({ level, text }) => `${'#'.repeat(level)} ${escapeMarkdown(text)}`,
    paragraph: ({ text, note }) => {
      if (note) notes.push(`[^n${notes.length + 1}]: ${escapeMarkdown(note)}`)
      return escapeMarkdown(text) + (note ? `[^n${notes.length}]` : '')
    },
    list: list({ item }),
    code: ({ text }) => `\`\`\`\n${text}\n\`\`\``,
    table: gridTable,
  }
  // A comment keeps two lists, and a list and indented text, apart.
  return [...blocks.map((block) => writers[block.type](block)), ...notes].join('\n\n')
}

export const pandoc = (format) => (source, path) => {
  const args = [
    '-f',
    'markdown-auto_identifiers-smart',
    '-t',
    format,
    '-s',
    '-o',
    path,
    '--columns=500',
    '-V',
    `lang=${source.lang}`,
  ]
  if (format === 'epub') args.push('--metadata', `title=${source.title}`)
  if (format === 'html') args.push('--metadata', `pagetitle=${source.title}`)
  run('pandoc', args, { input: markdownOf(source) })
}

const escapeAdoc = (text) => `pass:c[${text.replace(/\]/g, '\\]')}]`

export function asciidoctor(source, path) {
  const item = (text, ordered, depth) => `${(ordered ? '.' : '*').repeat(depth + 1)} ${escapeAdoc(text)}`
  const writers = {
    heading: ({ level, text }) => `${'='.repeat(level)} ${text}`,
    paragraph: ({ text }) => escapeAdoc(text),
    list: (block) => `${list({ item })(block)}\n\n//-`,
    code: ({ text }) => `----\n${text}\n----`,
    table: ({ rows, head, look }) => {
      const columns = rows[0].map((_, at) => (isNumericColumn(rows, at) ? '>1' : '<2')).join(',')
      const [grid, frame] = {
        grid: ['all', 'all'],
        lines: ['rows', 'ends'],
        plain: ['none', 'none'],
        shaded: ['all', 'all'],
        zebra: ['none', 'ends'],
      }[look]
      const cell = (text) =>
        `|${text
          .split('\n')
          .map((line) => (line ? escapeAdoc(line) : ''))
          .join(' +\n')}`
      const options = `cols="${columns}",grid=${grid},frame=${frame}${look === 'zebra' ? ',stripes=even' : ''}${head ? ',options="header"' : ''}`
      return `[${options}]\n|===\n${rows.map((row, at) => row.map(cell).join('\n') + (at === 0 && head ? '\n' : '')).join('\n')}\n|===`
    },
  }
  const attributes = [
    ':doctype: article',
    ':pdf-page-size: A4',
    ...(source.page ? [] : [':nofooter:']),
    ':table-caption!:',
    `:lang: ${source.lang}`,
  ]
  const [title, ...rest] = source.blocks.map((block) => writers[block.type](block))
  const file = path.replace(/pdf$/, 'adoc')
  writeFileSync(file, `${title}\n${attributes.join('\n')}\n\n${rest.join('\n\n')}\n`)
  run('asciidoctor-pdf', ['-o', path, file])
  unlinkSync(file)
}

const escapeRoff = (text) =>
  text
    .replace(/\\/g, '\\e')
    .replace(/^([.'])/gm, '\\&$1')
    .replace(/’/g, '\\(cq')

export function groff(source, path) {
  const nested = ({ ordered, items }) =>
    items
      .map(
        (item, at) =>
          `.IP ${ordered ? `${at + 1}.` : '\\(bu'} 3\n${escapeRoff(textOfItem(item))}${item.items ? `\n.RS\n${nested(item)}\n.RE` : ''}`,
      )
      .join('\n')
  const writers = {
    heading: ({ level, text }) =>
      level === 1 ? `.TL\n\\s+5${escapeRoff(text)}\\s0\n` : `.SH ${level}\n${escapeRoff(text)}`,
    paragraph: ({ text, note }) =>
      `.${source.look.justify ? 'PP' : 'LP'}\n${escapeRoff(text)}${note ? `\\**\n.FS\n${escapeRoff(note)}\n.FE` : ''}`,
    list: nested,
    code: ({ text }) => `.DS L\n.ft CR\n${escapeRoff(text)}\n.ft\n.DE`,
    table: ({ rows, head, look }) => {
      const options = look === 'grid' ? 'allbox tab(@);' : look === 'shaded' ? 'box tab(@);' : 'tab(@);'
      const format = rows[0].map((_, at) => (isNumericColumn(rows, at) ? 'r' : 'lw(3.2c)'))
      const top = rows[0].map((_, at) => (isNumericColumn(rows, at) ? 'rb' : 'lb'))
      const cell = (text) => (text === '' ? '' : `T{\n.na\n${text.split('\n').map(escapeRoff).join('\n.br\n')}\nT}`)
      const plain = (text, at) => (isNumericColumn(rows, at) ? escapeRoff(text) : cell(text))
      const lines = rows.map((row) => row.map(plain).join('@'))
      if (look === 'lines' && head) lines.splice(1, 0, '_')
      return `.TS\n${options}\n${head ? `${top.join(' ')}\n` : ''}${format.join(' ')}.\n${lines.join('\n')}\n.TE`
    },
  }
  const [title, ...rest] = source.blocks.map((block) => writers[block.type](block))
  const running = [
    `.ds LH ${source.header ?? ''}`,
    '.ds CH',
    `.ds RH`,
    `.ds LF ${source.footer ?? ''}`,
    '.ds CF',
    `.ds RF ${source.page ? `${source.page} \\\\n%` : ''}`,
  ]
  const text = `.nr PS ${source.look.size}\n.nr GROWPS 4\n.nr PSINCR 1.2p\n.nr HM 1.2i\n${running.join('\n')}\n.P1\n${title}\n${source.look.columns === 2 ? '.2C\n' : ''}${rest.join('\n')}\n`
  writeFileSync(path, run('groff', ['-k', '-t', '-ms', '-Tpdf', '-P-pa4'], { input: text }))
}

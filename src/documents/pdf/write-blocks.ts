/** Turns blocks into HTML. */

import { cellHtml, escapeHtml, linkedText, pictureHtml } from '../converted/write-html.ts'
import type { PageTableCell, Table } from './layout/tables/table.ts'
import { groupsOf } from './page/geometry.ts'
import type { PdfComment } from './page/run.ts'
import type { Block, ItemBlock, ListBlock, StatedItem, TextBlock } from './text/block.ts'
import type { NoteName } from './text/notes.ts'
import { lineSpans, type Span, type Words } from './text/spans.ts'

interface WriteContext {
  words: Words
  /** The notes that the page's reference markers refer to. */
  notes: ReadonlyMap<string, NoteName>
  commentMark(comment: PdfComment): string
}

export function writeBlocks(blocks: readonly Block[], context: WriteContext): string {
  const isItem = (block: Block) => block.kind === 'item'
  return groupsOf(blocks, (before, block) => isItem(before) && isItem(block))
    .map(([first, ...others]) =>
      first.kind === 'item' ? writeList([first, ...others.filter(isItem)], context) : writeBlock(first, context),
    )
    .filter((part) => part !== '')
    .join('\n')
}

function writeBlock(block: Exclude<Block, ItemBlock>, context: WriteContext): string {
  if (block.kind === 'code') return `<pre><code>${escapeHtml(block.text)}</code></pre>`
  if (block.kind === 'table') return writeTable(block.table, context)
  if (block.kind === 'list') return writeStatedList(block, context)
  if (block.kind === 'quote') return `<blockquote>${writeBlocks(block.blocks, context)}</blockquote>`
  if (block.kind === 'figure') return `<p>${pictureHtml(block.alt)}</p>`
  if (block.level !== null) {
    const spans = lineSpans(block.lines, context.words, block.breaks)
    const text = writeSpans(plain(spans), context).replaceAll('\n', ' ')
    return `<h${block.level}>${text}</h${block.level}>`
  }
  const text = textHtml(block, context)
  if (block.note === null) return text === '' ? '' : `<p>${text}</p>`
  const note = context.notes.get(block.note)
  return note === undefined ? `<p><sup>${escapeHtml(block.note)}</sup> ${text}</p>` : `<p id="${note.name}">${text}</p>`
}

const textHtml = ({ lines, breaks }: Pick<TextBlock, 'lines' | 'breaks'>, context: WriteContext) =>
  linesToHtml(writeSpans(lineSpans(lines, context.words, breaks), context))

const linesToHtml = (html: string) => html.replaceAll('\n', '<br>')

/** Drops bold or italic applied to a whole heading, because it carries no meaning. */
function plain(spans: readonly Span[]): Span[] {
  const isBold = spans.every((span) => span.isBold)
  const isItalic = spans.every((span) => span.isItalic)
  return spans.map((span) => ({ ...span, isBold: !isBold && span.isBold, isItalic: !isItalic && span.isItalic }))
}

const listTag = (number: number | null) => (number === null ? 'ul' : 'ol')
const itemStart = (number: number | null) => (number === null ? '<li>' : `<li value="${number}">`)

function writeList(items: readonly ItemBlock[], context: WriteContext): string {
  const open: { indent: number; tag: string }[] = []
  let html = ''
  const close = () => {
    html += `</li></${open.pop()?.tag}>`
  }
  for (const { marker, label, lines, breaks, indent } of items) {
    const size = lines[0]?.size ?? 10
    const number = marker.kind === 'number' ? marker.number : null
    const tag = listTag(number)
    while (open.length > 1 && indent < (open.at(-1)?.indent ?? 0) - size * 0.4) close()
    const last = open.at(-1)
    // The list starts with the inner items of a list that began on the previous page.
    if (last && open.length === 1) last.indent = Math.min(last.indent, indent)
    const isInner = !last || (indent > last.indent + size * 0.6 && open.length < 8)
    if (isInner || last.tag !== tag) {
      if (!isInner) close()
      open.push({ indent, tag })
      html += `<${tag}>`
    } else html += '</li>'
    // Markdown lists can't be numbered with letters, so the label stays in the text.
    const sign = marker.kind === 'letter' ? `${escapeHtml(label)} ` : ''
    html += itemStart(number) + sign + textHtml({ lines, breaks }, context)
  }
  while (open.length > 0) close()
  return html
}

/** Numbered and unnumbered items become separate lists. */
function writeStatedList({ items }: ListBlock, context: WriteContext): string {
  const lists = groupsOf(items, (before, { number }) => listTag(before.number) === listTag(number))
  return lists
    .map((own) => {
      const tag = listTag(own[0].number)
      return `<${tag}>${own.map((item) => writeStatedItem(item, context)).join('')}</${tag}>`
    })
    .join('')
}

function writeStatedItem({ number, label, blocks }: StatedItem, context: WriteContext): string {
  const [first, ...others] = blocks
  const isText = first?.kind === 'text' && first.level === null && first.note === null
  const text = isText ? textHtml(first, context) : ''
  const rest = writeBlocks(isText ? others : blocks, context)
  // Markdown lists can be numbered only with digits, so any other label stays in the text.
  const sign = label === '' || number !== null ? '' : `${escapeHtml(label)} `
  return `${itemStart(number)}${sign}${text}${rest}</li>`
}

function writeTable({ rows, headRows }: Table, context: WriteContext): string {
  const html = rows.map((row, at) => {
    const tag = at < headRows ? 'th' : 'td'
    return `<tr>${row.map((cell) => writeCell(cell, tag, context)).join('')}</tr>`
  })
  return `<table>${html.join('\n')}</table>`
}

function writeCell(cell: PageTableCell, tag: 'td' | 'th', context: WriteContext): string {
  const { lines, breaks: stated } = cell
  const breaks = stated ?? new Set(lines.filter((line, at) => isBreak(line, lines[at + 1])))
  const spans = lineSpans(lines, context.words, breaks)
  const text = linesToHtml(writeSpans(tag === 'th' ? plain(spans) : spans, context))
  return cellHtml(tag, cell, text)
}

/** Joins the lines of a cell, except before a line that starts with a bullet or has space above it. */
function isBreak(line: PageTableCell['lines'][number], next: PageTableCell['lines'][number] | undefined): boolean {
  return next !== undefined && (next.baseline - line.baseline > next.size * 1.9 || /^[•‣▪●○–]\s/.test(next.text))
}

function writeSpans(spans: readonly Span[], context: WriteContext): string {
  let html = ''
  for (const own of groupsOf(spans, (before, { href }) => href !== null && href === before.href)) {
    const { href } = own[0]
    const inner = own.map((span) => writeStyled(span, context.notes)).join('')
    const text = href === null ? inner : betweenBlanks(inner, (html) => `<a href="${escapeHtml(href)}">${html}</a>`)
    const marks = own.flatMap(({ comments = [] }) => comments.map((comment) => context.commentMark(comment)))
    const { length } = text.trimEnd()
    html += text.slice(0, length) + marks.join('') + text.slice(length)
  }
  return html
}

function writeStyled(span: Span, notes: ReadonlyMap<string, NoteName>): string {
  return betweenBlanks(span.text, (text) => {
    const note = span.shift === 1 && !span.isFormula ? notes.get(text) : undefined
    if (note) return `<sup><a href="#${note.name}">${escapeHtml(note.label)}</a></sup>`
    let html = span.href === null ? linkedText(text) : escapeHtml(text)
    const isSign = !/[\p{L}\p{N}]/u.test(text)
    if (span.isMonospaced && !isSign) html = html.replace(/[^\n]+/g, '<code>$&</code>')
    if (span.shift !== 0 && text.length <= 12) html = span.shift === 1 ? `<sup>${html}</sup>` : `<sub>${html}</sub>`
    if (span.isItalic && !isSign) html = `<em>${html}</em>`
    return span.isBold && !isSign ? `<strong>${html}</strong>` : html
  })
}

/** Replaces text, except the white space around it. */
function betweenBlanks(text: string, write: (inner: string) => string): string {
  return text.replace(/\S(?:[\s\S]*\S)?/, write)
}

/** Reads the text of markdown without its markup: of a heading, of a line, or of a document for the output `text` (docs/scrape.md). */

import { shownLines } from './markdown-blocks.ts'

/**
 * Returns the words of a markdown document, with one line per heading, paragraph, list item and table row, and tabs between cells. Code
 * stays unchanged. Images and front matter are left out.
 * @example
 * plainText('# A *word*\n\n- [one](/1)\n\n| a | b |\n| - | - |') // 'A word\n\none\n\na\tb'
 */
export function plainText(markdown: string): string {
  const lines: string[] = []
  for (const { kind, text } of shownLines(markdown)) {
    if (kind === 'code') lines.push(text)
    else if (kind === 'row') lines.push(rowText(text.trim()))
    else if (kind === 'text') lines.push(withoutMarkup(withoutHashes(text.trim()), false).trim())
  }
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd()
}

function rowText(row: string): string {
  const cells = row.slice(1).split(/(?<!\\)\|/)
  if (cells.at(-1)?.trim() === '') cells.pop()
  return cells.map((cell) => withoutMarkup(cell, false).trim()).join('\t')
}

function withoutHashes(text: string): string {
  return text.startsWith('#') ? text.replace(/^#{1,6}(?:[ \t]+|$)/, '').replace(/[ \t]#+$/, '') : text
}

/** Longer headings are truncated, because up to 100 headings are returned with the first piece of a page. */
const maxChars = 200
/** Maximum number of characters of a heading's source to read. */
const maxSourceChars = 1000

const label = String.raw`(?<label>(?:[^[\]\\]|\\.|\[(?:[^[\]\\]|\\.)*\])*)`
const target = String.raw`\((?:<[^<>]*>|(?:[^()\s]|\([^()\s]*\))*)(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)`

/** Matches all markup within a line. Earlier alternatives win. */
const markup = new RegExp(
  [
    String.raw`\\(?:(?<sign>[!-/:-@[-\x60{-~])|$)`,
    String.raw`(?<ticks>\x60+)(?<code>.+?)\k<ticks>(?!\x60)`,
    String.raw`\[\^(?<note>[^\]\s]+)\]:?`,
    String.raw`\[!(?<alert>[A-Z]+)\]`,
    String.raw`!?\[${label}\](?:${target}|\[[^[\]]*\])`,
    String.raw`<(?<address>(?:https?:|mailto:)[^<>\s]+)>`,
    '(?<gap><br */?>)|</?[a-z][^<>]*>|<!--.*?-->',
    '&(?<reference>amp|lt|gt|quot|nbsp|#39|#x27);',
    String.raw`(?<![\s*]|^)\*+|\*+(?![\s*]|$)|~~|(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])`,
  ].join('|'),
  'giu',
)

/** Matches all lines that have markup, in much less time than `markup`. */
const mayHaveMarkup = /[\\`[!<&*~_]/

const references: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'", '#x27': "'" }

/** Returns the text of a heading from its source: `## A *word*` → `A word`. Empty if the heading has no visible text. */
export function headingText(source: string): string {
  const written = source.slice(0, maxSourceChars).trim()
  const content = written.startsWith('#')
    ? written.replace(/^#{1,6}/, '').replace(/(?<=[ \t])#+$/, '')
    : written.replace(/\n[ \t]*(?:=+|-+)$/, '')
  return withoutMarkup(content).replace(/\s+/g, ' ').trim().slice(0, maxChars).toWellFormed()
}

/**
 * `text`: text that a reader sees. `note`: the label of a reference to a note. `noteLink`: the text of a link to a note, such as `[1]`.
 * `tag`: a tag, as written.
 */
type MarkupKind = 'text' | 'note' | 'noteLink' | 'tag'

/** A number or sign in a link to a place on the page. */
const noteLink = /^\[(?:<sup>)?\\?\[?(?:\d{1,3}|[a-z*†‡])\\?\]?(?:<\/sup>)?\]\([^)]*#/

/** Calls `onPart` for each part of a line, in order, with its position. `start` is the position of the line. */
export function readInlineMarkup(
  line: string,
  start: number,
  onPart: (text: string, at: number, kind: MarkupKind) => void,
  keepsImages = false,
): void {
  let read = 0
  for (const found of mayHaveMarkup.test(line) ? line.matchAll(markup) : []) {
    const { 0: whole, index, groups = {} } = found
    const { label: shown, sign, code, alert, address, gap, reference, note } = groups
    const written = sign ?? alert ?? address ?? code?.trim()
    if (index > read) onPart(line.slice(read, index), start + read, 'text')
    read = index + whole.length
    const at = start + index
    if (shown !== undefined) {
      const isImage = whole.startsWith('!')
      if (noteLink.test(whole)) onPart(shown, at + 1, 'noteLink')
      else if (!isImage || keepsImages) readInlineMarkup(shown, at + (isImage ? 2 : 1), onPart, keepsImages)
    } else if (note !== undefined) onPart(note, at, 'note')
    else if (gap) onPart(' ', at, 'text')
    else if (reference) onPart(references[reference.toLowerCase()] ?? '', at, 'text')
    else if (written !== undefined) onPart(written, at + whole.indexOf(written), 'text')
    else if (whole.startsWith('<')) onPart(whole, at, 'tag')
  }
  if (read < line.length) onPart(line.slice(read), start + read, 'text')
}

/** Returns a line without its inline markup. Replaces an image with its alternative text, unless `keepsImages` is false. */
function withoutMarkup(line: string, keepsImages = true): string {
  let text = ''
  const add = (part: string, _: number, kind: MarkupKind) => {
    if (kind === 'text') text += part
    else if (kind === 'noteLink') text += withoutMarkup(part, keepsImages)
  }
  readInlineMarkup(line, 0, add, keepsImages)
  return text
}

/** Parses the structure of a document's markdown: headings, list items, table cells, and text without syntax. */

import { marked, type Token, type Tokens } from 'marked'

export interface Structure {
  /** Level and text. */
  headings: [level: number, text: string][]
  /** Nesting depth from 1, and the item's text without the lists inside it. */
  items: [depth: number, text: string][]
  /** Rows of cells, without empty rows and columns. */
  tables: string[][][]
  /** All text in order, with a space between blocks. */
  text: string
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** Parses markdown. References to notes count as plain text, as in other programs' exports. */
export function structureOf(markdown: string): Structure {
  const { text } = readStructure(markdown.replace(/\[\^([^\]\s]{1,40})\]:?/g, ' $1 '))
  return { ...readStructure(markdown.replace(/\[\^[^\]\s]{1,40}\]:?/g, ' ')), text }
}

function readStructure(source: string): Structure {
  const found: Structure = { headings: [], items: [], tables: [], text: '' }
  const texts: string[] = []
  const walk = (tokens: readonly Token[], depth: number): void => {
    for (const token of tokens) {
      if (token.type === 'heading') found.headings.push([token.depth, take(tokensOf(token))])
      else if (token.type === 'table') found.tables.push(trimmed(tableOf(token as Tokens.Table, take)))
      else if (token.type === 'list') {
        for (const item of (token as Tokens.List).items) readItem(item, depth + 1)
      } else if (token.type === 'blockquote') walk(tokensOf(token) ?? [], depth)
      else if (token.type === 'html') take([{ ...token, type: 'html' } as Token])
      else if (token.type !== 'space' && token.type !== 'hr') take(tokensOf(token) ?? [token])
    }
  }
  const take = (tokens: readonly Token[] | undefined): string => {
    const text = plain(inline(tokens ?? []))
    texts.push(text)
    return text
  }
  const readItem = (item: Tokens.ListItem, depth: number): void => {
    const isNested = (token: Token) => token.type === 'list'
    const own = item.tokens.filter((token) => !isNested(token) && token.type !== 'space' && token.type !== 'table')
    const slot = found.items.push([depth, '']) - 1
    found.items[slot] = [depth, plain(own.map((token) => take(tokensOf(token) ?? [token])).join(' '))]
    walk(
      item.tokens.filter((token) => isNested(token) || token.type === 'table'),
      depth,
    )
  }
  walk(marked.lexer(source), 0)
  return { ...found, text: texts.filter(Boolean).join(' ') }
}

function tableOf(table: Tokens.Table, take: (tokens: readonly Token[]) => string): string[][] {
  return [table.header, ...table.rows].map((row) => row.map(({ tokens }) => take(tokens)))
}

/** Removes empty rows and columns. */
export function trimmed<Cell extends string | null>(rows: readonly (readonly Cell[])[]): Cell[][] {
  const isFilled = (cell: Cell) => cell === null || cell.trim() !== ''
  const full = rows.filter((row) => row.some(isFilled))
  const width = Math.max(0, ...full.map((row) => row.length))
  const columns = Array.from({ length: width }, (_, at) => at).filter((at) =>
    full.some((row) => {
      const cell = row[at]
      return cell !== undefined && isFilled(cell)
    }),
  )
  return full.map((row) =>
    columns.map((at) => {
      const cell = row[at]
      return cell === undefined ? ('' as Cell) : cell
    }),
  )
}

function tokensOf(token: Token): readonly Token[] | undefined {
  return 'tokens' in token ? token.tokens : undefined
}

function inline(tokens: readonly Token[]): string {
  return tokens.map(inlineText).join('')
}

function inlineText(token: Token): string {
  if (token.type === 'br') return ' '
  if (token.type === 'html') return /^<br\b/i.test(token.raw) ? ' ' : token.raw.replace(/<!--[\s\S]*?-->|<[^>]*>/g, ' ')
  if (token.type === 'image') return ` ${token.text} `
  if ('tokens' in token && token.tokens && token.tokens.length > 0) return inline(token.tokens)
  return decode('text' in token ? String(token.text) : token.raw)
}

function decode(text: string): string {
  return text
    .replace(/&#(x[\da-f]{1,6}|\d{1,7});/gi, (_, code: string) =>
      String.fromCodePoint(Math.min(0x10ffff, /^x/i.test(code) ? Number.parseInt(code.slice(1), 16) : Number(code))),
    )
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => entities[name] ?? '')
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

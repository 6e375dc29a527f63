/** Meanings of paragraph style names. Word and LibreOffice store built-in styles in English, other programs in their own language. */

import type { ListItem } from './flow-writer.ts'

export interface NamedStyle {
  /** `text`: an ordinary paragraph, regardless of what its style is based on. */
  kind: 'heading' | 'title' | 'quote' | 'code' | 'contents' | 'text'
  /** Level of a heading or table-of-contents entry, starting at 1. */
  level: number
}

const kinds: readonly (readonly [RegExp, NamedStyle['kind']])[] = [
  [
    /^(?:html preformatted|preformatted(?: text)?|source ?code|verbatim|code(?: block)?|macro text|plain code)$/,
    'code',
  ],
  [/^(?:(?:intense )?quote|quotations?|block ?quote|block text|intensequote)$/, 'quote'],
  [/^(?:title|document title)$/, 'title'],
  [/^subtitle$/, 'text'],
]

const entry = /^(?:toc|contents) ?([1-9])$/

const heading =
  /^(?:heading|überschrift|titre|título|titolo|kop|rubrik|otsikko|nagłówek|заголовок|nadpis|címsor|overskrift|başlık|标题|見出し|제목)[ _-]?([1-9])$/

/** Returns null for the style of an ordinary paragraph. */
export function namedStyle(name: string): NamedStyle | null {
  const plain = name.trim().toLowerCase().slice(0, 100)
  const level = heading.exec(plain)?.[1]
  if (level !== undefined) return { kind: 'heading', level: Number(level) }
  const ofEntry = entry.exec(plain)?.[1]
  if (ofEntry !== undefined) return { kind: 'contents', level: Number(ofEntry) }
  const kind = kinds.find(([names]) => names.test(plain))?.[1]
  return kind === undefined ? null : { kind, level: kind === 'title' ? 1 : 0 }
}

/** True for character styles meant for source code. */
export function isCodeStyle(name: string): boolean {
  return /^(?:html (?:code|keyboard|sample|typewriter)|source ?text|verbatim char|code|inline ?code|teletype|user entry)$/i.test(
    name.trim(),
  )
}

/** Returns the list position of a table-of-contents entry; null for all other paragraphs. */
export function contentsItem(named: NamedStyle | null): ListItem | null {
  return named?.kind === 'contents' ? { level: named.level - 1, number: null, label: null } : null
}

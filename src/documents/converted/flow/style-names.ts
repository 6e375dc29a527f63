/** Meanings of paragraph style names. Word and LibreOffice store built-in style names in English; other programs use their own language. */

import { type ParagraphStyle, plainParagraph } from './flow-writer.ts'
import type { ListItem } from './labels.ts'

export interface NamedStyle {
  /** `text`: an ordinary paragraph, regardless of what its style is based on. */
  kind: 'heading' | 'title' | 'quote' | 'code' | 'contents' | 'term' | 'definition' | 'text'
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
  // pandoc uses the names that begin with "definition". LibreOffice uses "list heading" and "list contents" for definition lists from HTML.
  [/^(?:definition ?term(?: tight)?|list heading)$/, 'term'],
  [/^(?:definition(?: definition)?(?: tight)?|list contents)$/, 'definition'],
  [/^subtitle$/, 'text'],
]

const entry = /^(?:toc|contents) ?([1-9])$/

const heading =
  /^(?:heading|überschrift|titre|título|titolo|kop|rubrik|otsikko|nagłówek|заголовок|nadpis|címsor|overskrift|başlık|标题|見出し|제목)[ _-]?([1-9])$/

/** Returns null for the style of an ordinary paragraph. */
export function namedStyle(name: string): NamedStyle | null {
  const plain = plainName(name)
  const level = heading.exec(plain)?.[1]
  if (level !== undefined) return { kind: 'heading', level: Number(level) }
  const ofEntry = entry.exec(plain)?.[1]
  if (ofEntry !== undefined) return { kind: 'contents', level: Number(ofEntry) }
  const kind = kinds.find(([names]) => names.test(plain))?.[1]
  return kind === undefined ? null : { kind, level: kind === 'title' ? 1 : 0 }
}

/** LibreOffice writes some names with underscores instead of spaces. */
function plainName(name: string): string {
  return name.trim().slice(0, 100).toLowerCase().replaceAll('_', ' ')
}

/** True for character styles meant for source code. */
export function isCodeStyle(name: string): boolean {
  return /^(?:html (?:code|keyboard|sample|typewriter)|source ?text|verbatim char|code|inline ?code|teletype|user entry)$/.test(
    plainName(name),
  )
}

const kindsOfParagraphs = new Set(['code', 'quote', 'term', 'definition'])

interface StatedParagraph {
  named: NamedStyle | null
  /** Outline level, starting at 1; null if it isn't specified. Other numbers mean body text. */
  outline: number | null
  item: ListItem | null
  /** The label of the paragraph, if it is a heading. */
  headingItem: ListItem | null
  indent: number
}

/** Returns the kind, level and list item with which to write a paragraph. Table-of-contents entries become list items. */
export function paragraphStyle({ named, outline, item, headingItem, indent }: StatedParagraph): ParagraphStyle {
  const level = named?.kind === 'title' ? 1 : (outline ?? (named?.kind === 'heading' ? named.level : 0))
  if (level > 0 && level < 10) return { ...plainParagraph, kind: 'heading', level, item: headingItem }
  const entry = named?.kind === 'contents' ? { level: named.level - 1, number: null, label: null } : null
  const kind = kindsOfParagraphs.has(named?.kind ?? '') ? (named?.kind as ParagraphStyle['kind']) : 'paragraph'
  return { kind, level: 0, item: item ?? entry, indent }
}

/** Meanings of the names of paragraph styles. Word and LibreOffice store the names of their own styles in English; other writers store them in their language. */

export interface NamedStyle {
  /** `text`: a paragraph like all others, whatever its style is based on. */
  kind: 'heading' | 'title' | 'quote' | 'code' | 'text'
  /** Of a heading: from 1 on. */
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

const heading =
  /^(?:heading|überschrift|titre|título|titolo|kop|rubrik|otsikko|nagłówek|заголовок|nadpis|címsor|overskrift|başlık|标题|見出し|제목)[ _-]?([1-9])$/

/** Null for the style of an ordinary paragraph. */
export function namedStyle(name: string): NamedStyle | null {
  const plain = name.trim().toLowerCase().slice(0, 100)
  const level = heading.exec(plain)?.[1]
  if (level !== undefined) return { kind: 'heading', level: Number(level) }
  const kind = kinds.find(([names]) => names.test(plain))?.[1]
  return kind === undefined ? null : { kind, level: kind === 'title' ? 1 : 0 }
}

/** Character styles for source code. */
export function isCodeStyle(name: string): boolean {
  return /^(?:html (?:code|keyboard|sample|typewriter)|source ?text|verbatim char|code|inline ?code|teletype|user entry)$/i.test(
    name.trim(),
  )
}

/** Fonts whose letters are all as wide. */
export function isMonospacedFont(name: string): boolean {
  return /courier|consol|mono\b|menlo|monaco|typewriter|inconsolata|fixed|cascadia|source code|fira code|terminal/i.test(
    name,
  )
}

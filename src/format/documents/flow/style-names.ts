/** Meanings of the names of paragraph styles. Word and LibreOffice store the names of their own styles in English; other writers store them in their language. */

export interface NamedStyle {
  kind: 'heading' | 'title' | 'quote' | 'code'
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

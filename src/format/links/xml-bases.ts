/** Splits XML at the elements that set another base URL. @see https://www.w3.org/TR/xmlbase/ */

import { maxUrlLength } from '../../html/typed-urls.ts'

interface BasePart {
  /** Without `xml:base`, whose URL isn't a link. */
  text: string
  base: string
}

const tags = /<(\/?)([\w:.-]+)([^<>]*)>/g
const attribute = /\sxml:base\s?=\s?(?:"([^"<]*)"|'([^'<]*)')/

export function partsByBase(xml: string, url: string): BasePart[] {
  const parts: BasePart[] = []
  /** Open elements with a base. `depth` counts the open elements with the same name. */
  const open: { name: string; depth: number; base: string }[] = []
  let start = 0
  const currentBase = () => open.at(-1)?.base ?? url
  const cutAt = (end: number) => {
    if (end > start) parts.push({ text: xml.slice(start, end).replace(attribute, ''), base: currentBase() })
    start = end
  }
  if (!xml.includes('xml:base')) return [{ text: xml, base: url }]
  for (const { index, 0: tag, 1: slash, 2: name = '', 3: attributes = '' } of xml.matchAll(tags)) {
    const last = open.at(-1)
    const [stated, double, single] = attribute.exec(attributes) ?? []
    if (!slash && stated !== undefined) {
      cutAt(index)
      const base = URL.parse(double ?? single ?? '', currentBase())?.href ?? ''
      open.push({ name, depth: 0, base: base === '' || base.length > maxUrlLength ? currentBase() : base })
    }
    const own = stated === undefined ? last : open.at(-1)
    if (own?.name !== name) continue
    if (!slash) own.depth++
    if (slash || attributes.endsWith('/')) own.depth--
    if (own.depth > 0) continue
    cutAt(index + tag.length)
    open.pop()
  }
  cutAt(xml.length)
  return parts
}

/** Splits XML at the elements that set another base URL. @see https://www.w3.org/TR/xmlbase/ */

const tags = /<(\/?)([\w:.-]+)([^<>]*)>/g
const attribute = /\sxml:base\s?=\s?(?:"([^"<]*)"|'([^'<]*)')/
const maxDepth = 50

/** Leaves out `xml:base`, because its URL isn't a link. */
export function partsByBase(xml: string, url: string): { text: string; base: string }[] {
  const parts: { text: string; base: string }[] = []
  /** Open elements with a base. `depth` counts the open elements with the same name. */
  const open = [{ name: '', depth: 1, base: url }]
  let start = 0
  const cutAt = (end: number) => {
    parts.push({ text: xml.slice(start, end).replace(attribute, ''), base: open.at(-1)?.base ?? url })
    start = end
  }
  for (const { index, 0: tag, 1: slash, 2: name = '', 3: attributes = '' } of xml.matchAll(tags)) {
    const [stated, double, single] = (open.length < maxDepth && !slash && attribute.exec(attributes)) || []
    if (stated !== undefined) {
      cutAt(index)
      open.push({ name, depth: 0, base: URL.parse(double ?? single ?? '', open.at(-1)?.base)?.href ?? url })
    }
    const last = open.at(-1)
    if (last?.name !== name) continue
    if (!slash) last.depth++
    if (slash || attributes.endsWith('/')) last.depth--
    if (last.depth > 0) continue
    cutAt(index + tag.length)
    open.pop()
  }
  cutAt(xml.length)
  return parts
}

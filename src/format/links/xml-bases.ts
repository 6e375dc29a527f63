/** Splits XML at the elements that set another base URL. @see https://www.w3.org/TR/xmlbase/ */

const based = /<([\w:.-]+)([^<>]*?)\sxml:base\s?=\s?(?:"([^"<]*)"|'([^'<]*)')([^<>]*)>/g
const maxDepth = 20

/** An element ends at the first end tag with its name. Leaves out `xml:base`, because its URL isn't a link. */
export function* partsByBase(xml: string, base: string, depth = 0): Generator<{ text: string; base: string }> {
  let start = 0
  for (const { index, 0: tag, 1: name, 2: before = '', 3: double = '', 4: url = double, 5: after = '' } of xml.matchAll(
    based,
  )) {
    if (index < start || depth === maxDepth) continue
    const end = after.endsWith('/') ? index + tag.length : xml.indexOf(`</${name}>`, index)
    yield { text: xml.slice(start, index), base }
    start = end < 0 ? xml.length : end
    const inner = `<${name}${before}${after}>${xml.slice(index + tag.length, start)}`
    yield* partsByBase(inner, URL.parse(url, base)?.href ?? base, depth + 1)
  }
  yield { text: xml.slice(start), base }
}

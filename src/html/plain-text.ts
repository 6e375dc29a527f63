/** Decodes text in JSON, XML and Markdown so that it can be searched. The result is never returned to a caller. */

const escapes =
  /\\(?:u([0-9a-fA-F]{4})|(["\\/nrtbf_]))|&(?:#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const controls = new Set(['n', 'r', 't', 'b', 'f'])

/** Decodes JSON's backslash escapes, XML's five entities and numeric character references. */
export function readEscapes(text: string): string {
  return text.replace(escapes, (all, hex4, escaped, decimal, hex, name) => {
    if (hex4) return String.fromCharCode(Number.parseInt(hex4, 16))
    if (escaped) return controls.has(escaped) ? '\n' : escaped
    if (name) return named[name] ?? all
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
}

// The URLs in these attributes identify vocabularies and don't lead to pages.
const vocabulary = /\s(?:xmlns(?::[\w.-]+)?|[\w.-]+:schemaLocation)\s?=\s?(?:"[^"]*"|'[^']*')|<!DOCTYPE[^>[]*/g

/** XML without its namespace declarations, schema locations and document type. */
export function withoutVocabulary(xml: string): string {
  return xml.replace(vocabulary, ' ')
}

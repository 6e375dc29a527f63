/** Encodings that a document declares in its first bytes: in meta elements and in the XML declaration. */

/** The standard asks for 1,024 bytes; browsers find later declarations too. */
const prescannedBytes = 4096

/**
 * Labels as written, unchecked, in order of precedence: those of meta elements, and that of the XML declaration,
 * which comes first in XML and last in HTML.
 * @see https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
 */
export function declaredCharsets(body: Uint8Array, mediaType: string): string[] {
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, prescannedBytes)).toString('latin1')
  const wide = head.startsWith('<\0?\0x\0') ? ['utf-16le'] : head.startsWith('\0<\0?\0x') ? ['utf-16be'] : []
  if (wide.length > 0) return wide
  const declaration = /^<\?xml[^>]*?\sencoding\s*=\s*["']([^"'>]*)["']/i.exec(head)?.[1]
  const ofXml = declaration === undefined ? [] : [asciiCompatible(declaration)]
  const ofMeta = metaCharsets(head).map(asciiCompatible)
  return /(^|[/+])xml$/.test(mediaType) ? [...ofXml, ...ofMeta] : [...ofMeta, ...ofXml]
}

/** A label of UTF-16 becomes UTF-8: a document in UTF-16 can't declare it in ASCII. */
function asciiCompatible(label: string): string {
  return /^\s*(utf-16(le|be)?|unicode(fffe|feff)?|csunicode|ucs-2|iso-10646-ucs-2)\s*$/i.test(label) ? 'utf-8' : label
}

// Comments, meta elements and other tags: a `<meta` inside a comment or a quoted attribute is no element.
const tokens =
  /<!--(?:-?>|[\s\S]*?(?:-->|$))|<meta[\s/]((?:[^>"']|"[^"]*"|'[^']*')*)|<\/?[a-z](?:[^>"']|"[^"]*"|'[^']*')*/gi
const attributes = /([^\s/=>"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?/g

function metaCharsets(head: string): string[] {
  return [...head.matchAll(tokens)].flatMap(([, meta]) => {
    if (meta === undefined) return []
    const values = new Map<string, string>()
    for (const [, name = '', double, single, bare] of meta.matchAll(attributes)) {
      const key = name.toLowerCase()
      if (!values.has(key)) values.set(key, double ?? single ?? bare ?? '')
    }
    const charset = values.get('charset')
    if (charset !== undefined) return [charset]
    const isPragma = values.get('http-equiv')?.trim().toLowerCase() === 'content-type'
    const content = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i.exec(values.get('content') ?? '')
    return isPragma && content ? [content[1] ?? content[2] ?? content[3] ?? ''] : []
  })
}

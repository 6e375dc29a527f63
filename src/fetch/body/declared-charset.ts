/** Finds the encodings that a document declares, either in its first bytes, where browsers look before parsing, or anywhere in it. */

import { encodingNamed } from '../../page/encodings.ts'

/** The standard requires 1,024 bytes, but browsers also find later declarations. */
const prescannedBytes = 4096

/**
 * Returns the unchecked labels in the first bytes, in order of precedence: those in meta elements and in the XML declaration. The label in
 * the XML declaration comes first in XML and last in HTML.
 * @see https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
 */
export function declaredCharsets(body: Uint8Array, mediaType: string, maxBytes = prescannedBytes): string[] {
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, maxBytes)).toString('latin1')
  const declaration = /^<\?xml[^>]*?\sencoding\s*=\s*["']([^"'>]*)["']/i.exec(head)?.[1]
  const ofXml = declaration === undefined ? [] : [asciiCompatible(declaration)]
  // In most pages, this quick search finds nothing, so no slower search is needed.
  const ofMeta = /<meta[\s/][^>]*charset/i.test(head)
    ? metaCharsets(head, maxBytes > prescannedBytes ? parsedTokens : tokens)
    : []
  return /(^|[/+])xml$/.test(mediaType) ? [...ofXml, ...ofMeta] : [...ofMeta, ...ofXml]
}

/** Replaces a UTF-16 label with UTF-8, because a document in UTF-16 couldn't declare it in ASCII. */
function asciiCompatible(label: string): string {
  return encodingNamed(label)?.startsWith('utf-16') ? 'utf-8' : label
}

// An unclosed quote consumes everything that follows.
const inTag = `(?:=\\s*(?:"[^"]*(?:"|$)|'[^']*(?:'|$))|[^>])*`
const comment = '<!--(?:-?>|[\\s\\S]*?(?:-->|$))'
const meta = `<meta[\\s/](${inTag})`
const otherTag = `</?[a-z]${inTag}`
// A parser treats the content of these elements as text.
const rawText = `<(script|style|title|textarea|xmp|iframe|noembed|noframes)(?=[\\s/>])${inTag}>[\\s\\S]*?(?:</\\2(?=[\\s/>])|$)`

// A `<meta` inside a comment or a quoted attribute isn't an element. Inside a script, it counts for the prescan but not for a parser.
const tokens = new RegExp(`${comment}|${meta}|${otherTag}`, 'gi')
const parsedTokens = new RegExp(`${comment}|${meta}|${rawText}|${otherTag}`, 'gi')
const attributes = /([^\s/=>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?/g

function metaCharsets(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(({ 0: token, 1: tag, index }) => {
    // A tag that is cut off at the end of the text doesn't count.
    if (tag === undefined || text[index + token.length] !== '>') return []
    const label = charsetOf(tag)
    return label === null ? [] : [asciiCompatible(label)]
  })
}

function charsetOf(tag: string): string | null {
  const values = new Map<string, string>()
  for (const [, name = '', double, single, bare] of tag.matchAll(attributes)) {
    const key = name.toLowerCase()
    if (!values.has(key)) values.set(key, double ?? single ?? bare ?? '')
  }
  const charset = values.get('charset')
  if (charset !== undefined) return charset
  const isPragma = values.get('http-equiv')?.toLowerCase() === 'content-type'
  const content = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"'][^\s;]*))/i.exec(values.get('content') ?? '')
  return isPragma && content ? (content[1] ?? content[2] ?? content[3] ?? '') : null
}

/** Finds the encoding of a text body: from its byte order mark, the header, the document's own declaration, or a guess from its bytes. */

import { isAscii, isUtf8 } from 'node:buffer'
import type { Warning } from '../../contract/warning.ts'
import { decodeText, encodingNamed, isBeginningIn } from '../../page/encodings.ts'
import { type ContentType, isHtml, isJson, isTextMedia } from '../../page/media-kind.ts'
import { bomOf } from './media-type.ts'

interface ResolvedCharset {
  /** Lower-case WHATWG name, which `decodeText` accepts. */
  charset: string
  /** Contains charset_guessed if nothing declares the encoding or the declaration is wrong. */
  warnings: Warning[]
}

/**
 * Returns the encoding of a body, with a warning if it is a guess. Labels that no decoder knows are ignored.
 * @see https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 * @example
 * (await resolveCharset(body, parseContentType('text/html; charset=latin1'), 'text/html')).charset // 'windows-1252'
 */
export async function resolveCharset(
  body: Uint8Array,
  declared: ContentType | null,
  mediaType: string,
): Promise<ResolvedCharset> {
  const bom = bomOf(body)
  if (bom) return certain(bom)
  if (!isHtml(mediaType) && !isTextMedia(mediaType)) return certain('utf-8')
  // RFC 8259 §8.1: JSON is UTF-8, even if a server adds another charset to every response. Other encodings are considered only if it isn't
  // valid UTF-8.
  if (isJson(mediaType) && isUtf8(body) && !body.includes(0)) return certain('utf-8')
  const inDocument = () => (/html$|xml$/.test(mediaType) ? declaredCharsets(body, mediaType) : [])
  const declaredEncoding = knownEncoding(declared?.charset ?? '') ?? firstDeclared(inDocument())
  if (declaredEncoding && !isPlainlyWrong(declaredEncoding, body)) return certain(declaredEncoding)
  if (declaredEncoding) return corrected(declaredEncoding, firstDeclared(inDocument()), body)
  // Bytes that are valid UTF-8 are UTF-8, even if they include a fragment of another page that declares something else.
  if (isUtf8(body) && !isAscii(body)) return certain('utf-8')
  const lateEncoding = isHtml(mediaType) ? firstDeclared(declaredCharsets(body, mediaType, scannedBytes)) : null
  if (lateEncoding) return certain(lateEncoding)
  return isUtf8(body) || isJson(mediaType) ? certain('utf-8') : guess(body)
}

function knownEncoding(label: string): string | null {
  const encoding = encodingNamed(label)
  return encoding === 'replacement' ? null : encoding
}

function firstDeclared(labels: readonly string[]): string | null {
  const encoding = labels.map(knownEncoding).find((known) => known !== null) ?? null
  // HTML standard: a document that declares x-user-defined is read as windows-1252.
  return encoding === 'x-user-defined' ? 'windows-1252' : encoding
}

const oneByteEncoding = /^(?:windows-|iso-8859-|koi8-|macintosh|x-mac-|ibm866)/
/** Up to this many invalid bytes are treated as damage, and more if at least this share of the non-ASCII characters is intact. */
const maxDamagedBytes = 2
const minIntactShare = 1 / 4

/**
 * True if a page declares UTF-8 but most of its non-ASCII characters aren't valid UTF-8, or if it declares a single-byte encoding but is
 * valid UTF-8.
 */
function isPlainlyWrong(encoding: string, body: Uint8Array): boolean {
  if (isUtf8(body)) return oneByteEncoding.test(encoding) && !isAscii(body)
  if (encoding !== 'utf-8') return false
  const text = decodeText(body.subarray(0, checkedBytes), 'utf-8')
  const invalid = text.match(/\ufffd/g)?.length ?? 0
  const intact = text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0
  return invalid > maxDamagedBytes && intact < (invalid + intact) * minIntactShare
}

async function corrected(wrong: string, inDocument: string | null, body: Uint8Array): Promise<ResolvedCharset> {
  if (isUtf8(body)) return guessed('utf-8', wrong)
  return inDocument && inDocument !== wrong ? guessed(inDocument, wrong) : guess(body, wrong)
}

function certain(charset: string): ResolvedCharset {
  return { charset, warnings: [] }
}

const checkedBytes = 1024 * 1024
/** Browsers start over if they find a declaration while parsing, so this searches beyond the first bytes. */
const scannedBytes = 1024 * 1024
const sampledBytes = 262_144
const analysedBytes = 32_768

/** Encodings that a guess may choose. The others are rare, and most differ from one of these in only a few characters. */
const guessable = [
  ...['windows-1250', 'windows-1251', 'windows-1252', 'windows-1253', 'windows-1254', 'windows-1255', 'windows-1256'],
  ...['windows-1257', 'windows-1258', 'windows-874', 'iso-8859-2', 'iso-8859-5', 'iso-8859-6', 'iso-8859-7'],
  ...['iso-8859-8', 'iso-8859-13', 'koi8-r', 'koi8-u', 'cp866', 'mac-roman', 'mac-cyrillic'],
  ...['cp932', 'euc-jp', 'gb18030', 'big5', 'euc-kr'],
]
/** WHATWG names of encodings for which jschardet uses names that aren't WHATWG labels. */
const standardNames: Readonly<Record<string, string>> = {
  MacRoman: 'macintosh',
  MacCyrillic: 'x-mac-cyrillic',
  CP874: 'windows-874',
  CP932: 'shift_jis',
  CP949: 'euc-kr',
}

/** Guesses the encoding from statistics on the text between the tags. If they are inconclusive, returns windows-1252, as browsers do. */
async function guess(body: Uint8Array, wrong?: string): Promise<ResolvedCharset> {
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, sampledBytes)).toString('latin1')
  const text = start
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[\t\n\f\r ]+/g, ' ')
    .slice(0, analysedBytes)
  const sample = Buffer.from(text, 'latin1')
  // Loads a large model, which most pages don't need.
  const { detect } = await import('jschardet')
  const { encoding } = detect(sample, { detectEncodings: guessable })
  const charset = knownEncoding(standardNames[encoding ?? ''] ?? encoding ?? '')
  const isCredible = charset !== null && isBeginningIn(sample, charset) && !isTooLittle(charset, text)
  return guessed(isCredible ? charset : 'windows-1252', wrong)
}

const latinEncoding = /^(?:windows-125[047]|iso-8859-(?:2|13)|macintosh)$/
const minLetters = 12

/** True if the only evidence for another language is a few letters that windows-1252 has too, or that are all between ASCII letters. */
function isTooLittle(charset: string, sample: string): boolean {
  const letters = sample.match(/[\x80-\xff]/g)?.length ?? 0
  return letters < minLetters && !(latinEncoding.test(charset) ? /[\x80-\xbf]/ : /[\x80-\xff]{2}/).test(sample)
}

function guessed(charset: string, wrong?: string): ResolvedCharset {
  const declaration = wrong === undefined ? 'no encoding' : `the encoding ${wrong}, which is wrong`
  const message = `The page declares ${declaration}, so it was read as ${charset}, a guess based on its bytes`
  return { charset, warnings: [{ code: 'charset_guessed', message }] }
}

/** The standard requires 1,024 bytes, but browsers also find later declarations. */
const prescannedBytes = 4096

/**
 * Returns the unchecked labels in the first bytes, in order of precedence: those in meta elements and in the XML declaration. The label in
 * the XML declaration comes first in XML and last in HTML.
 * @see https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
 */
function declaredCharsets(body: Uint8Array, mediaType: string, maxBytes = prescannedBytes): string[] {
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

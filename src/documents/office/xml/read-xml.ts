/** Reads XML as a stream of events, within limits. Skips DOCTYPEs, and expands only predefined entities and numeric references. */

import { Parser } from 'htmlparser2'
import { decodeText, encodingNamed } from '../../../page/encodings.ts'
import { tooComplexToRead, tooLargeToRead } from '../../converted/document-meter.ts'

export type XmlAttributes = Readonly<Record<string, string>>

interface XmlEvents {
  /** Names have the usual prefix of their namespace: `w:p`, `table:table-cell`. */
  open(name: string, attributes: XmlAttributes): void
  close(name: string): void
  /** Receives a piece of text. A single run of text may arrive in several. */
  text(text: string): void
}

/** Maximum nesting depth of elements, because callers may recurse. */
const maxDepth = 400
const maxElements = 20_000_000
/** Maximum number of characters between two tags. An Excel cell holds at most 32,767. */
const maxRunChars = 1_000_000

/**
 * Parses XML and calls `events`. Reads malformed XML as far as possible. Throws invalid_response for elements nested more than 400 deep,
 * for more than 20 million elements, and for more than a million characters between two tags.
 */
export function readXml(text: string, events: XmlEvents): void {
  const scopes = new NameScopes()
  let depth = 0
  let elements = 0
  let runChars = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        runChars = 0
        if (++depth > maxDepth) throw tooComplexToRead(`its elements are nested more than ${maxDepth} deep`)
        if (++elements > maxElements) throw tooComplexToRead(`it has more than ${maxElements} elements`)
        scopes.open(attributes)
        events.open(scopes.element(name), scopes.attributes(attributes))
      },
      onclosetag(name) {
        runChars = 0
        depth--
        events.close(scopes.element(name))
        scopes.close()
      },
      ontext(data) {
        runChars += data.length
        if (runChars > maxRunChars) throw tooLargeToRead(`it has a text node longer than ${maxRunChars} characters`)
        events.text(data)
      },
    },
    { xmlMode: true },
  )
  parser.end(text)
}

/** True if an attribute value means true in XML Schema or Office (`ST_OnOff`). */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on'
}

/** Namespaces of Office Open XML (transitional and ISO strict), OpenDocument, EPUB and Dublin Core. */
const usualPrefixes: readonly (readonly [namespace: RegExp, prefix: string])[] = [
  [/[/:]wordprocessingml\/(?:2006\/)?main$/, 'w'],
  [/[/:]spreadsheetml\/(?:2006\/)?main$/, 'x'],
  [/[/:]presentationml\/(?:2006\/)?main$/, 'p'],
  [/[/:]drawingml\/(?:2006\/)?main$/, 'a'],
  [/[/:]drawingml\/(?:2006\/)?chart$/, 'c'],
  [/[/:]drawingml\/(?:2006\/)?diagram$/, 'dgm'],
  [/[/:]drawingml\/(?:2006\/)?wordprocessingDrawing$/, 'wp'],
  [/[/:]drawingml\/(?:2006\/)?picture$/, 'pic'],
  [/[/:]drawingml\/(?:2006\/)?spreadsheetDrawing$/, 'xdr'],
  [/\/spreadsheetml\/2018\/threadedcomments$/, 'xtc'],
  [/\/powerpoint\/2012\/main$/, 'p15'],
  [/\/powerpoint\/2018\/8\/main$/, 'p188'],
  [/\/word\/2010\/wordml$/, 'w14'],
  [/\/word\/2010\/wordprocessingShape$/, 'wps'],
  [/^urn:schemas-microsoft-com:vml$/, 'v'],
  [/\/officeDocument\/(?:2006\/)?relationships$/, 'r'],
  [/\/officeDocument\/(?:2006\/)?math$/, 'm'],
  [/\/package\/2006\/relationships$/, 'rel'],
  [/\/package\/2006\/content-types$/, 'ct'],
  [/\/package\/2006\/metadata\/core-properties$/, 'cp'],
  [/\/markup-compatibility\/2006$/, 'mc'],
  [/^http:\/\/purl\.org\/dc\/elements\/1\.1\/$/, 'dc'],
  [/^http:\/\/purl\.org\/dc\/terms\/$/, 'dcterms'],
  [/^http:\/\/www\.w3\.org\/1999\/xlink$/, 'xlink'],
  [/^http:\/\/www\.w3\.org\/1999\/xhtml$/, 'html'],
  [/^http:\/\/www\.w3\.org\/1998\/Math\/MathML$/, 'math'],
  [/^http:\/\/www\.idpf\.org\/2007\/opf$/, 'opf'],
  [/^http:\/\/www\.idpf\.org\/2007\/ops$/, 'epub'],
  [/^http:\/\/www\.daisy\.org\/z3986\/2005\/ncx\/$/, 'ncx'],
  [/:opendocument:xmlns:container$/, 'container'],
  [/^http:\/\/openoffice\.org\/2009\/office$/, 'office'],
]

/** As in `urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0`. */
const openDocument = /:opendocument:xmlns:(?:xsl-)?([a-z]+)(?:style)?(?:-compatible)?:1\.\d$/
const openDocumentPrefixes: ReadonlyMap<string, string> = new Map([
  ['drawing', 'draw'],
  ['datastyle', 'number'],
])

function usualPrefix(namespace: string): string | null {
  const ofOpenDocument = openDocument.exec(namespace)?.[1]
  if (ofOpenDocument !== undefined) return openDocumentPrefixes.get(ofOpenDocument) ?? ofOpenDocument
  return usualPrefixes.find(([pattern]) => pattern.test(namespace))?.[1] ?? null
}

interface Scope {
  /** Usual prefixes, keyed by declared prefix. The prefixes that outer elements declare are inherited from the prototype. */
  prefixes: Record<string, string | null>
  /** Names resolved so far. */
  names: Map<string, string>
}

class NameScopes {
  #scope: Scope = { prefixes: Object.create(null), names: new Map() }
  readonly #outer: Scope[] = []

  /** Enters an element. Its namespace declarations also apply to its own name. */
  open(attributes: XmlAttributes): void {
    const outer = this.#scope
    this.#outer.push(outer)
    for (const name in attributes) {
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue
      if (this.#scope === outer) this.#scope = { prefixes: Object.create(outer.prefixes), names: new Map() }
      this.#scope.prefixes[name.slice('xmlns:'.length)] = usualPrefix(attributes[name] as string)
    }
  }

  close(): void {
    this.#scope = this.#outer.pop() ?? this.#scope
  }

  /** Returns a name such as `w:p`. Names in unknown namespaces stay unchanged. */
  element(name: string): string {
    const { names, prefixes } = this.#scope
    const known = names.get(name)
    if (known !== undefined) return known
    const colon = name.indexOf(':')
    const prefix = prefixes[colon < 0 ? '' : name.slice(0, colon)]
    const renamed = prefix ? `${prefix}:${name.slice(colon + 1)}` : name
    names.set(name, renamed)
    return renamed
  }

  /** Does the same for attribute names. Attributes without a prefix aren't in any namespace. */
  attributes(attributes: XmlAttributes): XmlAttributes {
    let renamed: Record<string, string> | null = null
    for (const name in attributes) {
      if (!name.includes(':')) continue
      const usual = this.element(name)
      if (usual === name) continue
      renamed ??= { ...attributes }
      delete renamed[name]
      renamed[usual] = attributes[name] as string
    }
    return renamed ?? attributes
  }
}

/**
 * Decodes XML according to its byte order mark, the zero bytes of UTF-16, or the encoding in its declaration; otherwise as UTF-8. Bytes
 * that are invalid in the encoding become U+FFFD. @see XML 1.0, appendix F
 */
export function decodeXml(bytes: Uint8Array): string {
  return decodeText(bytes, encodingOf(bytes))
}

function encodingOf(bytes: Uint8Array): string {
  const [a, b, c, d] = bytes
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0 && c === 0x3f && d === 0)) return 'utf-16le'
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c && c === 0 && d === 0x3f)) return 'utf-16be'
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const label = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([^"'>]*)["']/i.exec(head)?.[1]
  const encoding = label === undefined ? null : encodingNamed(label)
  // If the declaration is readable as ASCII, the encoding can't be UTF-16.
  return encoding === null || encoding.startsWith('utf-16') || encoding === 'replacement' ? 'utf-8' : encoding
}

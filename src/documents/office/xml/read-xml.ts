/** Reads XML as a stream of events, within limits. Skips DOCTYPEs, and expands only predefined entities and numeric references. */

import { Parser } from 'htmlparser2'
import { tooComplexToRead, tooLargeToRead } from '../../converted/refusals.ts'
import { NameScopes } from './xml-names.ts'

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
 * Throws invalid_response for elements nested more than 400 deep, for more than 20 million elements, and for text of more than a million
 * characters between two tags. Malformed XML is read as far as possible.
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

/** Reads XML as a stream of events, within bounds. Document types are passed over: no entity but XML's own and numbers is expanded. */

import { Parser } from 'htmlparser2'
import { tooComplexToRead, tooLargeToRead } from '../../converted/refusals.ts'
import { createNameScopes } from './xml-names.ts'

export type XmlAttributes = Readonly<Record<string, string>>

interface XmlEvents {
  /** Names have the usual prefix of their namespace: `w:p`, `table:table-cell`. */
  open(name: string, attributes: XmlAttributes): void
  close(name: string): void
  /** A piece of text: one text may come in several. */
  text(text: string): void
}

/** How deep elements may nest: whoever goes through them may recurse. */
const maxDepth = 400
const maxElements = 20_000_000
/** Characters between two tags. An Excel cell holds at most 32,767. */
const maxRunChars = 1_000_000

/**
 * Throws invalid_response for elements that nest deeper than 400, for more than 20 million, and for a text of more than a million
 * characters between two tags. What is not well-formed is read on as far as it goes.
 */
export function readXml(text: string, events: XmlEvents): void {
  const scopes = createNameScopes()
  let depth = 0
  let elements = 0
  let runChars = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        runChars = 0
        if (++depth > maxDepth) throw tooComplexToRead(`its elements nest deeper than ${maxDepth}`)
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
        if (runChars > maxRunChars) throw tooLargeToRead(`one of its texts has more than ${maxRunChars} characters`)
        events.text(data)
      },
    },
    { xmlMode: true },
  )
  parser.end(text)
}

/** Whether an attribute says yes, as XML Schema and Office (`ST_OnOff`) write it. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on'
}

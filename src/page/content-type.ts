/** Parses `Content-Type` headers. */

import { MIMEType } from 'whatwg-mimetype'

export interface ContentType {
  /** Type and subtype in lower case, without parameters: `text/html`. */
  essence: string
  /** The `charset` parameter as written, or null. */
  charset: string | null
}

/** Servers and proxies send at most two. The limit keeps a header full of commas cheap to parse. */
const maxValues = 8

/**
 * Returns the last valid media type in a `Content-Type` header, which may contain several; null if none of them is valid.
 * @see https://fetch.spec.whatwg.org/#concept-header-extract-mime-type
 * @example
 * parseContentType('text/plain, Text/HTML; charset=UTF-8') // { essence: 'text/html', charset: 'UTF-8' }
 * parseContentType('html') // null
 */
export function parseContentType(header: string | null | undefined): ContentType | null {
  let last = null as ContentType | null
  for (const value of splitList(header ?? '').slice(-maxValues)) {
    // White space around the `=` of a charset would make the standard's parser ignore the parameter.
    const type = MIMEType.parse(value.replace(/(;[\t\n\r ]*charset)[\t ]*=[\t ]*/i, '$1='))
    if (!type || type.essence === '*/*') continue
    const { essence } = type
    last = { essence, charset: charsetOf(type) ?? (last?.essence === essence ? last.charset : null) }
  }
  return last
}

function splitList(header: string): string[] {
  return header.match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g) ?? []
}

/** The charset without the single quotes that some servers add. */
function charsetOf({ parameters }: MIMEType): string | null {
  const charset = parameters.get('charset')?.replace(/^'(.*)'$/, '$1') ?? ''
  return charset === '' ? null : charset
}

/** Shows the e-mail addresses that Cloudflare has hidden from programs without scripts, as its script shows them in a browser. */

import { isText } from 'domhandler'
import type { PageElements } from '../page-elements.ts'
import { createText, setChildren } from './nodes.ts'

const path = '/cdn-cgi/l/email-protection'

/** `source`: the text that was parsed. Call this before the elements are indexed. */
export function showProtectedEmails(elements: PageElements, source: string): void {
  if (!source.includes(path) && !source.includes('data-cfemail')) return
  for (const element of elements.all) {
    const { attribs } = element
    const address = decoded(attribs['data-cfemail'])
    if (address !== null && element.children.every(isText)) setChildren(element, [createText(address)])
    const [start, hex] = attribs.href?.split('#', 2) ?? []
    if (!start?.endsWith(path)) continue
    const target = decoded(hex)
    if (target !== null) attribs.href = `mailto:${target}`
    // Cloudflare's script replaces such a link with its text.
    else if (address !== null) delete attribs.href
  }
}

/** The first byte is the XOR key for the others. Returns null if they aren't an address. Seen in Cloudflare Email Address Obfuscation, 2026. */
function decoded(hex = ''): string | null {
  const [key = 0, ...bytes] = Buffer.from(hex.slice(0, 2000), 'hex')
  const text = Buffer.from(bytes.map((byte) => byte ^ key)).toString('utf8')
  return /^[^\s@]+@[^\s@]+$/.test(text) ? text : null
}

/** Which e-mail addresses does a page give? In its `mailto:` links, its text, and behind the usual disguises. */

import type { Element, ParentNode } from 'domhandler'
import { withoutInvisible } from '../../document/characters.ts'
import type { Document } from '../../document/document.ts'
import { readEscapes } from '../../document/plain-text.ts'
import { readTextRuns } from '../../document/text-runs.ts'
import { isElement } from '../../document/traverse.ts'
import { toAddress } from './email-parts.ts'
import { type Found, findAddresses } from './email-text.ts'

/**
 * Addresses in and below `roots`: `mailto:`, text, Cloudflare's `data-cfemail`, "name [at] host [dot] org" (docs/api.md, scrape).
 * Compared without case; first spelling, domain in lower case; first occurrence's order.
 */
export function collectEmails(_document: Document, roots: readonly ParentNode[]): string[] {
  const found: Found[] = []
  const parts: string[] = []
  let length = 0
  // Text behind a picture of a sign goes on with the word before it.
  let goesOn = false
  const push = (text: string) => {
    const clean = withoutInvisible.emails(text)
    parts.push(clean)
    length += clean.length
  }
  const element = (node: Element) => {
    if (isHiddenInLine(node)) return false
    for (const address of statedBy(node)) found.push({ at: length, address })
    const alt = node.name === 'img' ? (node.attribs.alt ?? '').trim() : ''
    goesOn = pictured.test(alt)
    if (goesOn) push(alt)
    return true
  }
  for (const root of roots) {
    if (isElement(root)) element(root)
    push('\n')
    readTextRuns(root, {
      element,
      text(data, isNewBlock) {
        push(isNewBlock && !goesOn ? `\n${data}` : data)
        goesOn = false
      },
    })
  }
  return distinct([...found, ...findAddresses(parts.join(''))])
}

/** Addresses in a text that is not HTML: plain text, JSON, XML, Markdown. */
export function emailsInText(text: string): string[] {
  return distinct(findAddresses(withoutInvisible.emails(readEscapes(text))))
}

const pictured = /^[[({]?(?:@|at|dot|\.)[\])}]?$/i
const hidden = /(?:^|;)\s{0,9}(?:display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden)/i

/** A `span` that is not shown splits an address for those who read only the source. Hidden blocks are dialogs and tabs: they are read. */
function isHiddenInLine({ name, attribs }: Element): boolean {
  return (name === 'span' || name === 'b' || name === 'i') && ('hidden' in attribs || hidden.test(attribs.style ?? ''))
}

function statedBy({ name, attribs }: Element): string[] {
  const addresses: string[] = []
  const href = name === 'a' || name === 'area' ? (attribs.href ?? '').trim() : ''
  if (/^mailto:/i.test(href)) addresses.push(...fromMailto(href.slice(7)))
  const protectedHex = /\/cdn-cgi\/l\/email-protection#([0-9a-f]+)/i.exec(href)?.[1]
  for (const hex of [attribs['data-cfemail'], protectedHex]) if (hex) addresses.push(...fromMailto(decodeCfemail(hex)))
  return addresses
}

/** What follows `mailto:`: addresses, then `?to=…&cc=…`. Malformed percent signs are left as they are. @see RFC 6068 */
function fromMailto(text: string): string[] {
  const [path = '', query = ''] = text.replace(/^\/{2}/, '').split('?', 2)
  const fields = query.split('&').flatMap((field) => /^(?:to|cc|bcc)=(.*)$/is.exec(field)?.[1] ?? [])
  return [path, ...fields].flatMap((list) => decodePercent(list).split(/[,;]/)).flatMap((entry) => addressIn(entry))
}

/** An entry is an address, `Name <address>`, or something in disguise. */
function addressIn(entry: string): string[] {
  const plain = /<([^<>]*)>\s*$/.exec(entry)?.[1] ?? entry
  const address = toAddress(withoutInvisible.emails(plain).trim())
  return address ? [address] : findAddresses(entry).map((found) => found.address)
}

function decodePercent(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'))
}

/** The first byte is the key that the others are XORed with. Seen at Cloudflare, Email Address Obfuscation, 2026. */
function decodeCfemail(hex: string): string {
  const [key = 0, ...bytes] = Buffer.from(hex.slice(0, 2000), 'hex')
  return Buffer.from(bytes.map((byte) => byte ^ key)).toString('utf8')
}

function distinct(found: Found[]): string[] {
  const first = new Map<string, string>()
  for (const { address } of found.sort((a, b) => a.at - b.at)) {
    const key = address.toLowerCase()
    if (!first.has(key)) first.set(key, address)
  }
  return [...first.values()]
}

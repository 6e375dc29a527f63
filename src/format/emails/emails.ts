/** Collects the e-mail addresses in a page: in `mailto:` links, in text, and in common disguises. */

import type { Element, ParentNode } from 'domhandler'
import type { Document } from '../../html/document.ts'
import { readEscapes } from '../../html/plain-text.ts'
import { readTextRuns } from '../../html/text-runs.ts'
import { isElement } from '../../html/traverse.ts'
import { withoutInvisible } from '../../html/visibility/invisible-characters.ts'
import { type PageView, viewDocument } from '../../html/visibility/page-view.ts'
import { type EmailMatch, findAddresses, toAddress } from './email-text.ts'

/**
 * Returns the addresses in and below `roots`: `mailto:`, text, "name [at] host [dot] org" (docs/scrape.md).
 * Addresses that differ only in case are listed once, as first spelled but with the host in lower case, in order of first occurrence.
 */
export function collectEmails(
  document: Document,
  roots: readonly ParentNode[],
  view: PageView = viewDocument(document, 'emails'),
): string[] {
  const matches: EmailMatch[] = []
  const parts: string[] = []
  let length = 0
  const push = (text: string) => {
    const clean = withoutInvisible(text)
    parts.push(clean)
    length += clean.length
  }
  const element = (node: Element) => {
    for (const address of statedAddresses(node)) matches.push({ at: length, address })
  }
  for (const root of roots) {
    if (isElement(root)) element(root)
    push('\n')
    readTextRuns(root, {
      element,
      leavesOut: (node) => view.leavesOut(node),
      text(data, isNewBlock) {
        // Prepending a line break would copy the whole text.
        if (isNewBlock) push('\n')
        push(data)
      },
    })
  }
  return distinctAddresses([...matches, ...findAddresses(parts.join(''))])
}

/** Returns the addresses in a string that isn't HTML, such as plain text, JSON, XML or Markdown. */
export function emailsInText(text: string): string[] {
  return distinctAddresses(findAddresses(withoutInvisible(readEscapes(text))))
}

function statedAddresses({ name, attribs }: Element): string[] {
  const href = name === 'a' || name === 'area' ? (attribs.href ?? '').trim() : ''
  return /^mailto:/i.test(href) ? mailtoAddresses(href.slice(7)) : []
}

/** Reads the text after `mailto:`: addresses, then `?to=…&cc=…`. Malformed percent-encoding is left unchanged. @see RFC 6068 */
function mailtoAddresses(text: string): string[] {
  const [path = '', query = ''] = text.replace(/^\/{2}/, '').split('?', 2)
  const fields = query.split('&').flatMap((field) => /^(?:to|cc|bcc)=(.*)$/is.exec(field)?.[1] ?? [])
  const decode = (run: string) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8')
  const lists = [path, ...fields].map((list) => list.replace(/(?:%[0-9a-f]{2})+/gi, decode))
  return lists.flatMap((list) => list.split(/[,;]/)).flatMap(addressesIn)
}

/** Reads a recipient: an address, `Name <address>`, or a disguised address. */
function addressesIn(entry: string): string[] {
  const plain = /<([^<>]*)>\s*$/.exec(entry)?.[1] ?? entry
  const address = toAddress(withoutInvisible(plain).trim())
  return address ? [address] : findAddresses(entry).map((match) => match.address)
}

function distinctAddresses(matches: EmailMatch[]): string[] {
  const first = new Map<string, string>()
  for (const { address } of matches.sort((a, b) => a.at - b.at)) {
    const key = address.toLowerCase()
    if (!first.has(key)) first.set(key, address)
  }
  return [...first.values()]
}

/** Converts a `pre` that lists links, such as a directory listing or a message archive, to lines with links. */

import type { Element } from 'domhandler'
import { isElement, isText, textOf, walk } from '../../../html/traverse.ts'
import { escapeMarkdown } from '../syntax/escape.ts'
import type { RuleContext } from '../syntax/markdown-rule.ts'
import { destination } from './links.ts'

const minLinks = 2
const minLinkedLines = 0.6
/** In a table of contents, a smaller share of the text is linked: only section and page numbers. */
const minLinkedChars = 0.2

/**
 * Returns the lines of a directory listing with hard breaks between them, since links would be lost in a code block. Null if too few lines
 * contain a link.
 */
export function linkListing(element: Element, { inside, resolveUrl, includes, view }: RuleContext): string | null {
  if (element.name !== 'pre' || inside.cell + inside.link + inside.heading > 0) return null
  const parts: string[] = []
  let links = 0
  let linkedChars = 0
  walk(element, (node) => {
    if (isText(node)) parts.push(escaped(node.data))
    if (!isElement(node)) return true
    if (view.leavesOut(node)) return false
    if (node.name === 'hr' || node.name === 'br') parts.push('\n')
    if (node.name !== 'a' || node.attribs.href === undefined) return true
    const url = includes.links ? resolveUrl(node.attribs.href) : null
    const text = textOf(node).replaceAll('\n', ' ')
    parts.push(url ? `[${escaped(text).trim()}](${destination(url)})` : escaped(text))
    linkedChars += text.trim().length
    if (text.trim() !== '') links++
    return false
  })
  const lines = parts
    .join('')
    .split('\n')
    .map((line) => line.trim().replace(/\s{2,}/g, ' '))
    .filter((line) => line !== '')
  const isListing = links >= minLinks && links >= minLinkedLines * lines.length
  return isListing && linkedChars >= minLinkedChars * textOf(element).length ? `\n\n${lines.join('  \n')}\n\n` : null
}

function escaped(text: string): string {
  return text
    .split('\n')
    .map((line) => escapeMarkdown(line, { startsLine: false, insideLink: false }))
    .join('\n')
}

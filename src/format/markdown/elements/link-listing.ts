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
const simple = new Set(['a', 'b', 'i', 'em', 'strong', 'span', 'font', 'tt', 'u', 'img', 'hr', 'br'])

/**
 * Returns the lines of a directory listing with hard breaks between them, since links would be lost in a code block. Null if too few lines
 * contain a link, or if the element contains anything else.
 */
export function linkListing(element: Element, { inside, resolveUrl, parameters, view }: RuleContext): string | null {
  if (element.name !== 'pre' || inside.cell + inside.link + inside.heading > 0 || !isLinkListing(element)) return null
  const parts: string[] = []
  walk(element, (node) => {
    if (isText(node)) parts.push(escaped(node.data))
    if (!isElement(node)) return true
    if (view.leavesOut(node)) return false
    if (node.name === 'hr' || node.name === 'br') parts.push('\n')
    if (node.name !== 'a') return true
    const url = parameters.include_links ? resolveUrl(node.attribs.href) : null
    const text = escaped(textOf(node).replaceAll('\n', ' '))
    parts.push(url ? `[${text.trim()}](${destination(url)})` : text)
    return false
  })
  const lines = parts
    .join('')
    .split('\n')
    .map((line) => line.trim().replace(/\s{2,}/g, ' '))
    .filter((line) => line !== '')
  return `\n\n${lines.join('  \n')}\n\n`
}

function escaped(text: string): string {
  return text
    .split('\n')
    .map((line) => escapeMarkdown(line, { startsLine: false, insideLink: false }))
    .join('\n')
}

function isLinkListing(element: Element): boolean {
  let links = 0
  let linked = 0
  let isSimple = true
  walk(element, (node) => {
    if (!isElement(node)) return true
    isSimple &&= simple.has(node.name)
    if (node.name === 'a' && node.attribs.href !== undefined) {
      const { length } = textOf(node).trim()
      linked += length
      if (length > 0) links++
    }
    return isSimple && node.name !== 'a'
  })
  const text = textOf(element)
  const lines = text.split('\n').filter((line) => line.trim() !== '').length
  const isLinked = links >= minLinks && links >= minLinkedLines * lines && linked >= minLinkedChars * text.length
  return isSimple && isLinked
}

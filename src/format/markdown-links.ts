/** `<a>` → `[text](address)`, on one line whatever it wraps. */

import type { Element } from 'domhandler'
import { isElement, textOf } from '../document/traverse.ts'
import { resolveAddress } from './address.ts'
import { isOneLink } from './markdown-code.ts'
import type { Context } from './markdown-rule.ts'
import { turndownMarkdown } from './turndown-rules.ts'

const marks = /^(?:\\?[#¶§↩↑^🔗]|↩︎|\\?\[link\]|permalink|anchor)*$/iu

const codeNames = new Set(['code', 'kbd', 'samp', 'tt'])

// From a note back to its mark: a number, or a letter where several marks share the note.
const backLink = /^\*{0,2}(?:\\?\[?\d{1,4}\\?\]?|[a-z]{1,2}|jump up|back)\*{0,2}$/i

/** A rule's replacement. An empty string when there is nothing to read or the link only points at its own heading. */
export function linkMarkdown(content: string, element: Element, { document, inside }: Context): string {
  const isOwnPage = element.attribs.href?.trim().startsWith('#') ?? false
  const address = resolveAddress(document, element.attribs.href)
  if (isOwnPage && (marks.test(content) || (inside.note && backLink.test(content)))) return ''
  if (address === null || (isOwnPage && inside.heading)) return content
  const { parent } = element
  if (parent && isElement(parent) && codeNames.has(parent.name) && isOneLink(parent)) {
    return `[${turndownMarkdown('code', textOf(element))}](${destination(address)})`
  }
  const heading = /^#{1,6} (?!.*\n)/.exec(content)?.[0]
  if (heading) return `\n\n${heading}[${content.slice(heading.length)}](${destination(address)})\n\n`
  // Code and tables hold no link around them.
  if (/^(?:`{3,}|\| )/m.test(content)) return content
  return `[${oneLine(content)}](${destination(address)}${titlePart(element.attribs.title, content)})`
}

/** A card's lines in a row: a heading becomes bold, markers of lists and quotes go. */
function oneLine(content: string): string {
  if (!content.includes('\n')) return content
  return content
    .split(/\n+/)
    .map((line) => line.replace(/^\s*(?:[-*+>] |\d+[.)] |---$)/, '').replace(/^#{1,6} (.*)$/, bold))
    .filter((line) => line !== '' && line !== '>')
    .join(' ')
}

const bold = (_: string, text: string) => (text.includes('**') ? text : `**${text}**`)

/** Balanced parentheses need no escape, others would end the address early. */
export function destination(address: string): string {
  if (!/[()\s<>\\]/.test(address)) return address
  let depth = 0
  for (const char of address) {
    if (char === '(') depth++
    if (char === ')' && --depth < 0) break
  }
  if (depth === 0 && !/[\s<>\\]/.test(address)) return address
  return address.replace(/[()\s<>\\]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
}

function titlePart(title: string | undefined, content: string): string {
  const text = title?.replace(/\s+/g, ' ').trim()
  if (!text || text.length > 200 || content.includes(text)) return ''
  return ` "${text.replace(/[\\"]/g, '\\$&')}"`
}

/** Writes a tree as HTML, at any depth. @see HTML standard, serialising HTML fragments */

import type { AnyNode, Element, ParentNode } from 'domhandler'
import type { CharacterBudget } from '../../html/character-budget.ts'
import { isForeign } from '../../html/elements.ts'
import { isElement, isText, walk } from '../../html/traverse.ts'
import type { PageView } from '../../html/visibility/page-view.ts'

interface SerialisingRules {
  /** True if a node is written, along with everything below it. */
  keeps(node: AnyNode): boolean
  /** Transforms a string or an attribute value before it is escaped; unchanged by default. Plain ASCII must stay unchanged. */
  text?(data: string): string
  /** Returns the value of an attribute; null for an attribute that is left out. */
  attribute(element: Element, name: string, value: string): string | null
  tagName(element: Element): string
  /** True if a written element's content is also written. True by default. */
  keepsContent?(element: Element): boolean
  /** Limits the number of characters written. */
  budget?: CharacterBudget
}

/**
 * Returns the HTML of an element or a whole document, as parsed or without the parts that a view leaves out. The root itself is always
 * written. Throws response_too_large if a budget is given.
 */
export function outerHtml(root: ParentNode, view?: PageView, budget?: CharacterBudget): string {
  return serialise(root, {
    keeps: (node) => node === root || !view?.leavesOut(node),
    attribute: (element, name, value) => (view?.hidesAttribute(element, name) ? null : value),
    tagName: ({ name }) => name,
    ...(budget ? { budget } : {}),
  })
}

const voidElements = new Set([
  ...['area', 'base', 'basefont', 'bgsound', 'br', 'col', 'embed', 'frame', 'hr', 'img', 'input', 'keygen', 'link'],
  ...['meta', 'param', 'source', 'track', 'wbr'],
])
const rawTextElements = new Set(['style', 'script', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext'])

// Parsers drop a line break that directly follows these start tags.
const lineBreakElements = new Set(['pre', 'listing', 'textarea'])

/** Returns the HTML of `root` and everything below it. */
export function serialise(root: ParentNode, rules: SerialisingRules): string {
  const { keeps, attribute, tagName, keepsContent, budget, text = (data: string) => data } = rules
  const parts: string[] = []
  const write = (part: string) => {
    budget?.take(part.length)
    parts.push(part)
  }
  const writtenText = (data: string) => (special.test(data) ? text(data).replace(inText, escapeOne) : data)
  const writtenValue = (data: string) => (special.test(data) ? text(data).replace(inValue, escapeOne) : data)
  const enter = (node: AnyNode): boolean => {
    if (!keeps(node)) return false
    if (isText(node)) write(isRawText(node.parent) ? node.data : writtenText(node.data))
    else if (isElement(node)) {
      let tag = `<${tagName(node)}`
      for (const name in node.attribs) {
        const value = attribute(node, name, node.attribs[name] as string)
        if (value !== null) tag += ` ${name}="${writtenValue(value)}"`
      }
      write(tag + (beginsWithLineBreak(node) ? '>\n' : '>'))
      if (voidElements.has(node.name) && !isForeign(node)) return false
      if (keepsContent?.(node) !== false) return true
      write(`</${tagName(node)}>`)
      return false
    } else if (node.type === 'comment') write(`<!--${node.data}-->`)
    else if (node.type === 'directive') write(`<${node.data}>`)
    return true
  }
  const leave = (node: AnyNode) => {
    if (isElement(node)) write(`</${tagName(node)}>`)
  }
  const top = root as AnyNode
  if (enter(top)) {
    walk(root, enter, leave)
    leave(top)
  }
  return parts.join('')

  /** True if a parser would read the parent's content as raw text, judging by the tag that is written. */
  function isRawText(parent: ParentNode | null): boolean {
    return parent !== null && isElement(parent) && rawTextElements.has(tagName(parent)) && !isForeign(parent)
  }
}

function beginsWithLineBreak({ name, children: [first] }: Element): boolean {
  return lineBreakElements.has(name) && first !== undefined && isText(first) && first.data.startsWith('\n')
}

/** Any character except the ASCII characters that never need escaping. Most text nodes and values have no match and skip other tests. */
const special = /[^\t\n !#-%'-;=?-~]/

const inText = /[&<>\u00a0\r]/g
const inValue = /[&"<>\u00a0\r]/g

const entities: Record<string, string> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\u00a0': '&nbsp;' },
  // A literal carriage return would be parsed as a line feed.
  '\r': '&#13;',
}
const escapeOne = (char: string) => entities[char] ?? char

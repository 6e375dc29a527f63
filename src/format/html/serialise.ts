/** Writes a tree as HTML, at any depth. @see HTML standard, serialising HTML fragments */

import type { AnyNode, Element, ParentNode } from 'domhandler'
import type { CharacterBudget } from '../../html/character-budget.ts'
import { isElement, isText, walk } from '../../html/traverse.ts'
import type { PageView } from '../../html/visibility/page-view.ts'

interface SerialisingRules {
  /** Whether a node is written, with all that is below it. */
  keeps(node: AnyNode): boolean
  /** A text or a value of an attribute as it is written, before it is escaped; as it is when missing. Plain ASCII stays what it is. */
  text?(data: string): string
  /** The value of an attribute; null for one that is left out. */
  attribute(element: Element, name: string, value: string): string | null
  /** The element's name in the HTML. */
  tagName(element: Element): string
  /** Whether what is below a written element may be written; always when missing. */
  keepsContent?(element: Element): boolean
  /** Counts what is written. */
  budget?: CharacterBudget
}

/**
 * HTML of an element or a whole document: as it was parsed, or without what a view leaves out. The root itself is always written.
 * Throws response_too_large where there is a budget.
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

// A parser drops the line break that follows their start tag.
const lineBreakElements = new Set(['pre', 'listing', 'textarea'])

/** HTML of `root` and of what is below it. */
export function serialise(root: ParentNode, rules: SerialisingRules): string {
  const { keeps, attribute, tagName, keepsContent, budget, text = (data: string) => data } = rules
  const parts: string[] = []
  const write = (part: string) => {
    budget?.take(part.length)
    parts.push(part)
  }
  const writtenText = (data: string) => (special.test(data) ? escapeText(text(data)) : data)
  const writtenValue = (data: string) => (special.test(data) ? escapeAttribute(text(data)) : data)
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

  /** By the tag that is written: only what stands in one that a parser reads so is no markup. */
  function isRawText(parent: ParentNode | null): boolean {
    return parent !== null && isElement(parent) && rawTextElements.has(tagName(parent)) && !isForeign(parent)
  }
}

/** Whether an element is one of SVG or MathML: what its name means in HTML does not hold for it. */
export function isForeign({ namespace }: Element): boolean {
  return namespace !== undefined && namespace !== 'http://www.w3.org/1999/xhtml'
}

function beginsWithLineBreak({ name, children: [first] }: Element): boolean {
  return lineBreakElements.has(name) && first !== undefined && isText(first) && first.data.startsWith('\n')
}

/** All but the ASCII that is written as it is, in text and in values: most of both need no other test. */
const special = /[^\t\n !#-%'-;=?-~]/

function escapeText(text: string): string {
  return /[&<>\u00a0\r]/.test(text) ? text.replace(/[&<>\u00a0\r]/g, (char) => entities[char] ?? char) : text
}

function escapeAttribute(text: string): string {
  return /[&"<>\u00a0\r]/.test(text) ? text.replace(/[&"<>\u00a0\r]/g, (char) => entities[char] ?? char) : text
}

const entities: Record<string, string> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\u00a0': '&nbsp;' },
  // A parser takes one that is written for a line feed.
  '\r': '&#13;',
}

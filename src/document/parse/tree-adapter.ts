/** How parse5's tree builder makes nodes: cheerio's own (domhandler), and not without end. */

import { Comment, Element, isText, type ParentNode, Text } from 'domhandler'
import type { html, Token } from 'parse5'
import { adapter } from 'parse5-htmlparser2-tree-adapter'
import { ServiceError } from '../../errors.ts'
import { TextMeter } from './text-meter.ts'

const maxNodes = 500_000

// On a prototype, as parse5's many calls find its methods there as fast for the thousandth document as for the first.
const Inherited = function Inherited() {} as unknown as new () => typeof adapter
Inherited.prototype = adapter

/**
 * parse5's own adapter for these nodes, with a bound: a page can multiply its nodes by unclosed formatting elements.
 * It does without two objects an element, the namespaces and prefixes of attributes, which nobody reads.
 */
export class BoundedAdapter extends Inherited {
  /** Whether an element of this name was made. */
  hasBase = false
  /** As `Document` has it, of what was parsed so far. */
  hasMuchText = false
  /** Called once, when that becomes true. */
  onMuchText: (() => void) | null = null
  readonly #meter = new TextMeter()
  #nodes = 0

  override createElement(name: string, namespace: html.NS, attrs: Token.Attribute[]): Element {
    this.#count()
    if (name === 'base') this.hasBase = true
    const attribs = new Attributes()
    for (const attr of attrs) attribs[attr.name] = attr.value
    const element = new Element(name, attribs, [])
    element.namespace = namespace
    return element
  }

  override createCommentNode(data: string): Comment {
    this.#count()
    return new Comment(data)
  }

  override insertText(parent: ParentNode, text: string): void {
    const { children } = parent
    const last = children[children.length - 1]
    if (last !== undefined && isText(last)) last.data += text
    else this.appendChild(parent, new Text(text))
    if (!this.hasMuchText) this.#measure(parent, text)
  }

  #measure(parent: ParentNode, text: string): void {
    this.#meter.count(parent, text)
    this.hasMuchText = this.#meter.isFull
    if (this.hasMuchText) this.onMuchText?.()
  }

  override adoptAttributes({ attribs }: Element, attrs: Token.Attribute[]): void {
    for (const { name, value } of attrs) attribs[name] ??= value
  }

  #count(): void {
    if (++this.#nodes <= maxNodes) return
    throw new ServiceError('invalid_response', `The page is too complex to read: more than ${maxNodes} nodes`)
  }
}

// Like `Object.create(null)`, but no hash table, which is dear to make for two or three attributes.
const Attributes = function Attributes() {} as unknown as new () => Record<string, string>
Attributes.prototype = Object.create(null)

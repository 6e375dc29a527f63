/** Carries through parsing what the browser knows to be hidden: by marks in the source that never enter the tree. */

import { randomBytes } from 'node:crypto'
import { type ChildNode, type Comment, type Element, isText, type ParentNode, type Text } from 'domhandler'
import type { html } from 'parse5'
import type { HiddenMarks } from '../../page.ts'
import type { HiddenNodes } from '../document.ts'
import { type Attributes, createAttributes } from './nodes.ts'
import { BoundedAdapter } from './tree-adapter.ts'

/** The source with an attribute in every hidden start tag and comments around every hidden text. */
export function insertMarks(source: string, { marks, name }: MarkedAdapter): string {
  const { elements, texts } = marks
  const parts: string[] = []
  let from = 0
  let nextElement = 0
  let nextText = 0
  while (nextElement < elements.length || nextText < texts.length) {
    const ofElement = elements[nextElement] ?? Number.POSITIVE_INFINITY
    const ofText = texts[nextText] ?? Number.POSITIVE_INFINITY
    const at = Math.min(ofElement, ofText)
    parts.push(
      source.slice(from, at),
      ofElement < ofText ? ` ${name}=""` : nextText % 2 ? `<!--/${name}-->` : `<!--${name}-->`,
    )
    if (ofElement < ofText) nextElement++
    else nextText++
    from = at
  }
  return parts.join('') + source.slice(from)
}

/** Makes the tree of a marked source as that of the source without its marks, and keeps apart which nodes they name. */
export class MarkedAdapter extends BoundedAdapter {
  readonly marks: HiddenMarks
  /** No page can name it. */
  readonly name = `gleaner-${randomBytes(16).toString('hex')}`
  readonly nodes: HiddenNodes & { elements: Set<Element>; texts: Set<Text> }
  #isHiding = false

  constructor(marks: HiddenMarks, sourceLength: number) {
    super(sourceLength)
    this.marks = marks
    this.nodes = { elements: new Set(), texts: new Set(), keepsText: marks.keepsText }
  }

  override createElementWith(name: string, namespace: html.NS, attribs: Attributes): Element {
    if (attribs[this.name] === undefined) return super.createElementWith(name, namespace, attribs)
    const own = Object.assign(createAttributes(), attribs)
    delete own[this.name]
    const element = super.createElementWith(name, namespace, own)
    this.nodes.elements.add(element)
    return element
  }

  override appendChild(parent: ParentNode, child: ChildNode): void {
    if (child.type === 'comment' && this.#isMark(child as Comment)) return
    super.appendChild(parent, child)
  }

  override insertText(parent: ParentNode, text: string): void {
    const last = parent.children.at(-1)
    if (last && isText(last) && this.nodes.texts.has(last) === this.#isHiding) {
      last.data += text
      return
    }
    const added = this.createTextNode(text)
    if (this.#isHiding) this.nodes.texts.add(added)
    super.appendChild(parent, added)
  }

  #isMark({ data }: Comment): boolean {
    const isEnd = data === `/${this.name}`
    if (!isEnd && data !== this.name) return false
    this.#isHiding = !isEnd
    return true
  }
}

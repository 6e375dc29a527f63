/**
 * Carries the browser's information about hidden nodes and frames through parsing, using marks in the source that never enter the tree.
 */

import { randomBytes } from 'node:crypto'
import { type ChildNode, type Comment, type Element, isText, type ParentNode, type Text } from 'domhandler'
import type { html } from 'parse5'
import type { FramedDocument, HiddenMarks } from '../../page/page.ts'
import type { HiddenNodes } from '../document.ts'
import { type Attributes, createAttributes } from './nodes.ts'
import { BoundedAdapter } from './tree-adapter.ts'

/** Positions in the source of the parts that a browser found hidden, and of the frames that it read. */
interface SourceMarks {
  hidden?: HiddenMarks | undefined
  frames?: readonly FramedDocument[] | undefined
}

const noMarks: HiddenMarks = { elements: [], texts: [], keepsText: false }

/** The source with an attribute in the start tag of each hidden element and each frame, and comments around each hidden text node. */
export function insertMarks(source: string, { marks, name }: MarkedAdapter): string {
  const { elements, texts } = marks.hidden ?? noMarks
  const insertions = [
    ...elements.map((at) => ({ at, mark: ` ${name}=""` })),
    ...texts.map((at, n) => ({ at, mark: n % 2 ? `<!--/${name}-->` : `<!--${name}-->` })),
    ...(marks.frames ?? []).map(({ at }, n) => ({ at, mark: ` ${name}="${n}"` })),
  ]
  const parts: string[] = []
  let from = 0
  // Attribute marks go inside a tag, text marks after it. Marks at the same position are in the order of the lists.
  for (const { at, mark } of insertions.sort((a, b) => a.at - b.at)) {
    parts.push(source.slice(from, at), mark)
    from = at
  }
  return parts.join('') + source.slice(from)
}

/** Builds the same tree as it would without the marks, and records the nodes that they mark. */
export class MarkedAdapter extends BoundedAdapter {
  readonly marks: SourceMarks
  /** Random, so that no page can contain it. */
  readonly name = `gleaner-${randomBytes(16).toString('hex')}`
  /** Null if no browser has determined what is hidden. */
  readonly hiddenNodes: HiddenNodes | null
  readonly framed = new Map<Element, FramedDocument>()
  readonly #elements = new Set<Element>()
  readonly #texts = new Set<Text>()
  #isHiding = false

  constructor(marks: SourceMarks, sourceLength: number, maxNodes?: number) {
    super(sourceLength, maxNodes)
    this.marks = marks
    const { hidden } = marks
    this.hiddenNodes = hidden ? { elements: this.#elements, texts: this.#texts, keepsText: hidden.keepsText } : null
  }

  override createElementWith(name: string, namespace: html.NS, attribs: Attributes): Element {
    const mark = attribs[this.name]
    if (mark === undefined) return super.createElementWith(name, namespace, attribs)
    const own = Object.assign(createAttributes(), attribs)
    delete own[this.name]
    const element = super.createElementWith(name, namespace, own)
    const framed = mark === '' ? undefined : this.marks.frames?.[Number(mark)]
    if (framed) this.framed.set(element, framed)
    else this.#elements.add(element)
    return element
  }

  override appendChild(parent: ParentNode, child: ChildNode): void {
    if (child.type === 'comment' && this.#isMark(child as Comment)) return
    super.appendChild(parent, child)
  }

  override insertText(parent: ParentNode, text: string): void {
    const last = parent.children.at(-1)
    if (last && isText(last) && this.#texts.has(last) === this.#isHiding) {
      last.data += text
      return
    }
    const added = this.createTextNode(text)
    if (this.#isHiding) this.#texts.add(added)
    super.appendChild(parent, added)
  }

  #isMark({ data }: Comment): boolean {
    const isEnd = data === `/${this.name}`
    if (!isEnd && data !== this.name) return false
    this.#isHiding = !isEnd
    return true
  }
}

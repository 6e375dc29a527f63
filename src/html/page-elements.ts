/** Lists of a page's elements, by name and by attribute. Reading a list is several times as fast as walking the tree. */

import { type Element, isTag, type ParentNode } from 'domhandler'
import { elementAround, isText, walk } from './traverse.ts'

const none: readonly Element[] = []

/** All lists are in document order and are built on first use. The tree must not change after that. */
export class PageElements {
  readonly #root: ParentNode
  #all: readonly Element[] | null
  #index: ReturnType<typeof indexOf> | null = null
  #classed: readonly Element[] | null = null
  #byWord: ReadonlyMap<string, readonly (readonly Element[])[]> | null = null

  /** `all`: every element below `root` in document order, if the caller already has them. Otherwise, the tree is walked. */
  constructor(root: ParentNode, all: readonly Element[] | null = null) {
    this.#root = root
    this.#all = all
  }

  get all(): readonly Element[] {
    this.#all ??= elementsBelow(this.#root)
    return this.#all
  }

  /**
   * Visits the elements below `node` in document order, until `visit` returns true. Elements that `leavesOut` accepts are skipped, along
   * with everything in them.
   * @example
   * document.elements.visitBelow(document.root, isInertTemplate, ({ name }) => names.push(name))
   */
  visitBelow(node: ParentNode, leavesOut: (element: Element) => boolean, visit: (element: Element) => unknown): void {
    const leftOut = new Set<Element>()
    for (const element of node === this.#root ? this.all : elementsBelow(node)) {
      const around = leftOut.size > 0 ? elementAround(element) : null
      if ((around && leftOut.has(around)) || leavesOut(element)) leftOut.add(element)
      else if (visit(element) === true) return
    }
  }

  named(name: string): readonly Element[] {
    this.#index ??= indexOf(this.all)
    return this.#index.byName.get(name) ?? none
  }

  having(attribute: string): readonly Element[] {
    this.#index ??= indexOf(this.all)
    if (attribute !== 'class') return this.#index.byAttribute.get(attribute) ?? none
    this.#classed ??= this.all.filter(({ attribs }) => attribs.class !== undefined)
    return this.#classed
  }

  /** Sorts elements into document order. */
  inOrder(some: ReadonlySet<Element>): readonly Element[] {
    return some.size === 0 ? none : this.all.filter((element) => some.has(element))
  }

  /** Elements by the full value of their `class`, because pages use the same few values repeatedly. */
  get byClass(): ReadonlyMap<string, readonly Element[]> {
    this.#index ??= indexOf(this.all)
    return this.#index.byClass
  }

  get byWord(): ReadonlyMap<string, readonly (readonly Element[])[]> {
    if (this.#byWord) return this.#byWord
    const words = new Map<string, (readonly Element[])[]>()
    for (const element of this.having('id')) addTo(words, element.attribs.id as string, [element])
    for (const [classes, list] of this.byClass) for (const word of classes.split(/\s+/)) addTo(words, word, list)
    this.#byWord = words
    return words
  }
}

/** Builds all indexes in one pass, because that costs little more than building one. */
function indexOf(elements: readonly Element[]) {
  const byName = new Map<string, Element[]>()
  const byAttribute = new Map<string, Element[]>()
  const byClass = new Map<string, Element[]>()
  for (const element of elements) {
    const { name, attribs } = element
    addTo(byName, name, element)
    for (const attribute in attribs) {
      // Most attributes are classes, and few readers need all elements that have one.
      if (attribute === 'class') addTo(byClass, attribs.class as string, element)
      else addTo(byAttribute, attribute, element)
    }
  }
  return { byName, byAttribute, byClass }
}

export function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

/** Elements below a node, in document order. */
export function elementsBelow(root: ParentNode): Element[] {
  const elements: Element[] = []
  walk(root, (node) => {
    if (!isText(node) && isTag(node)) elements.push(node)
  })
  return elements
}

/** All elements of a page as one list: every judgement looks at all of them, and a list is read several times as fast as a tree. */

import { type AnyNode, type Element, hasChildren, type ParentNode } from 'domhandler'
import { isElement, isText } from '../../document/traverse.ts'

/** Nothing is listed before it is asked for. The tree must not change after that. */
export class PageElements {
  readonly root: ParentNode
  readonly #unstyled = new Set<Element>()
  readonly #scopes = new Map<Element, Element>()
  #all: readonly Element[] | null = null

  constructor(root: ParentNode) {
    this.root = root
  }

  /** In document order. */
  get all(): readonly Element[] {
    this.#all ??= this.#list()
    return this.#all
  }

  /** Visits elements with the shadow root that they are in. What is in `noscript` and in other templates has no styles. */
  visitStyled(visit: (element: Element, scope: Element | null) => void): void {
    const { all } = this
    const isPlain = this.#unstyled.size === 0 && this.#scopes.size === 0
    for (const element of all) {
      if (isPlain) visit(element, null)
      else if (!this.#unstyled.has(element)) visit(element, this.#scopes.get(element) ?? null)
    }
  }

  #list(): Element[] {
    const all: Element[] = []
    const open: AnyNode[] = []
    // Below how many open nodes an element without styles, or a shadow root, is left.
    let unstyledFrom = Infinity
    const scopes: { root: Element; from: number }[] = []
    pushChildren(this.root, open)
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      const left = open.length
      if (left < unstyledFrom) unstyledFrom = Infinity
      for (let scope = scopes.at(-1); scope && left < scope.from; scope = scopes.at(-1)) scopes.pop()
      if (isElement(node)) {
        all.push(node)
        if (unstyledFrom !== Infinity) this.#unstyled.add(node)
        else {
          const scope = scopes.at(-1)
          if (scope) this.#scopes.set(node, scope.root)
          if (node.name === 'noscript') this.#unstyled.add(node)
          if (node.name === 'template' && node.attribs.shadowrootmode !== undefined)
            scopes.push({ root: node, from: left })
          else if (node.name === 'noscript' || node.name === 'template') unstyledFrom = left
        }
        pushChildren(node, open)
      } else if (hasChildren(node)) pushChildren(node, open)
    }
    return all
  }
}

function pushChildren({ children }: ParentNode, open: AnyNode[]): void {
  for (let n = children.length - 1; n >= 0; n--) {
    const child = children[n] as AnyNode
    if (!isText(child)) open.push(child)
  }
}

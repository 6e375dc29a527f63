/** Which classes, ids and attributes a page has: selectors that ask for others match nothing. */

import type { ParentNode } from 'domhandler'
import { isElement, walk } from '../../document/traverse.ts'

/** Nothing is listed before a sheet asks for it. */
export class PageNames {
  readonly #root: ParentNode
  #words: Set<string> | null = null
  #attributes: Set<string> | null = null

  constructor(root: ParentNode) {
    this.#root = root
  }

  /** Whether an element has the class or the id. */
  has(name: string): boolean {
    this.#words ??= wordsIn(this.#root)
    return this.#words.has(name)
  }

  hasAttribute(name: string): boolean {
    this.#attributes ??= attributesIn(this.#root)
    return this.#attributes.has(name)
  }
}

function wordsIn(root: ParentNode): Set<string> {
  const words = new Set<string>()
  const seen = new Set<string>()
  walk(root, (node) => {
    if (!isElement(node)) return
    const { id, class: classes } = node.attribs
    if (id !== undefined) words.add(id)
    if (classes === undefined || seen.has(classes)) return
    seen.add(classes)
    for (const word of classes.split(/\s+/)) words.add(word)
  })
  return words
}

function attributesIn(root: ParentNode): Set<string> {
  const names = new Set<string>()
  walk(root, (node) => {
    if (isElement(node)) for (const name in node.attribs) names.add(name)
  })
  return names
}

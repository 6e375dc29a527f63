/** Counts while a page is parsed how much text a visitor sees of it: no walk is needed to know that it has much to say. */

import type { ParentNode } from 'domhandler'
import { muchText } from '../document.ts'
import { skippedElements } from '../elements.ts'
import { isInertTemplate } from '../text-runs.ts'
import { isElement } from '../traverse.ts'
import { collapseAndTrim } from '../white-space.ts'

export class TextMeter {
  /** Whether more was counted than `muchText`. */
  isFull = false
  #length = 0

  /** Counts a text, its white space collapsed. Never more than what stands in the tree in the end. */
  count(parent: ParentNode, text: string): void {
    if (!/\S/.test(text) || !isSeen(parent)) return
    this.#length += collapseAndTrim(text).length
    this.isFull = this.#length > muchText
  }
}

function isSeen(parent: ParentNode): boolean {
  for (let up: ParentNode | null = parent; up; up = up.parent) {
    if (isElement(up) && (skippedElements.recognition.has(up.name) || isInertTemplate(up))) return false
  }
  return true
}

/** Counts a page's visible text during parsing, so that a lot of text is detected without a separate pass. */

import type { AnyNode, ParentNode } from 'domhandler'
import { muchText } from '../document.ts'
import { skippedElements } from '../elements.ts'
import { isInertTemplate } from '../text-runs.ts'
import { closest } from '../traverse.ts'
import { collapseAndTrim } from '../white-space.ts'

/** A shell may have long menus. */
const surroundings = new Set(['header', 'footer', 'nav', 'aside'])

export class TextMeter {
  /** True if more than `muchText` characters were counted. */
  isFull = false
  #length = 0

  /** Counts a string with white space collapsed. The total never exceeds the amount of text in the finished tree. */
  count(parent: ParentNode, text: string): void {
    if (!/\S/.test(text) || !isSeen(parent)) return
    this.#length += collapseAndTrim(text).length
    this.isFull = this.#length > muchText
  }
}

function isSeen(parent: ParentNode): boolean {
  return !closest(
    parent as AnyNode,
    (up) => surroundings.has(up.name) || skippedElements.recognition.has(up.name) || isInertTemplate(up),
  )
}

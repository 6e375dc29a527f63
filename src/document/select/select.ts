/** CSS selector → elements of the parsed tree. */

import { load } from 'cheerio/slim'
import type { AnyNode, Element } from 'domhandler'
import type { Document } from '../document.ts'
import { isElement, walk } from '../traverse.ts'
import { pagePseudos } from './page-pseudos.ts'
import { normaliseSelector } from './selector-syntax.ts'

/**
 * Every match in document order; a match inside another match is given once only, as part of that one.
 * The selector must have passed `checkSelector`.
 */
export function selectAll(document: Document, selector: string): Element[] {
  // `find`, not `$(selector)`: that one takes `[title="<b>"]` for HTML.
  const $ = load(document.root, { pseudos: pagePseudos() })
  const matches = new Set<AnyNode>($.root().find(normaliseSelector(selector)).toArray())
  const outermost: Element[] = []
  walk(document.root, (node) => {
    if (!isElement(node) || !matches.has(node)) return true
    outermost.push(node)
    return false
  })
  return outermost
}

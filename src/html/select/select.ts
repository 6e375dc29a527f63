/** Finds the elements of the parsed tree that match a CSS selector. */

import { load } from 'cheerio/slim'
import type { AnyNode, Element } from 'domhandler'
import { ServiceError } from '../../base/errors.ts'
import type { Document } from '../document.ts'
import { isInertTemplate } from '../text-runs.ts'
import { isElement, walk } from '../traverse.ts'
import { compileSelector } from './compile.ts'
import { normaliseSelector } from './selector-syntax.ts'

/** Enough to test ten compounds on each element of the largest document. */
export const maxSteps = 5_000_000

/**
 * Returns the outermost matches of a selector that passed `checkSelector`, in document order. Throws value_error for `param` if it takes
 * more than `steps` on this document.
 * @example
 * selectAll(parseDocument('<div><div></div></div>', 'https://example.com/'), 'div').length // 1
 */
export function selectAll(
  document: Document,
  selector: string,
  steps = maxSteps,
  param: 'css_selector' | 'exclude_selector' = 'css_selector',
): Element[] {
  const step = countSteps(steps, param)
  const matches = compileSelector(normaliseSelector(selector), document.root, step)
  const $ = load(document.root)
  const matched = $('*').filter((_, node) => {
    step()
    return isElement(node) && matches(node)
  })
  const all = new Set<AnyNode>(matched.toArray())
  const outermost: Element[] = []
  walk(document.root, (node) => {
    if (!isElement(node) || !all.has(node)) return true
    outermost.push(node)
    return false
  })
  return outermost
}

/** True if the document has a match of `wait_for`, under the same conditions. Ignores the content of inert templates. */
export function hasMatch(document: Document, selector: string, steps = maxSteps): boolean {
  const step = countSteps(steps, 'wait_for')
  const matches = compileSelector(normaliseSelector(selector), document.root, step)
  let isFound = false
  walk(document.root, (node) => {
    if (isFound) return false
    if (!isElement(node)) return true
    step()
    isFound = matches(node)
    return !isInertTemplate(node)
  })
  return isFound
}

/** Returns a function that throws value_error when called more than `steps` times. */
function countSteps(steps: number, param: string): () => void {
  let taken = 0
  return () => {
    if (++taken <= steps) return
    throw new ServiceError(
      'value_error',
      `Value error, the selector takes more than ${steps} steps on this page. Use fewer combinators, or a class or id`,
      { param },
    )
  }
}

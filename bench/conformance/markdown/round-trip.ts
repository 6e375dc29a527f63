/** Round trip from HTML to markdown and back with third-party parsers, and the difference between the two. */

import { formatMarkdown } from '../../../src/format/markdown/markdown.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import type { Failure } from '../suite.ts'
import { pageUrl } from './addresses.ts'
import { type TreeDetail, treeOf } from './page-tree.ts'
import { renderers } from './renderers.ts'

interface DifferenceOptions {
  without?: ReadonlySet<TreeDetail>
  /** Uses only the parsers that follow CommonMark's emphasis rules to the letter. */
  withoutMarked?: boolean
}

export function markdownOfHtml(html: string): string {
  const document = parseDocument(html, pageUrl)
  return formatMarkdown(document, [document.root]).parts.join('\n\n')
}

/** Finds a parser that reads the page's markdown as something other than the page; null if all of them reproduce it. */
export function differenceOf(html: string, options: DifferenceOptions = {}): Failure | null {
  const markdown = markdownOfHtml(html)
  const expected = treeOf(html, options)
  for (const { name, isGfm, render } of renderers) {
    if (!isGfm && ofGfm.test(html)) continue
    if (name === 'marked' && options.withoutMarked) continue
    const got = treeOf(render(markdown), options)
    if (got !== expected) return { name: `${html} → ${name}: ${markdown}`, got, expected }
  }
  return null
}

// Elements that CommonMark alone has no markup for.
const ofGfm = /<(?:table|del|s|strike|input)\b/i

/**
 * Does the same for a drawn page. Emphasis that delimiters can't express is left out, or set apart by spaces. Marked reads some emphasis
 * within or next to other emphasis as text, and brackets next to code and backticks differently.
 */
export function drawnDifference(html: string): Failure | null {
  // A backslash and a pipe in the code of a cell: micromark reads them differently from GitHub.
  if (/<table>.*<code>[^<]*\\\|/s.test(html)) return null
  const withoutMarked = codeInBrackets.test(html)
  const failure = differenceOf(html, { withoutMarked })
  if (failure === null || !unholdable.test(html)) return failure
  return (
    differenceOf(html, { without: new Set<TreeDetail>(['emphasis', 'spaces']), withoutMarked: true }) ??
    differenceOf(html, { without: new Set<TreeDetail>(['emphasis', 'spaces', 'delimiters']), withoutMarked })
  )
}

const codeInBrackets = /^(?=.*<code>)(?=.*`).*(?:\[|<a |<img )/s
const tags = '(?:<[^>]*>)*'
const word = '(?:[\\p{L}\\p{N}~]|</?del>)'
const notWord = '(?:[^\\p{L}\\p{N}<]|(?:https?|ftp|www)\\b|<(?:code|img|a)\\b)'
const notWordBefore = '(?:[^\\p{L}\\p{N}>]|(?:://|www\\.)(?:[^ <]|</?span>)*|</(?:code|a)>|<img[^>]*>)'
// A letter or digit, the edge of emphasis, and something else, or in reverse; or emphasis that touches or contains other emphasis.
const unholdable = new RegExp(
  [
    `${word}${tags}<(?:b|i|del)>${tags}${notWord}`,
    `${notWordBefore}${tags}</(?:b|i|del)>${tags}${word}`,
    `</(?:b|i|del)>${tags}<(?:b|i|del)>`,
    `<(?:b|i|del)>(?:(?!</?p|</?li).)*<(?:b|i|del)>`,
  ].join('|'),
  'u',
)

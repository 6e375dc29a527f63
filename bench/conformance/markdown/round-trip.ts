/** Converts HTML to markdown and back with third-party parsers, and finds the difference. */

import { formatMarkdown } from '../../../src/format/markdown/markdown.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import type { Failure } from '../suite.ts'
import { pageUrl } from './addresses.ts'
import { type TreeDetail, treeOf } from './page-tree.ts'
import { renderers } from './renderers.ts'

interface DifferenceOptions {
  without?: ReadonlySet<TreeDetail>
  /** True to use only parsers that follow CommonMark's emphasis rules exactly. */
  withoutMarked?: boolean
}

export function markdownOfHtml(html: string): string {
  const document = parseDocument(html, pageUrl)
  return formatMarkdown(document, [document.root]).parts.join('\n\n')
}

/** Finds a parser that doesn't reproduce the page from its markdown. Returns null if all of them do. */
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

// Elements for which CommonMark has no markup.
const ofGfm = /<(?:table|del|s|strike|input)\b/i

/**
 * Finds a parser that doesn't reproduce a drawn page. Emphasis that delimiters can't express is left out or set apart by spaces. Marked
 * reads some emphasis inside or next to other emphasis as text, and reads brackets next to code or backticks differently.
 */
export function drawnDifference(html: string): Failure | null {
  // Micromark reads a backslash and a pipe in a cell's code differently from GitHub.
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
// Matches an edge of emphasis between a letter or digit and another character, and emphasis that touches or contains emphasis.
const unholdable = new RegExp(
  [
    `${word}${tags}<(?:b|i|del)>${tags}${notWord}`,
    `${notWordBefore}${tags}</(?:b|i|del)>${tags}${word}`,
    `</(?:b|i|del)>${tags}<(?:b|i|del)>`,
    `<(?:b|i|del)>(?:(?!</?p|</?li).)*<(?:b|i|del)>`,
  ].join('|'),
  'u',
)

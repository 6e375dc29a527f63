/** Returns the markdown of a page or of parts of it. */

import type { AnyNode, Element, ParentNode } from 'domhandler'
import { resolveUrl } from '../../html/absolute-url.ts'
import { CharacterBudget } from '../../html/character-budget.ts'
import type { Document } from '../../html/document.ts'
import { isElement, walk } from '../../html/traverse.ts'
import { findForeignFrames } from '../../html/visibility/foreign-frames.ts'
import { findIconNames } from '../../html/visibility/icon-names.ts'
import { viewDocument } from '../../html/visibility/page-view.ts'
import { createGapTest } from '../../html/visibility/word-gaps.ts'
import { MarkdownConverter, type MarkdownOptions } from './converter.ts'
import { pageOfMark, silentMark } from './elements/page-mark.ts'
import { PageSurvey } from './survey/page-survey.ts'

export type { MarkdownOptions } from './converter.ts'

interface FormattedMarkdown {
  /** The markdown of each root that has any, without line breaks at either end. */
  parts: string[]
  /** Number of characters left out because they are hidden. */
  hiddenLength: number
}

/**
 * Returns the markdown of the roots, one part for each root that isn't empty. A root doesn't repeat images from earlier roots.
 * Throws response_too_large.
 * @example
 * const document = parseDocument('<p>A <b>bold</b> word', 'https://example.com/')
 * formatMarkdown(document, [document.root]).parts // ['A **bold** word']
 */
export function formatMarkdown(
  document: Document,
  roots: readonly ParentNode[],
  options: MarkdownOptions = {},
): FormattedMarkdown {
  const page = {
    document,
    resolveUrl: (written: string | undefined) => resolveUrl(document, written),
    survey: new PageSurvey(document),
    foreignFrames: findForeignFrames(document),
    written: new Set<Element>(),
    budget: new CharacterBudget(document),
    hasGapAfter: createGapTest(document.elements),
    iconNames: findIconNames(document.elements, options.view ?? viewDocument(document, 'markdown')),
  }
  const pages = options.marksPages ? pagesOf(document, roots) : null
  const parts: string[] = []
  let hiddenLength = 0
  for (const root of roots) {
    const converter = new MarkdownConverter(page, options)
    const markdown = converter.convert(root)
    const start = pages?.get(root as AnyNode)
    if (markdown !== '') parts.push(start ? `${silentMark(start)}\n\n${markdown}` : markdown)
    hiddenLength += converter.hiddenLength
  }
  return { parts, hiddenLength }
}

/** Returns the page on which each root begins, where a mark precedes it. */
function pagesOf(document: Document, roots: readonly ParentNode[]): Map<AnyNode, string> {
  const wanted = new Set<AnyNode>(roots as readonly AnyNode[])
  const pages = new Map<AnyNode, string>()
  let page: string | null = null
  walk(document.root, (node) => {
    if (page !== null && wanted.has(node)) pages.set(node, page)
    if (isElement(node)) page = pageOfMark(node) ?? page
    return true
  })
  return pages
}

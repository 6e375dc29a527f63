/** The outputs that are HTML: clean HTML and HTML as received. */

import type { Element } from 'domhandler'
import { hiddenTextRemoved } from '../contract/warning.ts'
import { CharacterBudget } from '../html/character-budget.ts'
import type { Document } from '../html/document.ts'
import type { FormatterInput } from './formatter-input.ts'
import { formatCleanHtml } from './html/clean-html.ts'
import { outerHtml } from './html/serialise.ts'

export function cleanHtml({ document, roots, view, forModel, warnings }: FormatterInput): string {
  const budget = new CharacterBudget(document)
  const parts = roots.map((root) => formatCleanHtml(document, root, view, budget))
  if (!forModel) warnings.push(...hiddenTextRemoved(parts.reduce((sum, { hiddenLength }) => sum + hiddenLength, 0)))
  return parts.map(({ html }) => html).join('\n')
}

export function rawHtml({ document, matches, roots, view, forModel }: FormatterInput): string {
  if (forModel) {
    const budget = new CharacterBudget(document)
    return roots.map((root) => outerHtml(root, view, budget)).join('\n')
  }
  return matches ? matches.map((element) => sourceOf(element, document)).join('\n') : document.source
}

/** Returns the element's own source. An element added by the parser (`tbody`) has no source and is serialized. */
function sourceOf(element: Element, { source }: Document): string {
  const location = element.sourceCodeLocation
  return location ? source.slice(location.startOffset, location.endOffset) : outerHtml(element)
}

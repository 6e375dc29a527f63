/** The labels of diagrams and charts in SVG. */

import type { Element } from 'domhandler'
import { isForeign } from '../../../html/elements.ts'
import { elementAround, elementsAround, previousElement } from '../../../html/traverse.ts'
import type { MarkdownRule } from '../syntax/markdown-rule.ts'

/** Each label is a paragraph. Highcharts writes some labels twice, first as an outline. */
export const drawingRules: Record<string, MarkdownRule> = {
  svg: {
    applies: (element, { keepsFallbacks, survey }) => keepsFallbacks || survey.diagrams.has(element),
    otherwise: { display: 'none' },
  },
  text: { display: 'block', applies: isForeign, otherwise: {}, leaf: (element) => (isFallback(element) ? '' : null) },
  tspan: {
    open({ attribs }, { output }) {
      if ((attribs.x ?? attribs.dy) !== undefined) output.breakWord()
    },
    leaf: ({ attribs }) => (/outline/.test(attribs.class ?? '') ? '' : null),
  },
  foreignObject: { display: 'block' },
}

/** True for the text after the first child of a `switch`, which replaces a `foreignObject` that a program can't display. */
function isFallback(label: Element): boolean {
  return elementsAround(label, 2).some((part) => elementAround(part)?.name === 'switch' && previousElement(part))
}

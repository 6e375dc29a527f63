/** The labels of diagrams and charts in SVG. */

import type { Element } from 'domhandler'
import { isForeign } from '../../../html/elements.ts'
import { elementAround, elementsAround, previousElement } from '../../../html/traverse.ts'
import { type MarkdownRule, withAllFields } from '../syntax/markdown-rule.ts'

/** Each label begins a line. Highcharts writes some labels twice, first as an outline. */
export const drawingRules: Record<string, MarkdownRule> = {
  svg: {
    applies: (element, { keepsFallbacks, survey }) => keepsFallbacks || survey.diagrams.has(element),
    otherwise: { display: 'none' },
  },
  text: { display: 'line', applies: isForeign, otherwise: {}, leaf: (element) => (isFallback(element) ? '' : null) },
  tspan: {
    display: 'line',
    applies: ({ attribs }) => (attribs.x ?? attribs.dy) !== undefined,
    otherwise: withAllFields({ leaf: ({ attribs }) => (/outline/.test(attribs.class ?? '') ? '' : null) }),
  },
  foreignObject: { display: 'line' },
}

/** True for the text after the first child of a `switch`, which replaces a `foreignObject` that a program can't display. */
function isFallback(label: Element): boolean {
  return elementsAround(label, 2).some((part) => elementAround(part)?.name === 'switch' && previousElement(part))
}

/** The labels of diagrams and charts in SVG. */

import type { Element } from 'domhandler'
import { isForeign } from '../../../html/elements.ts'
import { childTextContent, elementsAround, nextElement, previousElement } from '../../../html/traverse.ts'
import type { MarkdownRule } from '../syntax/markdown-rule.ts'

/** Each label is a paragraph. Highcharts writes some labels twice, first as an outline. A drawing in a drawing is a panel of it. */
export const drawingRules: Record<string, MarkdownRule> = {
  svg: {
    applies: (svg, { keepsFallbacks, survey }) =>
      keepsFallbacks || survey.diagrams.has(svg) || elementsAround(svg, 2).every(isForeign),
    otherwise: { display: 'none' },
  },
  text: { display: 'block', applies: isForeign, otherwise: {}, leaf: (label) => (isSpare(label) ? '' : null) },
  tspan: {
    // A smaller `dy` lowers or raises part of a word.
    open({ attribs: { x, dx, dy = '' } }, { output }) {
      if ((x ?? dx) !== undefined || /^[1-9][\d.]*em/.test(dy)) output.breakWord()
    },
    leaf: ({ attribs }) => (/outline/.test(attribs.class ?? '') ? '' : null),
  },
  foreignObject: { display: 'block' },
  desc: { display: 'block', leaf: (desc) => (/^\s*Created with /.test(childTextContent(desc)) ? '' : null) },
}

/** True for text that replaces a `foreignObject` if that can't be displayed, and for the outline or shadow of the next label. */
function isSpare(label: Element): boolean {
  const isOther = elementsAround(label, 3).some((on, at, all) => all[at + 1]?.name === 'switch' && previousElement(on))
  const text = childTextContent(label)
  if (isOther || text.trim() === '') return isOther
  const next = nextElement(label)
  const places = label.attribs['aria-hidden'] === 'true' ? [] : ['x', 'y', 'transform']
  return [next, next && nextElement(next)].some((other) => {
    if (other?.name !== 'text' || childTextContent(other) !== text) return false
    return places.every((name) => other.attribs[name] === label.attribs[name])
  })
}

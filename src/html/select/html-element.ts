/** Distinguishes HTML elements from those of SVG and MathML. */

import type { Element } from 'domhandler'

/** False for the elements of SVG and MathML. */
export function isHtmlElement({ namespace }: Element): boolean {
  return !namespace || namespace === 'http://www.w3.org/1999/xhtml'
}

/** Formulas of KaTeX, MathJax and MathML → one `$…$`. */

import type { Element } from 'domhandler'
import { isElement, isText, walk } from '../document/traverse.ts'
import type { Context } from './markdown-rule.ts'

const formulaClass = /(?:^|\s)(?:katex|katex-display|MathJax(?:_Display)?|mwe-math-element)(?:\s|$)/

/** True for the outermost element of a formula that a script or a server has typeset, and for MathJax's TeX source. */
export function isFormula({ name, attribs }: Element): boolean {
  if (name === 'script') return attribs.type?.startsWith('math/tex') ?? false
  return attribs.class !== undefined && name !== 'body' && formulaClass.test(attribs.class)
}

/** A rule's leaf: TeX between dollars; null when no TeX is found, so that what is typeset is read as text. */
export function formula(element: Element, { inside }: Context): string | null {
  const source = texOf(element)
  if (source === null) return element.name === 'math' ? null : hasTexBeside(element) ? '' : null
  const tex = source.replace(/\s+/g, ' ').trim()
  if (tex === '') return ''
  const isDisplay = displays(element) && !inside.cell && !inside.link && !inside.heading
  return isDisplay ? `\n\n$$${tex}$$\n\n` : `$${inside.cell ? tex.replaceAll('|', '\\vert ') : tex}$`
}

function texOf(element: Element): string | null {
  if (element.name === 'script') return rawText(element)
  const own = element.attribs['data-tex'] ?? element.attribs['data-latex'] ?? element.attribs.alttext
  if (own) return unwrap(own)
  let tex: string | null = null
  walk(element, (node) => {
    if (tex !== null || !isElement(node)) return tex === null
    if (node.name === 'annotation' && /tex/i.test(node.attribs.encoding ?? '')) tex = rawText(node)
    else if (node.name === 'math' && node.attribs.alttext) tex = node.attribs.alttext
    return tex === null
  })
  return tex === null ? null : unwrap(tex)
}

/** Wikipedia wraps all of its TeX in `{\displaystyle …}`. */
function unwrap(tex: string): string {
  return /^\s*\{\\(?:displaystyle|textstyle)\s+([\s\S]*)\}\s*$/.exec(tex)?.[1] ?? tex
}

function displays({ name, attribs }: Element): boolean {
  if (name === 'script') return /mode=display/.test(attribs.type ?? '')
  return (
    attribs.display === 'block' ||
    attribs.display === 'true' ||
    /(?:^|\s)(?:katex-display|MathJax_Display)/.test(attribs.class ?? '')
  )
}

/** MathJax 2 leaves its source in a script after what it has typeset. */
function hasTexBeside(element: Element): boolean {
  let next = element.next
  for (let i = 0; next && i < 4; i++, next = next.next) {
    if (isElement(next) && next.name === 'script' && isFormula(next)) return true
  }
  return false
}

function rawText(element: Element): string {
  return element.children.map((child) => (isText(child) ? child.data : '')).join('')
}

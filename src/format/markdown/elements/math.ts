/** Formulas of KaTeX, MathJax and MathML, and pictures of TeX → one `$…$`. */

import type { Element } from 'domhandler'
import { isElement, isText, walk } from '../../../document/traverse.ts'
import type { Context } from '../syntax/rule.ts'
import { texOfMathml } from './mathml.ts'

const formulaClass =
  /(?:^|\s)(?:katex|katex-display|katex-block|MathJax(?:_Display|_Preview|_SVG|_SVG_Display|_CHTML)?|mwe-math-element|mathjax-block)(?:\s|$)/

/** True for the outermost element of a formula that a script or a server has typeset, and for MathJax's TeX source. */
export function isFormula({ name, attribs }: Element): boolean {
  if (name === 'script') return attribs.type?.startsWith('math/tex') ?? false
  return attribs.class !== undefined && name !== 'body' && formulaClass.test(attribs.class)
}

/** A rule's leaf: TeX between dollars; null when no TeX is found, so that what is typeset is read as text. */
export function formula(element: Element, context: Context): string | null {
  const source = texOf(element)
  if (source === null) return hasTexBeside(element) ? '' : null
  return dollars(source, displays(element), context)
}

/** An image of a formula, whose alternative text is its TeX; null for other images. */
export function pictureOfFormula({ attribs }: Element, context: Context): string | null {
  const className = attribs.class ?? ''
  const source = (attribs.src ?? '').slice(0, 2000)
  const isMarked =
    /(?:^|[\s_-])(?:latex|tex|mwe-math-fallback-image-(?:inline|display)|math-image|ql-img-(?:inline|displayed)-formula)(?:[\s_-]|$)/.test(
      className,
    )
  const isTex = texCommand.test(attribs.alt ?? '')
  if (!isMarked && !isTex && !services.test(source)) return null
  const alt = attribs['data-latex'] ?? attribs['data-equation-content'] ?? attribs.alt ?? ''
  const tex = alt.trim() !== '' ? alt : texInAddress(source)
  if (!tex || !/[\\^_={}+\-*/<>]|^\w$/.test(tex)) return null
  return dollars(unwrap(tex), /display/.test(className) || /^\s*\\begin\{/.test(tex), context)
}

const texCommand = /^[^.?!]{0,200}\\[a-zA-Z]+[{_^]/
const services =
  /\/\/(?:latex\.codecogs\.com|s\d+\.wordpress\.com\/latex\.php|chart\.(?:googleapis|apis\.google)\.com\/chart\?cht=tx|math\.now\.sh|render\.githubusercontent\.com\/render\/math|i\.upmath\.me|www\.zhihu\.com\/equation)/

function texInAddress(address: string): string {
  const query =
    /[?&](?:latex|chl|math|from|tex)=([^&]*)/.exec(address)?.[1] ??
    /\/(?:gif|png|svg|pdf)(?:\.(?:latex|image|json))?\?(.*)$/.exec(address)?.[1] ??
    ''
  try {
    return decodeURIComponent(query.replace(/\+/g, ' '))
  } catch (error) {
    if (error instanceof URIError) return ''
    throw error
  }
}

function dollars(source: string, isDisplay: boolean, { inside }: Context): string {
  // A comment ends with its line, which is about to go.
  const tex = source
    .replace(/(?<!\\)%[^\n]*(?=\n|$)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\$+|\$+$/g, '')
    .trim()
  if (tex === '') return ''
  if (isDisplay && !inside.cell && !inside.link && !inside.heading) return `\n\n$$${tex}$$\n\n`
  return `$${inside.cell ? tex.replaceAll('|', '\\vert{}') : tex}$`
}

function texOf(element: Element): string | null {
  if (element.name === 'script') return rawText(element)
  const { attribs } = element
  const own = attribs['data-tex'] ?? attribs['data-latex'] ?? attribs['data-expr'] ?? attribs.alttext
  if (own) return unwrap(own)
  let tex: string | null = null
  let math: Element | null = element.name === 'math' ? element : null
  walk(element, (node) => {
    if (tex !== null || !isElement(node)) return tex === null
    if (node.name === 'annotation' && /tex/i.test(node.attribs.encoding ?? '')) tex = rawText(node)
    else if (node.name === 'math') {
      if (node.attribs.alttext) tex = node.attribs.alttext
      math ??= node
    } else if (node.name === 'script' && isFormula(node)) tex = rawText(node)
    return tex === null
  })
  if (tex !== null) return unwrap(tex)
  return math && !hasTexBeside(element) ? texOfMathml(math) : null
}

/** Wikipedia wraps all of its TeX in `{\displaystyle …}`. */
function unwrap(tex: string): string {
  return /^\s*\{\\(?:displaystyle|textstyle|scriptstyle)\s+([\s\S]*)\}\s*$/.exec(tex)?.[1] ?? tex
}

function displays({ name, attribs, children }: Element): boolean {
  if (name === 'script') return /mode=display/.test(attribs.type ?? '')
  if (attribs.display === 'block' || attribs.display === 'true') return true
  if (/(?:^|\s)(?:katex-display|katex-block|MathJax(?:_SVG)?_Display)/.test(attribs.class ?? '')) return true
  const [only] = children.filter(isElement)
  return (
    only !== undefined &&
    (only.name === 'math' ? only.attribs.display === 'block' : /(?:^|\s)katex-display/.test(only.attribs.class ?? ''))
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

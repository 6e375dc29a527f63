/** Converts formulas from KaTeX, MathJax and MathML, and images of formulas whose TeX is known, to `$…$` or `$$…$$`. */

import type { Element } from 'domhandler'
import { percentDecoded } from '../../../html/absolute-url.ts'
import { elementsBelow } from '../../../html/page-elements.ts'
import { childTextContent, isElement, nextElement, previousElement, walk } from '../../../html/traverse.ts'
import { inertTex } from '../syntax/escape.ts'
import type { RuleContext } from '../syntax/markdown-rule.ts'
import { texOfMathml } from './mathml.ts'

const formulaClass =
  /(?:^|\s)(?:katex|katex-display|katex-block|MathJax(?:_Display|_Preview|_SVG|_SVG_Display|_CHTML)?|mwe-math-element|mathjax-block)(?:\s|$)/

/** True for the outermost element of a typeset formula, and for the script with MathJax's TeX. */
export function isFormula({ name, attribs }: Element): boolean {
  if (name === 'script') return attribs.type?.startsWith('math/tex') ?? false
  return attribs.class !== undefined && name !== 'body' && formulaClass.test(attribs.class)
}

/** Returns the TeX between dollar signs; null if there isn't any, in which case the typeset characters are converted as text. */
export function formula(element: Element, context: RuleContext): string | null {
  const source = texOf(element)
  // MathJax 2 keeps the TeX in a script after the typeset formula.
  if (source === null) return hasTexBeside(element) ? '' : null
  return dollars(source, isDisplayed(element), context)
}

/** Returns TeX between dollar signs for an image of a formula, from its `alt` or its URL; null for other images. */
export function formulaOfImage({ attribs }: Element, context: RuleContext): string | null {
  const className = attribs.class ?? ''
  const isMarked =
    /(?:^|[\s_-])(?:latex|tex|mwe-math-fallback-image-(?:inline|display)|math-image|ql-img-(?:inline|displayed)-formula)(?:[\s_-]|$)/.test(
      className,
    )
  const [, named, last] = services.exec((attribs.src ?? '').slice(0, 2000)) ?? []
  const written = named ?? last
  const inUrl = written ? percentDecoded(written.replaceAll('+', ' ')) : ''
  if (!isMarked && inUrl === '' && !(attribs.alt?.includes('\\') && texCommand.test(attribs.alt))) return null
  const tex = (attribs['data-latex'] ?? attribs['data-equation-content'] ?? attribs.alt?.trim()) || inUrl
  if (!/[\\^_={}+\-*/<>]|^\w$/.test(tex)) return null
  return dollars(unwrap(tex), /display/.test(className) || /^\s*\\begin\{/.test(tex), context)
}

const texCommand = /^[^.?!]{0,200}\\[a-zA-Z]+[{_^]/
// Services that render the TeX in their URLs.
const services =
  /\/\/(?:latex\.codecogs\.com\/[^?]*|s\d+\.wordpress\.com\/latex\.php|chart\.(?:apis\.google|googleapis)\.com\/chart(?=\?(?:.*&)?cht=tx)|math\.now\.sh\/?|render\.githubusercontent\.com\/render\/math|i\.upmath\.me\/[^?]*|www\.zhihu\.com\/equation)\?(?:(?:.*&)?(?:latex|chl|math|from|tex)=([^&]*)|(.*))/

function dollars(source: string, isDisplay: boolean, { inside }: RuleContext): string {
  // Once the lines are joined, a TeX comment would swallow the rest of the formula.
  const tex = source
    .replace(/(?<!\\)%[^\n]*(?=\n|$)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\$+|\$+$/g, '')
    .trim()
  if (tex === '') return ''
  const safe = inertTex(tex)
  if (isDisplay && !inside.cell && !inside.link && !inside.heading) return `\n\n$$${safe}$$\n\n`
  return `$${inside.cell ? safe.replaceAll('|', '\\vert{}') : safe}$`
}

function texOf(element: Element): string | null {
  if (element.name === 'script') return childTextContent(element)
  const { attribs } = element
  const stated = statedTex(attribs) ?? alttextOf(attribs)
  if (stated) return unwrap(stated)
  let tex: string | null = null
  let math: Element | null = element.name === 'math' ? element : null
  let drawn: Element | null = null
  walk(element, (node) => {
    if (tex !== null || !isElement(node)) return tex === null
    // MathJax's parts also state their own TeX.
    if (node.name === 'mjx-math' || node.attribs['data-mml-node'] === 'math') {
      tex = node.attribs['data-latex'] ?? null
      drawn ??= node
    } else if (node.name === 'annotation' && /tex/i.test(node.attribs.encoding ?? '')) tex = childTextContent(node)
    else if (node.name === 'math') {
      tex = alttextOf(node.attribs) ?? null
      math ??= node
    } else if (node.name === 'script' && isFormula(node)) tex = childTextContent(node)
    return tex === null
  })
  const around = element.parent && isElement(element.parent) ? element.parent : null
  // The element around a typeset formula may state its TeX, if it holds nothing else.
  if (around && nextElement(element) === null && previousElement(element) === null)
    tex ??= statedTex(around.attribs) ?? null
  if (tex !== null) return unwrap(tex)
  if (math) return hasTexBeside(element) ? null : texOfMathml(math)
  if (element.name !== 'mjx-container') return null
  return (drawn && texOfMathml(drawn)) || `\\text{${spokenText(element) ?? '[formula]'}}`
}

/** The formula in words, for screen readers. */
function spokenText(element: Element): string | undefined {
  const spoken = [element, ...elementsBelow(element)]
    .map(
      ({ attribs }) => attribs['data-semantic-speech-none'] ?? attribs['aria-label'] ?? attribs['data-semantic-speech'],
    )
    .find((text) => text !== undefined)
  return spoken?.replace(/<[^>]*>|[\\{}$]/g, '').trim() || undefined
}

const texAttributes = ['data-tex', 'data-latex', 'data-expr', 'data-math', 'data-formula']
const statedTex = (attribs: Element['attribs']) =>
  texAttributes.map((name) => attribs[name]).find((tex) => tex !== undefined)

/** Text that is the same for every formula, such as `$Alternative text not available$`, is ignored. */
function alttextOf({ alttext }: Element['attribs']): string | undefined {
  return /not (?:available|provided|set)|^\W*(?:no )?(?:alt(?:ernative)?[ -]?text|math|formula|equation|image)?\W*$/i.test(
    alttext ?? '',
  )
    ? undefined
    : alttext
}

/** Removes the `{\displaystyle …}` that Wikipedia puts around TeX. */
function unwrap(tex: string): string {
  return /^\s*\{\\(?:displaystyle|textstyle|scriptstyle)\s+([\s\S]*)\}\s*$/.exec(tex)?.[1] ?? tex
}

function isDisplayed({ name, attribs, children }: Element): boolean {
  if (name === 'script') return /mode=display/.test(attribs.type ?? '')
  if (attribs.display === 'block' || attribs.display === 'true') return true
  if (/(?:^|\s)(?:katex-display|katex-block|MathJax(?:_SVG)?_Display)/.test(attribs.class ?? '')) return true
  const [only] = children.filter(isElement)
  return (
    only !== undefined &&
    (only.name === 'math' ? only.attribs.display === 'block' : /(?:^|\s)katex-display/.test(only.attribs.class ?? ''))
  )
}

function hasTexBeside(element: Element): boolean {
  let next = element.next
  for (let i = 0; next && i < 4; i++, next = next.next) {
    if (isElement(next) && next.name === 'script' && isFormula(next)) return true
  }
  return false
}

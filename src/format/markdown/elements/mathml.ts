/** Converts MathML without a TeX annotation to TeX. Symbols remain characters, as TeX allows. @see https://www.w3.org/TR/mathml-core/ */

import type { AnyNode, Element } from 'domhandler'
import { childTextContent, isElement } from '../../../html/traverse.ts'
import { collapseAndTrim } from '../../../html/white-space.ts'

/**
 * Returns the TeX of a `math` element, of MathJax's `mjx-math`, whose glyphs style sheets draw, or of the `g` element that corresponds to
 * `math` in MathJax's SVG. Null if the tree is too deep or large.
 */
export function texOfMathml(math: Element): string | null {
  const budget = { nodes: 4000 }
  const tex = sequence(math.children, 0, budget)
  return budget.nodes <= 0 ? null : tex.replace(ownParentheses, '$1').replace(/ {2,}/g, ' ').trim()
}

/** `\binom` contains the parentheses that MathML writes around a binomial. */
const ownParentheses = /\((\\binom\{[^{}]*\}\{[^{}]*\})\)/g

interface MathBudget {
  /** Number of nodes that may still be read. The conversion stops at 0. */
  nodes: number
}

const maxDepth = 60

function sequence(nodes: readonly AnyNode[], depth: number, budget: MathBudget): string {
  return nodes.map((node) => (isElement(node) ? texOf(node, depth, budget) : '')).join('')
}

function texOf(element: Element, depth: number, budget: MathBudget): string {
  if (--budget.nodes <= 0 || depth > maxDepth) {
    budget.nodes = 0
    return ''
  }
  const name = nameOf(element)
  const write = Object.hasOwn(writers, name) ? writers[name] : undefined
  const parts = element.name === name ? element.children.filter(isElement) : partsOfDrawn(element, name)
  const part = (i: number) => {
    const child = parts[i]
    return child ? texOf(child, depth + 1, budget) : ''
  }
  if (write) return write(element, part, parts.length)
  return sequence(element.children, depth + 1, budget)
}

/** The element's name in MathML. MathJax draws an element as `mjx-NAME` or as `<g data-mml-node="NAME">`. */
const nameOf = ({ name, attribs }: Element) => attribs['data-mml-node'] ?? name.replace('mjx-', '')

/** Writes an element. `part(i)` is the TeX of its i-th child element, and `count` is the number of children. */
type MathWriter = (element: Element, part: (i: number) => string, count: number) => string

const struts = /^mjx-(?:[ndt]?strut|line|spacer|surd|mark|assistive-mml|speech)$/
const boxes = /^mjx-(?:frac|num|den|sqrt|box|dbox|dtable|row|base|over|under|script|root|table|itable|labels)$/

/** Returns a formula's parts in MathML's order. MathJax puts parts into layout boxes, and orders some parts as they are drawn. */
function partsOfDrawn(element: Element, name: string): Element[] {
  const { children, attribs } = element
  if (element.name === 'g') {
    const [first, ...rest] = partsOfSvg(children).filter((part) => !/root|sqrt/.test(name) || textOf(part) !== '√')
    if (/^m(?:subsup|underover)$/.test(name)) rest.sort((a, b) => heightOf(a) - heightOf(b))
    return first ? [first, ...rest] : rest
  }
  const isAside = name === 'msubsup' || attribs.limits === 'false'
  const order = isAside ? { msubsup: [0, 2, 1], munderover: [0, 2, 1] }[name] : drawnOrders[name]
  const parts = unboxed(children).flatMap((part) =>
    name === 'munderover' && part.name === 'mjx-munder' ? unboxed(part.children) : [part],
  )
  return order && parts.length === order.length ? order.map((at) => parts[at] as Element) : parts
}

const drawnOrders: Record<string, number[]> = { mover: [1, 0], munderover: [1, 2, 0], mroot: [1, 0] }

function unboxed(nodes: readonly AnyNode[]): Element[] {
  return nodes
    .filter(isElement)
    .flatMap((node) => (struts.test(node.name) ? [] : boxes.test(node.name) ? unboxed(node.children) : [node]))
}

/** How far an element is drawn above the line. */
const heightOf = ({ attribs }: Element) =>
  Number(/^translate\([-\d.]+,([-\d.]+)\)/.exec(attribs.transform ?? '')?.[1] ?? 0)

function partsOfSvg(nodes: readonly AnyNode[]): Element[] {
  const parts = nodes.filter(isElement)
  return parts.flatMap((part) => (part.attribs['data-mml-node'] === undefined ? partsOfSvg(part.children) : [part]))
}

const none: MathWriter = () => ''

const writers: Record<string, MathWriter> = {
  mi: (element) => identifier(textOf(element)),
  mn: (element) => escaped(textOf(element)),
  mo: (element) => operator(textOf(element)),
  mtext: (element) => textIn(element),
  mspace: () => ' ',
  mphantom: none,
  annotation: none,
  'annotation-xml': none,
  semantics: (_, part) => part(0),
  msup: (_, part) => `${base(part(0))}^${script(part(1))}`,
  msub: (_, part) => `${base(part(0))}_${script(part(1))}`,
  msubsup: (_, part) => `${base(part(0))}_${script(part(1))}^${script(part(2))}`,
  munder: (_, part) => under(part(0), part(1)),
  mover: (_, part) => over(part(0), part(1)),
  munderover: (_, part) => `${base(part(0))}_${script(part(1))}^${script(part(2))}`,
  mfrac: ({ attribs, children, name }, part) => {
    const isDrawn = name !== 'g' || children.some((child) => isElement(child) && child.name === 'rect')
    const hasBar = isDrawn && !/^0(?:\D|$)/.test(attribs.linethickness ?? '')
    return `\\${hasBar ? 'frac' : 'binom'}{${part(0)}}{${part(1)}}`
  },
  msqrt: (_, part, count) => `\\sqrt{${all(part, count)}}`,
  mroot: (_, part) => `\\sqrt[${part(1)}]{${part(0)}}`,
  menclose: ({ attribs }, part, count) => `${enclosures[attribs.notation ?? ''] ?? ''}{${all(part, count)}}`,
  mfenced: ({ attribs }, part, count) =>
    `${operator(attribs.open ?? '(')}${all(part, count, (attribs.separators ?? ',')[0] ?? '')}${operator(attribs.close ?? ')')}`,
  mtable: (_, part, count) => `\\begin{matrix} ${all(part, count, ' \\\\ ')} \\end{matrix}`,
  mtr: (_, part, count) => all(part, count, ' & '),
}

const enclosures: Record<string, string> = { top: '\\overline', bottom: '\\underline', box: '\\boxed' }

function all(part: (i: number) => string, count: number, separator = ''): string {
  return Array.from({ length: count }, (_, i) => part(i)).join(separator)
}

const base = (tex: string) => (tex.length <= 1 || /^\\[a-zA-Z]+ ?$/.test(tex) ? tex.trim() : `{${tex}}`)
const script = (tex: string) => (/^[\w∗*′]$/u.test(tex) ? tex : `{${tex.trim()}}`)

/** Maps a character placed over an expression to its command. */
const accents: Record<string, string> = {
  ...{ '^': 'hat', ˆ: 'hat', '¯': 'bar', '‾': 'overline', '→': 'vec', '˙': 'dot', '.': 'dot', '¨': 'ddot' },
  ...{ '\u0302': 'hat', '\u0303': 'tilde', '\u0304': 'bar', '\u0305': 'overline', '\u0307': 'dot', '\u0308': 'ddot' },
  ...{ '\u20d7': 'vec', '~': 'tilde', '˜': 'tilde', '⏞': 'overbrace' },
}

function over(body: string, mark: string): string {
  return `\\${accents[mark.trim()] ?? `overset{${mark.trim()}}`}{${body}}`
}

function under(body: string, mark: string): string {
  if (/^(?:[∑∏∫⋃⋂]|\\(?:lim|max|min|sup|inf|limsup|liminf)\b)/.test(body.trim()))
    return `${body.trim()}_${script(mark)}`
  return mark.trim() === '⏟' ? `\\underbrace{${body}}` : `\\underset{${mark.trim()}}{${body}}`
}

/** Names that LaTeX sets in upright type. */
const functions =
  /^(?:arccos|arcsin|arctan|arg|cos|cosh|cot|coth|csc|deg|det|dim|exp|gcd|hom|inf|ker|lg|lim|liminf|limsup|ln|log|max|min|Pr|sec|sin|sinh|sup|tan|tanh)$/

function identifier(text: string): string {
  if (functions.test(text)) return `\\${text} `
  return /^\p{L}{2,}$/u.test(text) ? `\\mathrm{${text}}` : escaped(text)
}

function escaped(text: string): string {
  return text.replace(/[%#&_$]/g, '\\$&')
}

function operator(text: string): string {
  if (text === '{' || text === '}') return `\\${text}`
  // Invisible operators: function application, times, separator, plus.
  if (/^[\u2061-\u2064]$/.test(text)) return ''
  if (functions.test(text)) return `\\${text} `
  if (/^\p{L}{2,}$/u.test(text)) return `\\operatorname{${text}} `
  if (text === '−') return ' - '
  return /^[-=<>+≤≥≠≈≡∼→∈∉⊂⊆⇒⇔±×⋅·∪∩↦]$/u.test(text) ? ` ${text} ` : escaped(text)
}

function textIn(element: Element): string {
  const text = textOf(element)
  return text === '' ? ' ' : `\\text{${text}}`
}

function textOf(element: Element): string {
  return collapseAndTrim(/^(?:mjx-|g$)/.test(element.name) ? drawnText(element, 0) : childTextContent(element))
}

/** The class of a glyph is its code point, such as `mjx-c1D465`. In SVG, it is in `data-c`. */
function drawnText(element: Element, depth: number): string {
  const glyph = /(?:^|\s)mjx-c([0-9A-F]{2,5})(?:\s|$)/.exec(element.attribs.class ?? '')?.[1]
  const code = Number.parseInt(element.attribs['data-c'] ?? glyph ?? '', 16)
  if (code <= 0x10ffff) return String.fromCodePoint(code).normalize('NFKC')
  const inside = element.children.filter(isElement)
  if (inside.length === 0 || depth > 4) return childTextContent(element)
  const texts = inside.map((child) => drawnText(child, depth + 1))
  // In SVG, a tall or wide sign consists of its ends and an `svg` that is stretched between them.
  return inside.some(({ name }) => name === 'svg') ? (stretched[texts[0] ?? ''] ?? texts[0] ?? '') : texts.join('')
}

const stretched: Record<string, string> = {
  ...{ '⎛': '(', '⎞': ')', '⎡': '[', '⎤': ']', '⎧': '{', '⎫': '}', '∣': '|', '\ue150': '⏞', '\ue152': '⏟' },
}

/** Converts Office equations (OMML) to MathML. @see ECMA-376, part 1, §22.1 */

import { escapeHtml } from '../../converted/write-html.ts'
import { childOf, childrenOf, type XmlElement, xmlText } from '../xml/xml-tree.ts'

const maxChars = 50_000
/** Maximum length of an operator in an attribute. */
const maxOperatorChars = 20

/** Returns the HTML of `m:oMath`; empty if it contains no characters. Only its text if it is too large to be a formula. */
export function equationHtml(math: XmlElement, isDisplay: boolean): string {
  const text = xmlText(math)
  if (text.length > maxChars) return escapeHtml(text)
  const content = row(math)
  return content === '' ? '' : `<math${isDisplay ? ' display="block"' : ''}>${content}</math>`
}

type Write = (element: XmlElement) => string

function row(element: XmlElement | undefined): string {
  return childrenOf(element).map(write).join('')
}

function write(element: XmlElement): string {
  if (/Pr$/.test(element.name) || leftOut.has(element.name)) return ''
  return (writers.get(element.name) ?? unknown)(element)
}

/** The text of an unknown element must not be lost. */
function unknown(element: XmlElement): string {
  return row(element) || mathTokens(xmlText(element))
}

const leftOut = new Set(['w:del', 'w:moveFrom'])

const group = (content: string) => `<mrow>${content}</mrow>`
const part = (element: XmlElement, name: string) => group(row(childOf(element, name)))
const operator = (text: string) => `<mo>${escapeHtml(text.slice(0, maxOperatorChars))}</mo>`

/** Returns a property of an element, such as `m:dPr` / `m:begChr`; null if it isn't specified. */
function stated(element: XmlElement, properties: string, name: string): string | null {
  const found = childOf(element, properties, name)
  return found ? (found.attributes['m:val'] ?? '') : null
}

const table = (rows: readonly string[]) => `<mtable>${rows.map((cells) => `<mtr>${cells}</mtr>`).join('')}</mtable>`
const isOn = (value: string | null) => value !== null && !/^(?:0|off|false)$/.test(value)

const scripts =
  (tag: string, ...names: string[]): Write =>
  (element) =>
    `<${tag}>${names.map((name) => part(element, name)).join('')}</${tag}>`

const writers: ReadonlyMap<string, Write> = new Map<string, Write>(
  Object.entries({
    'm:r': run,
    'm:t': (element) => mathTokens(xmlText(element)),
    'm:f': (element) => {
      const isBinomial = stated(element, 'm:fPr', 'm:type') === 'noBar'
      return `<mfrac${isBinomial ? ' linethickness="0"' : ''}>${part(element, 'm:num')}${part(element, 'm:den')}</mfrac>`
    },
    'm:sSup': scripts('msup', 'm:e', 'm:sup'),
    'm:sSub': scripts('msub', 'm:e', 'm:sub'),
    'm:sSubSup': scripts('msubsup', 'm:e', 'm:sub', 'm:sup'),
    'm:sPre': (element) =>
      `<msubsup><mrow></mrow>${part(element, 'm:sub')}${part(element, 'm:sup')}</msubsup>${part(element, 'm:e')}`,
    'm:rad': (element) => {
      const degree = row(childOf(element, 'm:deg'))
      if (degree === '' || isOn(stated(element, 'm:radPr', 'm:degHide')))
        return `<msqrt>${part(element, 'm:e')}</msqrt>`
      return `<mroot>${part(element, 'm:e')}${group(degree)}</mroot>`
    },
    'm:d': delimited,
    'm:phant': (element) => (isOn(stated(element, 'm:phantPr', 'm:show') ?? '1') ? row(childOf(element, 'm:e')) : ''),
    'm:nary': nary,
    'm:func': (element) => `${functionName(childOf(element, 'm:fName'))}${part(element, 'm:e')}`,
    'm:limLow': scripts('munder', 'm:e', 'm:lim'),
    'm:limUpp': scripts('mover', 'm:e', 'm:lim'),
    'm:acc': (element) => decorated(element, stated(element, 'm:accPr', 'm:chr') ?? '\u0302', 'top'),
    'm:bar': (element) => {
      const position = stated(element, 'm:barPr', 'm:pos')
      return decorated(element, position === 'top' ? '¯' : '_', position)
    },
    'm:groupChr': (element) =>
      decorated(element, stated(element, 'm:groupChrPr', 'm:chr') ?? '⏟', stated(element, 'm:groupChrPr', 'm:pos')),
    'm:m': (element) => table(childrenOf(element, 'm:mr').map((one) => cells(one).join(''))),
    'm:eqArr': (element) => table(cells(element)),
  }),
)

/** A name of several letters must not run together with the argument. */
function functionName(name: XmlElement | undefined): string {
  return row(name).replace(/(?:<mi>\p{L}<\/mi>){2,}/gu, (letters) => `<mi>${letters.replace(/<\/?mi>/g, '')}</mi>`)
}

function decorated(element: XmlElement, char: string, position: string | null): string {
  const tag = position === 'top' ? 'mover' : 'munder'
  return `<${tag}>${part(element, 'm:e')}${operator(char)}</${tag}>`
}

function cells(element: XmlElement): string[] {
  return childrenOf(element, 'm:e').map((cell) => `<mtd>${group(row(cell))}</mtd>`)
}

function delimited(element: XmlElement): string {
  const open = stated(element, 'm:dPr', 'm:begChr') ?? '('
  const close = stated(element, 'm:dPr', 'm:endChr') ?? ')'
  const separator = stated(element, 'm:dPr', 'm:sepChr') ?? '|'
  const inner = childrenOf(element, 'm:e').map((one) => group(row(one)))
  return `${open && operator(open)}${inner.join(operator(separator))}${close && operator(close)}`
}

function nary(element: XmlElement): string {
  const sign = operator(stated(element, 'm:naryPr', 'm:chr') ?? '∫')
  const sub = isOn(stated(element, 'm:naryPr', 'm:subHide')) ? '' : row(childOf(element, 'm:sub'))
  const sup = isOn(stated(element, 'm:naryPr', 'm:supHide')) ? '' : row(childOf(element, 'm:sup'))
  const body = part(element, 'm:e')
  if (sub !== '' && sup !== '') return `<munderover>${sign}${group(sub)}${group(sup)}</munderover>${body}`
  if (sub !== '') return `<msub>${sign}${group(sub)}</msub>${body}`
  return sup !== '' ? `<msup>${sign}${group(sup)}</msup>${body}` : sign + body
}

function run(element: XmlElement): string {
  const text = childrenOf(element, 'm:t').map(xmlText).join('')
  if (isOn(stated(element, 'm:rPr', 'm:nor'))) {
    return text === '' ? '' : `<mtext>${escapeHtml(text)}</mtext>`
  }
  const isPlain = stated(element, 'm:rPr', 'm:sty') === 'p'
  return isPlain && /^\p{L}{2,}$/u.test(text.trim()) ? `<mi>${escapeHtml(text.trim())}</mi>` : mathTokens(text)
}

/** Splits text into single letters and complete numbers. Everything else becomes operators. */
export function mathTokens(text: string): string {
  let html = ''
  for (const [token] of text.matchAll(/\p{N}+(?:[.,]\p{N}+)*|\p{L}\p{M}*|[^\s&]/gu)) {
    const name = /^\p{N}/u.test(token) ? 'mn' : /^\p{L}/u.test(token) ? 'mi' : 'mo'
    html += `<${name}>${escapeHtml(token)}</${name}>`
  }
  return html
}

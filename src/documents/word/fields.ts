/** Tracks the fields of a Word document, whose results are text and whose instructions aren't. @see ECMA-376, part 1, §17.16 */

import { hyperlinkIn } from '../converted/write-html.ts'
import { mathTokens } from '../office/drawings/omml.ts'
import { childOf, childrenOf, type XmlElement } from '../office/xml/xml-tree.ts'
import { isOn, statedValue } from './looks.ts'

interface OpenField {
  instruction: string
  isResult: boolean
  href: string | null
  /** The symbol displayed for a check box, or the chosen entry of a drop-down list; null for other fields. */
  own: string | null
  /** True if its result has text. */
  hasText: boolean
}

/** The text that a field displays instead of a result. */
type FieldContent = { text: string } | { html: string }

const maxInstructionChars = 10_000
const maxOpen = 1000

export class WordFields {
  readonly #open: OpenField[] = []

  /** True if the current text is part of a field's instruction. */
  get isInstruction(): boolean {
    return this.#open.some(({ isResult }) => !isResult)
  }

  get href(): string | null {
    return this.#open.find(({ href }) => href !== null)?.href ?? null
  }

  instruct(text: string): void {
    const field = this.#open.at(-1)
    if (field && field.instruction.length < maxInstructionChars) field.instruction += text
  }

  /** Call when text or another element has been displayed. */
  wrote(): void {
    for (const field of this.#open) field.hasText = true
  }

  /** Handles `w:fldChar`. Returns what the field itself displays; usually null. */
  change(element: XmlElement): FieldContent | null {
    const type = element.attributes['w:fldCharType']
    if (type === 'begin') {
      if (this.#open.length < maxOpen)
        this.#open.push({ instruction: '', isResult: false, href: null, own: ownText(element), hasText: false })
    } else if (type === 'separate') {
      const field = this.#open.at(-1)
      if (field) Object.assign(field, { isResult: true, href: hyperlinkIn(field.instruction) })
    } else if (type === 'end') {
      const field = this.#open.pop()
      if (!field || field.hasText) return null
      const own = field.own ?? /^(?:MACRO|GOTO)BUTTON\s+\S+\s+(.+)/is.exec(field.instruction.trim())?.[1]
      return own === undefined ? equationOf(field.instruction) : { text: own }
    }
    return null
  }

  /** A field that has no result by the end of its paragraph never displays one. */
  endParagraph(): void {
    while (this.#open.at(-1)?.isResult === false) this.#open.pop()
  }
}

function ownText(element: XmlElement): string | null {
  const box = childOf(element, 'w:ffData', 'w:checkBox')
  if (box) return isOn(childOf(box, 'w:checked') ?? childOf(box, 'w:default')) ? '☒' : '☐'
  const list = childOf(element, 'w:ffData', 'w:ddList')
  const chosen = statedValue(childOf(list, 'w:result') ?? childOf(list, 'w:default'))
  return list ? (statedValue(childrenOf(list, 'w:listEntry')[Number(chosen ?? 0)]) ?? '') : null
}

/** Text as a formula (MathML) and as plain text. */
interface Expression {
  math: string
  text: string
}

const maxDepth = 40
const mathGroup = (expression?: Expression) => `<mrow>${expression?.math ?? ''}</mrow>`

/** Returns the MathML of a field with a fraction or a root, or the text of any other; null if it isn't an equation. */
function equationOf(instruction: string): FieldContent | null {
  const source = /^\s*EQ\s([\s\S]*)$/i.exec(instruction)?.[1]
  if (source === undefined) return null
  const pieces = source.match(/\\[a-z]+\d*|\\[^a-z]|[(),;]|[^\\(),;]+/gi) ?? []
  let at = 0
  let isFormula = false
  const { math, text } = expression(0)
  return isFormula ? { html: `<math>${math}</math>` } : { text: text.trim() }

  /** Reads up to the end of an argument, or to the end if `depth` is 0. */
  function expression(depth: number): Expression {
    const parts: Expression[] = []
    for (; at < pieces.length; at++) {
      const piece = pieces[at] ?? ''
      if (depth > 0 && /^[),;]$/.test(piece)) break
      if (/^\\[abdfilorsx]$/i.test(piece) && depth < maxDepth) parts.push(switched(piece, depth))
      else {
        const text = piece.replace(/^\\/, '')
        parts.push({ math: mathTokens(text), text })
      }
    }
    return joined(parts)
  }

  /** Reads a switch such as `\f`, with its options (`\co2`) and arguments. */
  function switched(name: string, depth: number): Expression {
    const args: Expression[] = []
    while (/^\\/.test(pieces[at + 1] ?? '')) at++
    if (pieces[at + 1] !== '(') return joined([])
    for (at++; at < pieces.length && pieces[at] !== ')'; ) {
      at++
      args.push(expression(depth + 1))
    }
    const [first, second] = args.map(mathGroup)
    const text = args.map((arg) => arg.text).join(name === '\\o' ? '' : ', ')
    if (name !== '\\r' && !(name === '\\f' && second)) return { ...joined(args), text }
    isFormula = true
    if (name === '\\f') return { math: `<mfrac>${first}${second}</mfrac>`, text }
    return { math: second ? `<mroot>${second}${first}</mroot>` : `<msqrt>${first ?? mathGroup()}</msqrt>`, text }
  }
}

function joined(parts: readonly Expression[]): Expression {
  return { math: parts.map(({ math }) => math).join(''), text: parts.map(({ text }) => text).join('') }
}

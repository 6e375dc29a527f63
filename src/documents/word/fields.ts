/** Tracks the fields of a Word document, whose results are text and whose instructions aren't. @see ECMA-376, part 1, §17.16 */

import { hyperlinkIn } from '../converted/link-targets.ts'
import { childOf, childrenOf, type XmlElement } from '../office/xml/xml-tree.ts'
import { equationOf } from './equation-field.ts'
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

  /** URL of the surrounding hyperlink. */
  get href(): string | null {
    for (const { href } of this.#open) if (href !== null) return href
    return null
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
      if (field && !field.hasText) return field.own === null ? equationOf(field.instruction) : { text: field.own }
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

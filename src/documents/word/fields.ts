/** Tracks the fields of a Word document, whose results are text and whose instructions aren't. @see ECMA-376, part 1, §17.16 */

import { hyperlinkIn } from '../converted/link-targets.ts'
import { childOf, type XmlElement } from '../office/xml/xml-tree.ts'
import { isOn } from './looks.ts'

interface OpenField {
  instruction: string
  isResult: boolean
  href: string | null
  /** The symbol displayed for a check box; null for other fields. */
  box: string | null
}

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

  /** Handles `w:fldChar`. Returns any text that the field itself displays, usually an empty string. */
  change(element: XmlElement): string {
    const type = element.attributes['w:fldCharType']
    if (type === 'begin') {
      if (this.#open.length < maxOpen)
        this.#open.push({ instruction: '', isResult: false, href: null, box: boxOf(element) })
    } else if (type === 'separate') {
      const field = this.#open.at(-1)
      if (field) Object.assign(field, { isResult: true, href: hyperlinkIn(field.instruction) })
    } else if (type === 'end') return this.#open.pop()?.box ?? ''
    return ''
  }

  /** A field that has no result by the end of its paragraph never displays one. */
  endParagraph(): void {
    while (this.#open.at(-1)?.isResult === false) this.#open.pop()
  }
}

function boxOf(element: XmlElement): string | null {
  const box = childOf(element, 'w:ffData', 'w:checkBox')
  if (!box) return null
  return isOn(childOf(box, 'w:checked') ?? childOf(box, 'w:default')) ? '☒' : '☐'
}

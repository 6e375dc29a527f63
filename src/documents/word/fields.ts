/** Fields of a Word document: what they show is text, what they ask for is not; a hyperlink is a field too. @see ECMA-376, part 1, §17.16 */

import { hyperlinkIn } from '../converted/flow/hyperlink-field.ts'
import { childOf, type XmlElement } from '../office/xml/xml-tree.ts'
import { isOn } from './styles.ts'

interface OpenField {
  instruction: string
  isResult: boolean
  href: string | null
  /** A box to check: what it shows. */
  box: string | null
}

const maxInstructionChars = 10_000
const maxOpen = 1000

export class WordFields {
  readonly #open: OpenField[] = []

  /** Whether text is part of what a field asks for. */
  get isInstruction(): boolean {
    return this.#open.some(({ isResult }) => !isResult)
  }

  /** Address of the hyperlink around. */
  get href(): string | null {
    for (const { href } of this.#open) if (href !== null) return href
    return null
  }

  instruct(text: string): void {
    const field = this.#open.at(-1)
    if (field && field.instruction.length < maxInstructionChars) field.instruction += text
  }

  /** `w:fldChar`: what it shows by itself, mostly nothing. */
  change(element: XmlElement): string {
    const type = element.attributes['w:fldCharType']
    if (type === 'begin') {
      if (this.#open.length < maxOpen)
        this.#open.push({ instruction: '', isResult: false, href: null, box: boxOf(element) })
    } else if (type === 'separate') {
      const field = this.#open.at(-1)
      if (field) enterResult(field)
    } else if (type === 'end') return this.#open.pop()?.box ?? ''
    return ''
  }

  /** What no field has shown by the end of a paragraph it does not show. */
  endParagraph(): void {
    while (this.#open.at(-1)?.isResult === false) this.#open.pop()
  }
}

function enterResult(field: OpenField): void {
  field.isResult = true
  field.href = hyperlinkIn(field.instruction)
}

function boxOf(element: XmlElement): string | null {
  const box = childOf(element, 'w:ffData', 'w:checkBox')
  if (!box) return null
  return isOn(childOf(box, 'w:checked') ?? childOf(box, 'w:default')) ? '☒' : '☐'
}

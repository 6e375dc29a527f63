/** The text of a cell as runs, each with the font it specifies. Phonetic readings of East Asian words are left out. */

import type { XmlAttributes } from '../office/xml/read-xml.ts'
import type { ColourReader, FontLook } from './cell-looks.ts'

export interface TextRun {
  text: string
  font?: FontLook
}

/** Collects the runs of an `x:si` or `x:is` element from XML events. */
export class RichText {
  readonly #colourOf: ColourReader
  #runs: TextRun[] = []
  #isText = false
  #readings = 0

  constructor(colourOf: ColourReader) {
    this.#colourOf = colourOf
  }

  open(name: string, attributes: XmlAttributes): void {
    this.#isText = name === 'x:t' && this.#readings === 0
    const run = this.#runs.at(-1)
    if (name === 'x:rPh') this.#readings++
    else if (name === 'x:r' || (this.#isText && !run)) this.#runs.push({ text: '' })
    else if (run && name === 'x:color') run.font = { ...run.font, colour: this.#colourOf(attributes) }
    else if (run && name === 'x:sz') run.font = { ...run.font, points: Number.parseFloat(attributes.val ?? '') }
  }

  close(name: string): void {
    this.#isText = false
    if (name === 'x:rPh') this.#readings--
  }

  text(data: string): void {
    const run = this.#runs.at(-1)
    if (run && this.#isText) run.text += data
  }

  end(): readonly TextRun[] {
    for (const run of this.#runs) run.text = withoutFormatEscapes(run.text)
    return this.#runs
  }
}

/** Decodes `_x000D_` escapes: characters that XML can't represent or would alter. @see ECMA-376, part 1, §22.9.2.19 */
export function withoutFormatEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code) => {
    const char = String.fromCharCode(Number.parseInt(code, 16))
    return char < ' ' && char !== '\n' && char !== '\t' ? '' : char
  })
}

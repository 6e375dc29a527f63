/** The text of a cell as runs, each with the font that it specifies, and the text of headers and footers. */

import type { DroppedText } from '../converted/hidden-text.ts'
import { childOf, childrenOf, type XmlElement, xmlText } from '../office/xml/xml-tree.ts'
import { type ColourReader, type FontLook, fontLook } from './cell-looks.ts'

export interface TextRun {
  text: string
  font?: FontLook
}

/** `text`: `x:si` or `x:is`. Leaves out phonetic readings of East Asian words. */
export function runsOf(text: XmlElement | undefined, colourOf: ColourReader): TextRun[] {
  return childrenOf(text).flatMap((child): TextRun[] => {
    if (child.name === 'x:t') return [{ text: withoutFormatEscapes(xmlText(child)) }]
    if (child.name !== 'x:r') return []
    const words = withoutFormatEscapes(xmlText(childOf(child, 'x:t')))
    return [{ text: words, font: fontLook(childOf(child, 'x:rPr'), colourOf) }]
  })
}

/** Decodes `_x000D_` escapes, which represent characters that XML can't contain or would alter. @see ECMA-376, part 1, §22.9.2.19 */
export function withoutFormatEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code) => {
    const char = String.fromCharCode(Number.parseInt(code, 16))
    return char < ' ' && char !== '\n' && char !== '\t' ? '' : char
  })
}

const codes = /&(?:"[^"]*"|K(?:[\dA-F]{6}|\d\d[+-]\d{3})|\d+|[\s\S])/gi
const pageNumber = /(?:\p{L}+\.?\s*)?\ue000(?:\s*(?:\p{L}+|[/|-])\s*\ue001)?/gu

/** Adds the lines of a printed header or footer, without page numbers. @see ECMA-376, part 1, §18.3.1.46 */
export function addPrinted(text: string, hidden: DroppedText): void {
  const signs: Readonly<Record<string, string>> = {
    '&&': '&',
    '&L': '\n',
    '&C': '\n',
    '&R': '\n',
    '&P': '\ue000',
    '&N': '\ue001',
  }
  const plain = text.replace(codes, (code) => signs[code.toUpperCase()] ?? '').replace(pageNumber, '')
  for (const line of plain.replaceAll('\ue001', '').split('\n')) hidden.addRunning(line)
}

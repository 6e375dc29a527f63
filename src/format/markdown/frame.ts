/** The markdown collected for an open element whose rule receives its content as one string. */

import type { MarkdownRule } from './syntax/markdown-rule.ts'

/** The content of elements without a replacement flows into the surrounding frame. */
export interface MarkdownFrame {
  rule: MarkdownRule
  parts: string[]
  /** Line breaks before the next run of text: 1 begins a line, 2 a block. */
  breaks: number
  /** `<br>` elements since the last run of text. */
  lineBreaks: number
  /** Breaks and space before the first run of text. They are written before the element's markdown rather than inside it. */
  leading: { breaks: number; lineBreaks: number; space: boolean }
  /** For a list: true if there is text between its items. */
  hasTextBetween: boolean
  /** Closing delimiter at the end of `parts`, so that `<b>a</b><b>b</b>` becomes `**ab**`. */
  lastDelimiter: string
  /** Marker character of the last list, and the number of parts at the time it ended. */
  lastList: { mark: string; parts: number }
  /** The last run of text. Until something follows it, an empty part holds its place, so that adjacent runs are escaped as one. */
  text: string
  textPlace: TextPlace
  /** True if the text certainly contains nothing to escape, except at the start of a line. */
  isPlainText: boolean
  /** True if the first part is text, which at the start of a line might be read as markup. */
  startsWithText: boolean
  /** Kind of the last part, if adjacent content could be read as part of it. */
  end: 'code' | 'delimiter' | 'link' | ''
}

interface TextPlace {
  startsLine: boolean
  /** The character before it; empty after white space. */
  before: string
  insideLink: boolean
  insideStrike: boolean
  insideCell: boolean
  continuesWord: boolean
  /** True if the text directly follows earlier output. */
  touches: boolean
  touchesMarkup: boolean
}

const noPlace: TextPlace = {
  startsLine: false,
  before: '',
  insideLink: false,
  insideStrike: false,
  insideCell: false,
  continuesWord: false,
  touches: false,
  touchesMarkup: false,
}

export function newFrame(rule: MarkdownRule): MarkdownFrame {
  return {
    rule,
    parts: [],
    breaks: 0,
    lineBreaks: 0,
    hasTextBetween: false,
    leading: { breaks: 0, lineBreaks: 0, space: false },
    lastDelimiter: '',
    lastList: { mark: '', parts: 0 },
    text: '',
    textPlace: noPlace,
    isPlainText: false,
    startsWithText: false,
    end: '',
  }
}

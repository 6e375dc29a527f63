/** The markdown collected for an open element whose rule receives its content as one string. */

import type { MarkdownEscapeOptions } from './syntax/escape.ts'
import type { MarkdownRule } from './syntax/markdown-rule.ts'

/** The content of elements without a replacement flows into the surrounding frame. */
export class MarkdownFrame {
  readonly rule: MarkdownRule
  parts: string[] = []
  /** Line breaks before the next run of text: 1 begins a line, 2 a block. */
  breaks = 0
  /** `<br>` elements since the last run of text. */
  lineBreaks = 0
  /** For a list: true if there is text between its items. */
  hasTextBetween = false
  /** Breaks and space before the first run of text. They are written before the element's markdown rather than inside it. */
  leading = { breaks: 0, lineBreaks: 0, space: false }
  /** Closing delimiter at the end of `parts`, so that `<b>a</b><b>b</b>` becomes `**ab**`. */
  lastDelimiter = ''
  /** Marker character of the last list, and the number of parts at the time it ended. */
  lastList = { mark: '', parts: 0 }
  /** The last run of text. Until something follows it, an empty part holds its place, so that adjacent runs are escaped as one. */
  text = ''
  textPlace = noPlace
  /** True if the text certainly contains nothing to escape, except at the start of a line. */
  isPlainText = false
  /** True if the first part is text, which at the start of a line might be read as markup. */
  startsWithText = false
  /** Kind of the last part, if adjacent content could be read as part of it. */
  end: 'code' | 'delimiter' | 'link' | '' = ''

  constructor(rule: MarkdownRule) {
    this.rule = rule
  }
}

interface TextPlace extends MarkdownEscapeOptions {
  /** True if the text directly follows earlier output. */
  touches: boolean
}

const noPlace: TextPlace = { startsLine: false, insideLink: false, touches: false }

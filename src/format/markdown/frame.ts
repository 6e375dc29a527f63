/** The markdown of an open element whose rule receives its content as one string. */

import type { MarkdownRule } from './syntax/markdown-rule.ts'

/** Content of elements without a replacement flows into the frame around them. */
export interface MarkdownFrame {
  rule: MarkdownRule
  parts: string[]
  /** Line breaks before the next text: 1 begins a line, 2 a block. */
  breaks: number
  /** `<br>` elements since the last text. */
  lineBreaks: number
  /** Breaks and space before the first text: they are written outside, before the element's markdown. */
  leading: { breaks: number; lineBreaks: number; space: boolean }
  /** In a list: text stands between its items. */
  hasTextBetween: boolean
  /** Closing delimiter that ends `parts`, so that `<b>a</b><b>b</b>` becomes `**ab**`. */
  lastDelimiter: string
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
  }
}

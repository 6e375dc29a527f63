/** What a converter gathers while an element is open whose rule wants its content whole. */

import type { Rule } from './syntax/rule.ts'

/** Text that a rule will be given whole. Everything else flows straight into the frame around it. */
export interface Frame {
  rule: Rule
  parts: string[]
  /** Line breaks owed before the next text: 1 begins a line, 2 a block. */
  breaks: number
  /** Text stands in a list, between its items. */
  hasStray: boolean
  /** `<br>` elements seen since the last text. */
  lineBreaks: number
  /** What was owed before the first text: the surroundings pay it. */
  owed: { breaks: number; lineBreaks: number; space: boolean }
  /** Closing delimiter that ends `parts`, so that `<b>a</b><b>b</b>` can be joined. */
  lastDelimiter: string
}

export function newFrame(rule: Rule): Frame {
  return {
    rule,
    parts: [],
    breaks: 0,
    lineBreaks: 0,
    hasStray: false,
    owed: { breaks: 0, lineBreaks: 0, space: false },
    lastDelimiter: '',
  }
}

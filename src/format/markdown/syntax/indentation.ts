/** Indentation in quotes and lists. */

import type { RuleContext } from './markdown-rule.ts'

/** Quotes and lists nested more deeply aren't indented further, because indentation would grow with the square of the depth. */
export const maxIndentedLevels = 24

/** Number of open quotes and lists. */
export function indentedLevels({ inside, lists }: RuleContext): number {
  return inside.quote + lists.length
}

/** Indents all lines except the first by `width` spaces; blank lines stay blank. */
export function indentLines(content: string, width: number): string {
  return content.includes('\n') ? content.replace(/\n(?!\n|$)/g, `\n${' '.repeat(width)}`) : content
}

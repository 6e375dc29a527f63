/** The marks of CommonMark that rules write around text. */

export const bulletListMarker = '-'
export const emDelimiter = '*'
export const strongDelimiter = '**'

/** Returns text on one line as inline code, with enough backticks around it. @see CommonMark 6.1 */
export function codeSpan(text: string): string {
  if (text === '') return ''
  const runs = new Set(text.match(/`+/g))
  let mark = '`'
  while (runs.has(mark)) mark += '`'
  const space = /^`|^ .*?[^ ].* $|`$/.test(text) ? ' ' : ''
  return mark + space + text + space + mark
}

export function quoteMarkdown(content: string): string {
  const lines = content.replace(/^\n+|\n+$/g, '').split('\n')
  return `\n\n${lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n')}\n\n`
}

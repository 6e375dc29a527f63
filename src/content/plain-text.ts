/** Removes the markup from a markdown document, for the output `text` (docs/scrape.md, Outputs). */

import { endOfFrontMatter } from './front-matter.ts'
import { withoutMarkup } from './heading-text.ts'
import { closesFence, delimiterRow, fenceMark } from './markdown-blocks.ts'
import { codeMarks, containerMarks, linesFrom } from './markdown-lines.ts'

/** Lines without words: thematic breaks, heading underlines and the targets of reference links. */
export const wordless = /^(?:=+|-+|([*_])(?:[ \t]*\1){2,}|\[[^\]^][^\]]*\]:[ \t].*)$/

/**
 * Returns the words of a markdown document, with one line per heading, paragraph, list item and table row, and tabs between cells. Code
 * stays unchanged. Images and front matter are left out.
 * @example
 * plainText('# A *word*\n\n- [one](/1)\n\n| a | b |\n| - | - |') // 'A word\n\none\n\na\tb'
 */
export function plainText(markdown: string): string {
  const lines: string[] = []
  let fence: string | null = null
  let marksOfFence = 0
  for (const { start, end } of linesFrom(markdown, endOfFrontMatter(markdown))) {
    const line = markdown.slice(start, end)
    if (fence !== null) {
      const code = line.slice(Math.min(lengthOf(codeMarks, line), marksOfFence))
      if (closesFence(code.trim(), fence)) fence = null
      else lines.push(code)
      continue
    }
    marksOfFence = lengthOf(containerMarks, line)
    const text = line.slice(marksOfFence).trim()
    fence = fenceMark.exec(text)?.[0] ?? null
    if (fence !== null || wordless.test(text) || (text.startsWith('|') && delimiterRow.test(text))) continue
    lines.push(text.startsWith('|') ? rowText(text) : withoutMarkup(withoutHashes(text), false).trim())
  }
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd()
}

function lengthOf(marks: RegExp, line: string): number {
  return marks.exec(line)?.[0].length ?? 0
}

function rowText(row: string): string {
  const cells = row.slice(1).split(/(?<!\\)\|/)
  if (cells.at(-1)?.trim() === '') cells.pop()
  return cells.map((cell) => withoutMarkup(cell, false).trim()).join('\t')
}

function withoutHashes(text: string): string {
  return text.startsWith('#') ? text.replace(/^#{1,6}(?:[ \t]+|$)/, '').replace(/[ \t]#+$/, '') : text
}

/** Marks where a page of a paginated document begins. Converted documents have a dedicated element for these marks. */

import type { Element } from 'domhandler'
import type { PageStart } from '../../../content/outline.ts'
import type { MarkdownRule, RuleContext } from '../syntax/markdown-rule.ts'

/**
 * `<page-mark value="3">` → `<!-- page 3 -->`, as a separate block. Writes nothing if the value is invalid. If the element has content,
 * writes the content. The mark `<page-mark start="3">` isn't shown: `takePageStarts` removes it.
 */
export const pageMark: MarkdownRule = { display: 'block', keepsBlank: true, replacement: commentOf }

function commentOf(content: string, { attribs: { value = '', start = '' } }: Element, context: RuleContext): string {
  if (content.trim() !== '') return content
  if (isNumber(value)) return `<!-- page ${value} -->`
  return context.marksPages && isNumber(start) ? silentMark(start) : ''
}

const isNumber = (text: string) => /^\d{1,7}$/.test(text)

/** Returns the number of the page that a mark begins; null if the element isn't a mark. */
export function pageOfMark({ name, attribs: { value = '', start = '' } }: Element): string | null {
  if (name !== 'page-mark') return null
  return [value, start].find(isNumber) ?? null
}

/** A mark that isn't shown. */
export function silentMark(page: string): string {
  return `<!-- gleaner page ${page} -->`
}

const marks = /^<!-- (gleaner )?page (\d{1,7}) -->(?:\n+|$)/gm

/** Returns the markdown without its silent marks, and where each page begins in it. */
export function takePageStarts(marked: string): { markdown: string; starts: PageStart[] } {
  const starts: PageStart[] = []
  let markdown = ''
  let end = 0
  for (const { 0: mark, 1: silent, 2: page, index } of marked.matchAll(marks)) {
    markdown += marked.slice(end, index)
    starts.push({ offset: markdown.length, page: Number(page) })
    end = silent ? index + mark.length : index
  }
  return { markdown: (markdown + marked.slice(end)).replace(/\n+$/, ''), starts }
}

/** Joins the markdown of text and elements, with the appropriate white space and line breaks between them. */

import type { Element } from 'domhandler'
import { withoutInvisible } from '../../html/visibility/invisible-characters.ts'
import { collapseSpaces } from '../../html/white-space.ts'
import { MarkdownFrame } from './frame.ts'
import { MarkdownParts } from './parts.ts'
import { charAfter } from './syntax/delimiters.ts'
import { isPlainText, mayEndInUrl } from './syntax/escape.ts'
import type { MarkdownOutput, MarkdownRule, RuleContext } from './syntax/markdown-rule.ts'

/** Keeps track of white space and breaks, and writes them before the next text, so that text already written is never searched for them. */
export class MarkdownWriter extends MarkdownParts implements MarkdownOutput {
  private endsEastAsian = false
  /** The frame whose content is passed to its rule. */
  private closing: MarkdownFrame | null = null
  /** Parts written before those in the last frame. */
  private partsBefore = 0

  /** Returns everything written, without white space at either end. */
  override toString(): string {
    this.endText(false)
    return this.top.parts.join('').trim()
  }

  get isAtStart(): boolean {
    return this.top.parts.length === 0
  }

  get isDirectlyInItem(): boolean {
    return this.top.rule.isItem === true
  }

  get isDirectlyInList(): boolean {
    return this.top.rule.isList === true
  }

  get listMarkBefore(): string {
    const { lastList, parts } = this.top
    return lastList.parts === parts.length ? lastList.mark : ''
  }

  endList(mark: string): void {
    const { parts } = this.top
    if (parts.length > this.partsBefore) this.top.lastList = { mark, parts: parts.length }
  }

  get isTextFirst(): boolean {
    return this.closing?.startsWithText ?? false
  }

  limitBreaks(max: number): void {
    if (this.top.parts.length > 0) this.top.breaks = Math.min(this.top.breaks, max)
  }

  dropBreaks(): void {
    this.top.breaks = 0
    this.top.lineBreaks = 0
    this.space = false
  }

  breakWord(): void {
    this.space = true
  }

  hardBreak(): void {
    this.top.lineBreaks++
    this.space = false
  }

  /** Adds the breaks that an element's display requires before its content. */
  breakBefore({ display, isItem }: MarkdownRule): void {
    if (display === 'block') this.breakLine(2)
    if (display === 'line') this.breakLine(this.top.hasTextBetween ? 2 : 1)
    if (isItem) this.top.hasTextBetween = false
  }

  /** Adds the breaks that an element's display requires after its content. */
  breakAfter({ display }: MarkdownRule): void {
    if (display === 'block') this.breakLine(2)
    if (display === 'line') this.breakLine(1)
  }

  openFrame(rule: MarkdownRule): void {
    this.frames.push(this.top)
    this.top = new MarkdownFrame(rule)
  }

  closeFrame(element: Element, context: RuleContext): void {
    const frame = this.top
    const { rule } = frame
    const endsWithSpace = this.space
    const isInline = rule.display === undefined || rule.display === 'inline'
    const mayTouch =
      isInline && frame.breaks === 0 && (rule.delimiter || (!frame.isPlainText && mayEndInUrl(frame.text)))
    const after = mayTouch ? charAfter(element) : ''
    const next = endsWithSpace && after !== '\\' ? '' : after.trim()
    this.endText(after.trim() !== '' && rule.scope !== 'link')
    this.top = this.frames.pop() ?? frame
    this.partsBefore = this.top.parts.length
    const content = frame.parts.join('')
    this.budget.giveBack(content.length)
    if (content === '' && !rule.keepsBlank) {
      if (isInline) this.addBreaks(frame)
      return
    }
    if (isInline) this.addBreaks(frame.leading)
    this.space = isInline && frame.leading.space && this.top.breaks === 0
    if (rule.delimiter) this.appendDelimited(content, frame, next, element.next === null)
    else {
      this.closing = frame
      const markdown = rule.replacement?.(content, element, context) ?? content
      if (isInline && markdown === content) this.appendContent(content, frame)
      else this.append(markdown, rule)
    }
    if (!isInline) return
    this.addBreaks(frame)
    if (endsWithSpace && this.top.breaks === 0) this.space = true
  }

  /** Blocks in an inline element also break the line around that element. */
  private addBreaks({ breaks, lineBreaks }: { breaks: number; lineBreaks: number }): void {
    if (breaks > 0) this.breakLine(breaks)
    this.top.lineBreaks += lineBreaks
  }

  /** Handles a run of the source that consists only of white space. */
  whiteSpace(text: string): void {
    if (text === '') return
    this.space = true
    this.isLineEnd ||= this.endsEastAsian && breaksAtStart.test(text)
  }

  /** Writes page text, escaped, with white space collapsed and without invisible characters. */
  text(written: string): void {
    const isPlain = isPlainText(written)
    const visible = isPlain ? written : joinLines(withoutInvisible(written))
    const collapsed = isPlain ? written : collapseSpaces(visible)
    if (collapsed === '') return
    const text = collapsed.trim()
    if (collapsed[0] === ' ') this.whiteSpace(visible)
    if (text === '') return
    if (this.isLineEnd && isEastAsian(text, 0)) this.space = false
    const { rule, parts } = this.top
    // Text between list items doesn't belong to any item.
    if (rule.isList) {
      if (parts.length > 0) this.breakLine(2)
      this.top.hasTextBetween = true
    }
    this.addText(text, isPlain)
    this.endsEastAsian = isEastAsian(text, text.length - 1)
    if (collapsed.length > 1 && collapsed.at(-1) === ' ') {
      this.space = true
      this.isLineEnd = this.endsEastAsian && breaksAtEnd.test(visible.slice(-200))
    }
  }

  /** Appends an element that was converted without visiting its children. */
  appendLeaf(markdown: string, rule: MarkdownRule): void {
    this.append(markdown, rule)
    if (markdown[0] === '`' && markdown.endsWith('`')) this.top.end = 'code'
    this.endsEastAsian = false
  }

  /** Turns line breaks at either end of `markdown` into breaks before it and before the next run of text, at most two each. */
  private append(markdown: string, rule: MarkdownRule): void {
    let start = 0
    let end = markdown.length
    while (start < end && markdown[start] === '\n') start++
    if (start > 0) this.breakLine(Math.min(start, 2))
    if (start === end) return
    while (markdown[end - 1] === '\n') end--
    const body = markdown.slice(start, end)
    // Style sheets separate links that touch in the source.
    const isLink = rule.scope === 'link' || markdown.startsWith('![')
    if (rule.scope === 'link' && this.touches && this.top.end === 'link') this.space = true
    this.push(body)
    if (isLink) this.top.end = 'link'
    if (end < markdown.length) this.breakLine(Math.min(markdown.length - end, 2))
  }
}

const breaksAtStart = /^[^\S\n]*\n/
const breaksAtEnd = /\n\s*$/

// Han, kana, bopomofo, their punctuation and full-width forms. Korean uses spaces.
const letter =
  /[\u2e80-\u303e\u3041-\u312f\u3190-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff01-\uffe6]/
const lineEnd = new RegExp(`(${letter.source})[^\\S\\n]*\\n\\s*(?=${letter.source})`, 'g')

function isEastAsian(text: string, at: number): boolean {
  return text.charCodeAt(at) >= 0x2e80 && letter.test(text.charAt(at))
}

/** Removes line breaks between two such characters, along with the spaces around the breaks. */
function joinLines(text: string): string {
  return text.includes('\n') && letter.test(text) ? text.replace(lineEnd, '$1') : text
}

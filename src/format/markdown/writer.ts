/** Joins the markdown of texts and elements, with the white space and the line breaks that belong between them. */

import type { Element } from 'domhandler'
import type { CharacterBudget } from '../../document/character-budget.ts'
import { isEastAsian } from '../../document/east-asian.ts'
import { collapseSpaces } from '../../document/white-space.ts'
import { type MarkdownFrame, newFrame } from './frame.ts'
import { charAfter, splitForDelimiters } from './syntax/delimiters.ts'
import { escapeMarkdown } from './syntax/escape.ts'
import type { MarkdownOutput, MarkdownRule, RuleContext } from './syntax/markdown-rule.ts'

const rootRule: MarkdownRule = { display: 'block', replacement: (content) => content }

/** White space and breaks are counted and written before the next text, so that no text is searched for them again. */
export class MarkdownWriter implements MarkdownOutput {
  private readonly inside: RuleContext['inside']
  private readonly budget: CharacterBudget
  private top = newFrame(rootRule)
  /** Frames around `top`, outermost first. */
  private readonly frames: MarkdownFrame[] = []
  /** White space was met since the last text. */
  private space = false
  /** That white space is where a line ends in the source, after a character of a script without spaces. */
  private isLineEnd = false
  private endsEastAsian = false

  constructor(inside: RuleContext['inside'], budget: CharacterBudget) {
    this.inside = inside
    this.budget = budget
  }

  /** All that was written, without white space at its ends. */
  toString(): string {
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

  get lastChar(): string {
    if (this.space || this.top.breaks > 0 || this.top.lineBreaks > 0) return ''
    return this.top.parts.at(-1)?.at(-1) ?? ''
  }

  breakLine(count: number): void {
    this.top.breaks = Math.max(this.top.breaks, count)
    this.space = false
  }

  limitBreaks(most: number): void {
    if (this.top.parts.length > 0) this.top.breaks = Math.min(this.top.breaks, most)
  }

  dropBreaks(): void {
    this.top.breaks = 0
    this.top.lineBreaks = 0
    this.space = false
  }

  breakWord(): void {
    this.space = true
  }

  /** A `<br>`. */
  hardBreak(): void {
    this.top.lineBreaks++
    this.space = false
  }

  /** Breaks that an element's display asks for before its content. */
  breakBefore({ display, isItem }: MarkdownRule): void {
    if (display === 'block') this.breakLine(2)
    if (display === 'line') this.breakLine(this.top.hasTextBetween ? 2 : 1)
    if (isItem) this.top.hasTextBetween = false
  }

  /** Breaks that an element's display asks for after its content. */
  breakAfter({ display }: MarkdownRule): void {
    if (display === 'block') this.breakLine(2)
    if (display === 'line') this.breakLine(1)
  }

  /** Begins to collect the content of an element whose rule has a replacement or a delimiter. */
  openFrame(rule: MarkdownRule): void {
    this.frames.push(this.top)
    this.top = newFrame(rule)
  }

  /** Writes the collected content as the innermost frame's rule has it. */
  closeFrame(element: Element, context: RuleContext): void {
    const frame = this.top
    const { rule } = frame
    this.top = this.frames.pop() ?? frame
    const endsWithSpace = this.space
    const content = frame.parts.join('')
    this.budget.giveBack(content.length)
    const isInline = rule.display === undefined || rule.display === 'inline'
    if (content === '' && !rule.keepsBlank) {
      if (isInline) this.addBreaks(frame)
      return
    }
    if (isInline) this.addBreaks(frame.leading)
    this.space = isInline && frame.leading.space && this.top.breaks === 0
    if (rule.delimiter) {
      const next = endsWithSpace || frame.breaks > 0 ? '' : charAfter(element)
      this.appendDelimited(content, rule.delimiter, next, frame.leading.breaks > 0)
    } else this.append(rule.replacement?.(content, element, context) ?? content, rule)
    if (!isInline) return
    this.addBreaks(frame)
    if (endsWithSpace && this.top.breaks === 0) this.space = true
  }

  /** Blocks in an inline element break the line around it too. */
  private addBreaks({ breaks, lineBreaks }: { breaks: number; lineBreaks: number }): void {
    if (breaks > 0) this.breakLine(breaks)
    this.top.lineBreaks += lineBreaks
  }

  /** White space alone, as it stands in the source. */
  whiteSpace(text: string): void {
    if (text === '') return
    this.space = true
    this.isLineEnd ||= this.endsEastAsian && breaksAtStart.test(text)
  }

  /** Writes a text of the page, escaped and with its white space collapsed. `visible`: without invisible characters. */
  text(visible: string): void {
    const collapsed = collapseSpaces(visible)
    if (collapsed === '') return
    const text = collapsed.trim()
    if (collapsed[0] === ' ') {
      this.space = true
      this.isLineEnd ||= this.endsEastAsian && breaksAtStart.test(visible)
    }
    if (text === '') return
    if (this.isLineEnd && isEastAsian(text.charAt(0))) this.space = false
    const { rule, parts } = this.top
    // Text between the items of a list is part of none of them.
    if (rule.isList) {
      if (parts.length > 0) this.breakLine(2)
      this.top.hasTextBetween = true
    }
    const [startsLine, insideLink] = [this.startsLine(text), this.inside.link > 0]
    const continuesWord = text.includes('<') && this.continuesWord
    this.push(escapeMarkdown(text, { startsLine, insideLink, continuesWord }))
    this.endsEastAsian = isEastAsian(text.charAt(text.length - 1))
    if (collapsed.length > 1 && collapsed.at(-1) === ' ') {
      this.space = true
      this.isLineEnd = this.endsEastAsian && breaksAtEnd.test(visible.slice(-200))
    }
  }

  /** True when the next text may follow another without a space between them. */
  private get continuesWord(): boolean {
    if (this.space) return false
    for (let depth = this.frames.length; depth >= 0; depth--) {
      const { parts, breaks, lineBreaks, rule } = this.frames[depth] ?? this.top
      if (breaks > 0 || lineBreaks > 0) return false
      if (parts.length > 0) return true
      if (rule.display !== undefined && rule.display !== 'inline') return false
    }
    return false
  }

  /** True when the next text begins a line of the markdown, or may come to do so. */
  private startsLine(text: string): boolean {
    if (this.inside.heading || this.inside.cell) return false
    const { rule, parts, breaks, lineBreaks } = this.top
    if (breaks > 0 || lineBreaks > 0) return true
    if (parts.length > 0) return false
    return (rule.display !== undefined && rule.display !== 'inline') || (this.inside.link > 0 && text[0] === '#')
  }

  /** Markdown of an element that was converted without a visit of its children. */
  appendLeaf(markdown: string, rule: MarkdownRule): void {
    this.append(markdown, rule)
    this.endsEastAsian = false
  }

  /** Line breaks at the ends of `markdown` become breaks before it and before the next text, at most two, as in turndown's `join`. */
  private append(markdown: string, rule: MarkdownRule): void {
    let start = 0
    let end = markdown.length
    while (start < end && markdown[start] === '\n') start++
    if (start > 0) this.breakLine(Math.min(start, 2))
    if (start === end) return
    while (markdown[end - 1] === '\n') end--
    const body = markdown.slice(start, end)
    // `!` before a link would make it an image.
    if (body[0] === '[' && this.lastChar === '!') this.add(`${this.takeBack().slice(0, -1)}\\!`)
    // Style sheets set links apart that touch in the source.
    if (rule.scope === 'link' && this.lastChar === ')') this.space = true
    this.push(body)
    if (end < markdown.length) this.breakLine(Math.min(markdown.length - end, 2))
  }

  /** `**content**`, where the delimiters can open and close. `next`: the character that will follow. @see CommonMark 6.2 */
  private appendDelimited(content: string, delimiter: string, next: string, hasBlock: boolean): void {
    const { lastChar, top } = this
    if (lastChar !== '' && top.lastDelimiter === delimiter) {
      this.takeBack()
      this.add(content)
      this.add(delimiter)
      return
    }
    // `*a***b**` can be read in two ways: the second emphasis is left out.
    if (lastChar === '*' && delimiter[0] === '*' && top.lastDelimiter !== '') {
      if (content[0] === '*') this.space = true
      this.push(content)
      return
    }
    const { before, core, after } = splitForDelimiters(content, lastChar, next)
    // A price that is no longer valid must not read as one: spaces are added so that the delimiters hold.
    if (core === '' && delimiter === '~~' && !content.includes('\n')) {
      if (lastChar !== '') this.space = true
      this.push(delimiter + content)
      this.add(delimiter)
      if (next !== '') this.space = true
      return
    }
    if (core === '' || isSeveralLines.test(content) || (hasBlock && isBlock.test(content))) {
      this.push(content)
      return
    }
    this.push(before + delimiter)
    this.add(core)
    this.add(delimiter)
    if (after) this.add(after)
    else top.lastDelimiter = delimiter
  }

  private push(markdown: string): void {
    const { top } = this
    if (top.parts.length === 0) {
      top.leading = { breaks: top.breaks, lineBreaks: top.lineBreaks, space: this.space }
    } else if (top.breaks > 0) {
      this.add(top.breaks > 1 ? '\n\n' : '\n')
    } else if (top.lineBreaks > 0) {
      this.add(top.lineBreaks > 1 ? '\n\n' : this.lineBreak)
    } else if (this.space) {
      this.add(' ')
    }
    this.add(markdown)
    top.breaks = 0
    top.lineBreaks = 0
    top.lastDelimiter = ''
    this.space = false
    this.isLineEnd = false
  }

  private add(part: string): void {
    this.budget.take(part.length)
    this.top.parts.push(part)
  }

  private takeBack(): string {
    const part = this.top.parts.pop() ?? ''
    this.budget.giveBack(part.length)
    return part
  }

  private get lineBreak(): string {
    if (this.inside.cell) return '<br>'
    return this.inside.link || this.inside.heading ? ' ' : '\\\n'
  }
}

const breaksAtStart = /^[^\S\n]*\n/
const breaksAtEnd = /\n\s*$/
// A line that no hard break ends.
const isSeveralLines = /(?:^|[^\\])\n/
const isBlock = /^(?:#{1,6} |[-+] |\d{1,9}[.)] |> |`{3}|\| )/

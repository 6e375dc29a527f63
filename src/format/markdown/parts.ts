/** Joins parts of markdown. Chooses white space, escapes and delimiters according to the adjacent content. */

import type { CharacterBudget } from '../../html/character-budget.ts'
import { MarkdownFrame } from './frame.ts'
import { isIntricate, isWord, splitForDelimiters } from './syntax/delimiters.ts'
import { escapeLineStart, escapeMarkdown, escapePlain } from './syntax/escape.ts'
import type { MarkdownRule, RuleContext } from './syntax/markdown-rule.ts'

const rootRule: MarkdownRule = { display: 'block', replacement: (content) => content }

export class MarkdownParts {
  protected readonly inside: RuleContext['inside']
  protected readonly budget: CharacterBudget
  protected top = new MarkdownFrame(rootRule)
  /** Frames around `top`, outermost first. */
  protected readonly frames: MarkdownFrame[] = []
  /** True if there was white space since the last run of text. */
  protected space = false
  /** True if the source breaks the line here, after a character of a writing system that has no spaces between words. */
  protected isLineEnd = false

  constructor(inside: RuleContext['inside'], budget: CharacterBudget) {
    this.inside = inside
    this.budget = budget
  }

  /** `isPlain`: the text passes `isPlainText`. Strings that touch, or are separated only by a space, are a single run of text in markdown. */
  protected addText(text: string, isPlain: boolean): void {
    const { top } = this
    if (top.text !== '' && top.breaks === 0 && top.lineBreaks === 0) {
      top.text += this.space ? ` ${text}` : text
      top.isPlainText = false
    } else {
      this.endText(this.endsInBackslash)
      const { charBefore } = this
      top.textPlace = {
        startsLine: this.startsLine,
        insideLink: this.inside.link > 0,
        before: charBefore,
        insideStrike: this.inside.strike > 0 || charBefore === '~',
        insideCell: this.inside.cell > 0,
        continuesWord: this.continuesWord,
        touches: this.touches,
        touchesMarkup: false,
      }
      if (top.parts.length === 0) top.startsWithText = true
      this.separate()
      top.parts.push('')
      top.text = text
      top.isPlainText = isPlain
      top.end = ''
    }
    this.space = false
    this.isLineEnd = false
  }

  /** Escapes the last run of text. `touchesMarkup`: markup follows without a space. */
  protected endText(touchesMarkup: boolean): void {
    const { text, textPlace, isPlainText, parts } = this.top
    if (text === '') return
    this.top.text = ''
    parts.pop()
    textPlace.touchesMarkup = touchesMarkup
    const escaped = isPlainText ? escapePlain(text, textPlace) : escapeMarkdown(text, textPlace)
    this.add(textPlace.touches ? keptApart(parts, escaped) : escaped)
  }

  /** True if the next run of text may follow another one without a space between them. */
  protected get continuesWord(): boolean {
    if (this.space) return false
    for (let depth = this.frames.length; depth >= 0; depth--) {
      const { parts, breaks, lineBreaks, rule } = this.frames[depth] ?? this.top
      if (breaks > 0 || lineBreaks > 0) return false
      if (parts.length > 0) return true
      if (rule.display !== undefined && rule.display !== 'inline') return false
    }
    return false
  }

  /** True if the next run of text begins a line of the markdown, or might do so once enclosing elements are written. */
  protected get startsLine(): boolean {
    if (this.inside.heading || this.inside.cell) return false
    const { rule, parts, breaks, lineBreaks } = this.top
    if (breaks > 0 || lineBreaks > 0) return true
    if (parts.length > 0) return false
    return rule.display !== undefined && rule.display !== 'inline'
  }

  /** Appends content without adding markup. */
  protected appendContent(content: string, { startsWithText, end }: MarkdownFrame): void {
    const { top } = this
    const isAtLineStart = startsWithText && this.startsLine
    if (top.parts.length === 0) top.startsWithText = startsWithText
    if (
      top.end === 'delimiter' &&
      this.touches &&
      (content[0] === '*' || this.lastChar === '_' || punctuationEnd.test(endOf(top.parts)))
    )
      this.space = true
    this.push(isAtLineStart ? escapeLineStart(content) : content)
    top.end = end
  }

  /**
   * Writes `**content**` if the delimiters can open and close emphasis. `next`: the character that will follow. `isLast`: true if nothing
   * follows in the surrounding element. @see CommonMark 6.2
   */
  protected appendDelimited(content: string, frame: MarkdownFrame, next: string, isLast: boolean): void {
    const { delimiter = '' } = frame.rule
    const { lastChar, charBefore, top } = this
    const isNested = this.inside.strong + this.inside.emphasis > 0
    const place = { before: charBefore, after: next, delimiter, isNestedAfter: isNested && !isLast }
    if (lastChar !== '' && top.lastDelimiter === delimiter) {
      const isHeld = splitForDelimiters(content, { ...place, before: '' }).core === content
      if (isHeld && this.continueDelimited(content, delimiter)) return
    }
    if (charBefore === '~' && delimiter === '~~' && top.text === '') this.space = true
    const isStar = delimiter[0] === '*'
    const isAdjacent = isStar && lastChar === '*' && top.end === 'delimiter'
    // `*a***b**` is ambiguous. Underscores aren't, unless a word touches them. In that case, the second emphasis is left out.
    const hasUnderscores = isAdjacent || (isStar && isIntricate(content))
    const written = hasUnderscores ? delimiter.replaceAll('*', '_') : delimiter
    const split = splitForDelimiters(content, { ...place, isNestedBefore: isNested && top.parts.length > 0 })
    const { before, core, after } = split
    // A crossed-out price must not look current, so spaces are added to make the delimiters work.
    if (core === '' && delimiter === '~~' && !content.includes('\n')) {
      if (charBefore !== '') this.space = true
      this.push(delimiter + content)
      this.add(delimiter)
      top.end = 'delimiter'
      if (next !== '') this.space = true
      return
    }
    const isBlocks = isSeveralLines.test(content) || (frame.leading.breaks > 0 && isBlock.test(content))
    const isCut =
      before !== '' || after !== '' || isWord(next) || isWord(charBefore) || lastChar === '_' || address.test(core)
    if (core === '' || isBlocks || (hasUnderscores && isCut)) {
      this.appendContent(content, frame)
      return
    }
    this.push(before + written)
    this.add(core)
    this.add(written)
    if (after) this.add(after)
    else {
      top.lastDelimiter = written
      top.end = 'delimiter'
    }
  }

  /** Merges adjacent `**a**` and `**b**` into `**ab**`, unless delimiters inside them would then touch. */
  protected continueDelimited(content: string, delimiter: string): boolean {
    const { parts } = this.top
    const before = parts.at(-2) ?? ''
    if (/^[*~_]/.test(content) || /[*~_]$/.test(before)) return false
    this.takeBack()
    if (content[0] === '`' && before.endsWith('`')) this.add(' ')
    this.keepFromImage(content)
    this.add(keptApart(parts, content))
    this.add(delimiter)
    this.top.end = 'delimiter'
    return true
  }

  protected push(markdown: string): void {
    const { top, touches } = this
    this.endText(touches || this.endsInBackslash)
    let joined = markdown
    if (touches) {
      this.keepFromImage(markdown)
      if (markdown[0] === '`' && top.end === 'code') this.space = true
      else joined = keptApart(top.parts, markdown)
    }
    this.separate()
    this.add(joined)
    top.end = ''
  }

  /** `!` before a link would make it an image. */
  private keepFromImage(markdown: string): void {
    if (markdown[0] === '[' && this.top.parts.at(-1)?.endsWith('!')) this.add(`${this.takeBack().slice(0, -1)}\\!`)
  }

  /** Writes the pending breaks and space before the next part. */
  protected separate(): void {
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
    top.breaks = 0
    top.lineBreaks = 0
    top.lastDelimiter = ''
    this.space = false
    this.isLineEnd = false
  }

  /** True if the next part directly follows the last one, without a space. */
  protected get touches(): boolean {
    const { parts, breaks, lineBreaks } = this.top
    return !this.space && breaks === 0 && lineBreaks === 0 && parts.length > 0
  }

  /** True if the line will end with a backslash, which GFM would read as part of a preceding URL. */
  protected get endsInBackslash(): boolean {
    return this.top.breaks === 0 && this.top.lineBreaks === 1 && this.lineBreak.startsWith('\\')
  }

  /** The character before the next part. Looks past opening emphasis delimiters, which may be left out later. */
  get charBefore(): string {
    if (this.space) return ''
    for (let depth = this.frames.length; depth >= 0; depth--) {
      const { parts, text, breaks, lineBreaks, rule } = this.frames[depth] ?? this.top
      if (breaks > 0 || lineBreaks > 0) return ''
      if (parts.length > 0) return (text || parts.at(-1))?.at(-1) ?? ''
      if (rule.delimiter === '~~') return '~'
      if (rule.scope === 'link' || (rule.display !== undefined && rule.display !== 'inline')) return ''
    }
    return ''
  }

  protected add(part: string): void {
    this.budget.take(part.length)
    this.top.parts.push(part)
  }

  protected takeBack(): string {
    const part = this.top.parts.pop() ?? ''
    this.budget.giveBack(part.length)
    return part
  }

  protected get lineBreak(): string {
    if (this.inside.cell) return '<br>'
    return this.inside.link || this.inside.heading ? ' ' : '\\\n'
  }

  private get lastChar(): string {
    if (this.space || this.top.breaks > 0 || this.top.lineBreaks > 0) return ''
    const { text, parts } = this.top
    return (text || parts.at(-1))?.at(-1) ?? ''
  }

  breakLine(count: number): void {
    this.top.breaks = Math.max(this.top.breaks, count)
    this.space = false
  }
}

// Matches URLs and e-mail addresses, because an underscore next to them would become part of them.
const address = /@|:\/\/|www\./i
// A line break that isn't a hard break.
const isSeveralLines = /(?:^|[^\\])\n/
const isBlock = /^(?:#{1,6} |[-+*] |\d{1,9}[.)] |> |`{3}|\| )/

/** Returns a part that can follow others without a space. Escapes it if it would complete a link, list marker or character reference. */
function keptApart(parts: readonly string[], markdown: string): string {
  const first = markdown.charAt(0)
  if (first === '(') return parts.at(-1)?.endsWith(']') ? `\\${markdown}` : markdown
  if (first === '.' || first === ')') return onlyDigits.test(endOf(parts)) ? `\\${markdown}` : markdown
  const end = referenceEnd.exec(markdown)?.[0]
  if (end !== undefined && referenceStart.test(endOf(parts)))
    return `${end.slice(0, -1)}\\${markdown.slice(end.length - 1)}`
  return markdown
}

const onlyDigits = /(?:^|\n)\d{1,9}$/
const referenceEnd = /^#?\w{0,31};/
const referenceStart = /(?<!\\)&#?\w{0,31}$/

/** Matches if delimiters close after punctuation, so that a word directly after them would prevent them from closing. */
const punctuationEnd = /(?:\\[*_~]|[^\p{L}\p{N}\s*_~])(?:[*_]|~~)+$|[*_]~~$/u

/** Returns enough of the last characters to recognize a list marker or a reference. */
function endOf(parts: readonly string[]): string {
  let end = ''
  for (let at = parts.length - 1; at >= 0 && end.length < 40; at--) end = parts[at] + end
  return end.slice(-40)
}

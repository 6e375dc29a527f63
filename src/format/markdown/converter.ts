/** Tree → CommonMark with GFM tables, task lists and strikethrough: one pass, no recursion, turndown's rules. */

import type { AnyNode, Element, ParentNode } from 'domhandler'
import type { Document } from '../../document/document.ts'
import { isEastAsian, joinLines } from '../../document/east-asian.ts'
import { isElement, isText, textOf, walk } from '../../document/traverse.ts'
import { singleSpaces } from '../../document/white-space.ts'
import { isForScreenReaders, isHidden, visibleText } from '../../visibility/hidden.ts'
import { isFolded } from './elements/admonitions.ts'
import { type Frame, newFrame } from './frame.ts'
import { ruleFor } from './rules.ts'
import { surveyOf } from './survey/survey.ts'
import { charAfter, splitForDelimiters } from './syntax/delimiters.ts'
import { escapeMarkdown } from './syntax/escape.ts'
import type { Context, OpenTable, Rule } from './syntax/rule.ts'

export interface MarkdownOptions {
  /** Elements and texts to leave out, with all that is below them. */
  removed?: ReadonlySet<AnyNode>
  /** Convert what is hidden and what stands in `noscript` too: for pages that show nothing until scripts run. */
  keepsHidden?: boolean
  /** What earlier pieces of the same page have told already; grows. */
  told?: Set<Element | string>
}

const rootRule: Rule = { display: 'block', replacement: (content) => content }

/**
 * Drives the rules over the tree. Turndown gives each rule its element's content as one string and trims, joins and
 * searches it at every level; here only rules that change their content get a frame, white space is counted
 * instead of searched for, and a node is visited once: linear in the size of the page, at any depth.
 */
export class Converter implements Context {
  readonly document: Document
  readonly footnotes: Context['footnotes']
  readonly tabs: Context['tabs']
  readonly worded: Context['worded']
  readonly hasPlaces: boolean
  readonly judged: Context['judged'] = new Map()
  readonly inside = { link: 0, heading: 0, cell: 0, strong: 0, emphasis: 0, strike: 0, quote: 0, note: 0 }
  readonly lists: Context['lists'] = []
  readonly tables: OpenTable[] = []
  readonly definitions = new Set<Element>()
  readonly told: Context['told']
  hiddenLength = 0
  /** White space was seen since the last text. */
  private space = false
  /** That white space is where a line ends in the source, after a character of a script without spaces. */
  private isLineEnd = false
  private endsEastAsian = false
  private readonly options: MarkdownOptions
  private top = newFrame(rootRule)
  /** Frames around `top`, outermost first. */
  private readonly frames: Frame[] = []
  private readonly open: { element: Element; rule: Rule; isFrame: boolean }[] = []

  constructor(document: Document, options: MarkdownOptions) {
    this.document = document
    const { footnotes, tabs, worded, hasPlaces } = surveyOf(document)
    this.hasPlaces = hasPlaces
    this.worded = worded
    this.footnotes = footnotes
    this.tabs = tabs
    this.told = options.told ?? new Set()
    this.options = options
  }

  convert(root: ParentNode): string {
    const isEntered = this.enter(root as AnyNode, true)
    if (isEntered) {
      walk(
        root,
        (node) => this.enter(node, false),
        (node) => this.leave(node),
      )
      this.leave(root as AnyNode)
    }
    return this.top.parts.join('').trim()
  }

  get keepsHidden(): boolean {
    return this.options.keepsHidden ?? false
  }

  get startsFrame(): boolean {
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

  tighten(count: number): void {
    if (this.top.parts.length > 0) this.top.breaks = Math.min(this.top.breaks, count)
  }

  closeUp(): void {
    this.top.breaks = 0
    this.top.lineBreaks = 0
    this.space = false
  }

  breakWord(): void {
    this.space = true
  }

  /** True when the node's children are to be visited. */
  private enter(node: AnyNode, isRoot: boolean): boolean {
    if (isText(node)) {
      if (!this.options.removed?.has(node)) this.text(node.data)
      return false
    }
    if (!isElement(node)) return node.type === 'root'
    if (!isRoot && this.isLeftOut(node)) return false
    const rule = ruleFor(node, this, isRoot)
    if (rule.display === 'none') return false
    if (rule.display === 'break') {
      this.top.lineBreaks++
      this.space = false
      return false
    }
    if (rule.leaf) {
      const text = rule.leaf(node, this)
      if (text !== null) {
        this.append(text, rule)
        this.endsEastAsian = false
        rule.close?.(node, this)
        return false
      }
    }
    if (rule.display === 'block') this.breakLine(2)
    if (rule.display === 'line') this.breakLine(this.top.hasStray ? 2 : 1)
    if (rule.isItem) this.top.hasStray = false
    rule.open?.(node, this)
    const isFrame = rule.replacement !== undefined || rule.delimiter !== undefined
    if (isFrame) {
      this.frames.push(this.top)
      this.top = newFrame(rule)
    }
    if (rule.context) this.inside[rule.context]++
    this.open.push({ element: node, rule, isFrame })
    return true
  }

  private leave(node: AnyNode): void {
    const opened = this.open.at(-1)
    if (opened?.element !== node) return
    this.open.pop()
    const { element, rule, isFrame } = opened
    if (rule.context) this.inside[rule.context]--
    if (isFrame) this.closeFrame(element, rule)
    if (rule.display === 'block') this.breakLine(2)
    if (rule.display === 'line') this.breakLine(1)
    rule.close?.(element, this)
  }

  private closeFrame(element: Element, rule: Rule): void {
    const frame = this.top
    this.top = this.frames.pop() ?? frame
    const endsWithSpace = this.space
    const content = frame.parts.join('')
    const flows = rule.display === undefined || rule.display === 'inline'
    if (content === '' && !rule.meansSomethingBlank) {
      if (flows) this.owe(frame)
      return
    }
    if (flows) this.owe(frame.owed)
    this.space = flows && frame.owed.space && this.top.breaks === 0
    if (rule.delimiter) {
      const next = endsWithSpace || frame.breaks > 0 ? '' : charAfter(element)
      this.appendDelimited(content, rule.delimiter, next, frame.owed.breaks > 0)
    } else this.append(rule.replacement?.(content, element, this) ?? content, rule)
    if (!flows) return
    this.owe(frame)
    if (endsWithSpace && this.top.breaks === 0) this.space = true
  }

  /** Takes over what an inline element owes: blocks in it break the line around it too. */
  private owe({ breaks, lineBreaks }: { breaks: number; lineBreaks: number }): void {
    if (breaks > 0) this.breakLine(breaks)
    this.top.lineBreaks += lineBreaks
  }

  private isLeftOut(element: Element): boolean {
    if (this.options.removed?.has(element)) return true
    if (this.keepsHidden) return false
    // A panel that no tab has opened yet is content, so is a folded note; anything else that is hidden is none.
    if (isHidden(element) && !this.tabs.panels.has(element) && !isFolded(element)) {
      this.hiddenLength += textOf(element).length
      return true
    }
    return isForScreenReaders(element) && textOf(element).length < 80
  }

  private text(data: string): void {
    const visible = joinLines(visibleText(data))
    const folded = singleSpaces(visible)
    if (folded === '') return
    const text = folded.trim()
    if (folded[0] === ' ') {
      this.space = true
      this.isLineEnd ||= this.endsEastAsian && breaksAtStart.test(visible)
    }
    if (text === '') return
    if (this.isLineEnd && isEastAsian(text.charAt(0))) this.space = false
    const { rule, parts } = this.top
    // What stands between the items of a list is none of them.
    if (rule.isList) {
      if (parts.length > 0) this.breakLine(2)
      this.top.hasStray = true
    }
    const { breaks, lineBreaks } = this.top
    const isFresh = rule.display !== undefined && rule.display !== 'inline' && parts.length === 0
    const isTitleLike = this.inside.link > 0 && parts.length === 0 && text[0] === '#'
    const startsLine =
      (isFresh || isTitleLike || breaks > 0 || lineBreaks > 0) && !this.inside.heading && !this.inside.cell
    this.push(escapeMarkdown(text, { startsLine, insideLink: this.inside.link > 0 }))
    this.endsEastAsian = isEastAsian(text.charAt(text.length - 1))
    if (folded.length > 1 && folded.at(-1) === ' ') {
      this.space = true
      this.isLineEnd = this.endsEastAsian && breaksAtEnd.test(visible.slice(-200))
    }
  }

  /** Adds a rule's markdown; line breaks at its ends are owed, not written, as turndown's `join` has it. */
  private append(markdown: string, rule: Rule): void {
    let start = 0
    let end = markdown.length
    while (start < end && markdown[start] === '\n') start++
    if (start > 0) this.breakLine(Math.min(start, 2))
    if (start === end) return
    while (markdown[end - 1] === '\n') end--
    const body = markdown.slice(start, end)
    // `!` before a link would make it an image.
    if (body[0] === '[' && this.lastChar === '!') this.top.parts.push(this.top.parts.pop()?.slice(0, -1) ?? '', '\\!')
    // Links that touch are set apart by their style sheet.
    if (rule.context === 'link' && this.lastChar === ')') this.space = true
    this.push(body)
    if (end < markdown.length) this.breakLine(Math.min(markdown.length - end, 2))
  }

  /** `**content**`, with delimiters that hold by CommonMark's flanking rules. */
  private appendDelimited(content: string, delimiter: string, next: string, hasBlock: boolean): void {
    const { lastChar, top } = this
    if (lastChar !== '' && top.lastDelimiter === delimiter) {
      top.parts.pop()
      top.parts.push(content, delimiter)
      return
    }
    // `*a***b**` can be read in two ways: what touches other emphasis stays plain.
    if (lastChar === '*' && delimiter[0] === '*' && top.lastDelimiter !== '') {
      if (content[0] === '*') this.space = true
      this.push(content)
      return
    }
    const { before, core, after } = splitForDelimiters(content, lastChar, next)
    // A price that no longer holds must not read as one: better a space than no line through it.
    if (core === '' && delimiter === '~~' && !content.includes('\n')) {
      if (lastChar !== '') this.space = true
      this.push(delimiter + content)
      top.parts.push(delimiter)
      if (next !== '') this.space = true
      return
    }
    if (core === '' || isSeveralLines.test(content) || (hasBlock && isBlock.test(content))) {
      this.push(content)
      return
    }
    this.push(before + delimiter)
    top.parts.push(core, delimiter)
    if (after) top.parts.push(after)
    else top.lastDelimiter = delimiter
  }

  private push(markdown: string): void {
    const { top } = this
    if (top.parts.length === 0) {
      top.owed = { breaks: top.breaks, lineBreaks: top.lineBreaks, space: this.space }
    } else if (top.breaks > 0) {
      top.parts.push(top.breaks > 1 ? '\n\n' : '\n')
    } else if (top.lineBreaks > 0) {
      top.parts.push(top.lineBreaks > 1 ? '\n\n' : this.lineBreak)
    } else if (this.space) {
      top.parts.push(' ')
    }
    top.parts.push(markdown)
    top.breaks = 0
    top.lineBreaks = 0
    top.lastDelimiter = ''
    this.space = false
    this.isLineEnd = false
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

/** The shape of a markdown rule: how an element is displayed, what it may contain, and how it is written as markdown. */

import type { Element } from 'domhandler'
import type { MarkdownParameters } from '../../../contract/page-parts.ts'
import type { Document } from '../../../html/document.ts'
import type { PageView } from '../../../html/visibility/page-view.ts'
import type { findTextStyles } from '../../../html/visibility/word-gaps.ts'
import type { PageSurvey } from '../survey/page-survey.ts'

type MarkdownScope = 'link' | 'heading' | 'cell' | 'strong' | 'emphasis' | 'strike' | 'quote' | 'item' | 'note'

/** The element's surroundings, as rules see them. */
export interface RuleContext {
  readonly document: Document
  /** The page's `resolveUrl`, which resolves each URL once. */
  resolveUrl(written: string | undefined): string | null
  readonly survey: PageSurvey
  /** URLs of frames whose content isn't in the document. */
  readonly foreignFrames: ReadonlyMap<Element, string>
  readonly textStyles: ReturnType<typeof findTextStyles>
  readonly inside: Record<MarkdownScope, number>
  /** Open lists, outermost first. */
  readonly lists: OpenList[]
  /** Open data tables, outermost first. */
  readonly tables: OpenTable[]
  readonly definitionLists: Set<Element>
  /** `noscript` images that replace others and must not be written twice. */
  readonly written: Set<Element>
  /** The alert kind to write, keyed by the title element of an open admonition, or by the admonition if it has a title. */
  readonly kindsOfTitles: Map<Element, string>
  readonly kindsOfAdmonitions: Map<Element, string>
  /** Values of `class` already checked. Each maps to true if a rule may depend on it. */
  readonly classHints: Map<string, boolean>
  /** The page as its reader sees it. */
  readonly view: PageView
  /** The caller's parameters, such as `include_links`. */
  readonly parameters: MarkdownParameters
  /** Converts `noscript` and SVG text too. */
  readonly keepsFallbacks: boolean
  /** Also writes the marks of pages that aren't shown. */
  readonly marksPages: boolean
  readonly output: MarkdownOutput
}

export interface MarkdownOutput {
  /** True if nothing precedes the element in the innermost element whose rule has a replacement. */
  readonly isAtStart: boolean
  /** True if that innermost element is a list item. */
  readonly isDirectlyInItem: boolean
  /** True if that innermost element is a list. */
  readonly isDirectlyInList: boolean
  /** The character that the next run of text will touch, which may be markup; empty after white space or a line break. */
  readonly charBefore: string
  /** In a replacement: true if the content begins with page text, which is never markup even if it looks like markup. */
  readonly isTextFirst: boolean
  /** Marker character of a list that ended just before this point; empty if something else came last. */
  readonly listMarkBefore: string
  endList(mark: string): void
  /** Breaks lines before the next run of text: 1 begins a line, 2 a block. */
  breakLine(count: number): void
  /** Limits the line breaks before the next run of text, because a list directly follows its item's text. */
  limitBreaks(max: number): void
  /** Drops line breaks and white space before the next run of text. */
  dropBreaks(): void
  /** Adds white space before the next run of text. */
  breakWord(): void
}

interface OpenList {
  /** Number of the next item; null in an unnumbered list. */
  next: number | null
  /** Step from one item's number to the next: -1 in a reversed list. */
  step: number
  /** The marker character of its items: `-` or `*`, or in numbered lists the `.` or `)` after the number. */
  mark: string
  /** Marker of the current item, with the space after it. */
  marker: string
  /** Returns the label of an item that markdown can't number: letters, or nothing for a number; null if it can. */
  labels: ((number: number) => string) | null
  /** The label of the current item as text, in a list with labels; otherwise empty. */
  label: string
}

export interface OpenTable {
  caption: string
  startRow(row: Element): void
  addCell(content: string, cell: Element): void
  toMarkdown(): string
}

export interface MarkdownRule {
  /** Layout among siblings: `line` begins a line, `block` a paragraph, `break` is a `<br>`, `none` is left out. */
  display?: 'inline' | 'line' | 'block' | 'break' | 'none'
  /** True if the rule applies. If false, `otherwise` applies, or the content flows into its surroundings. */
  applies?(element: Element, context: RuleContext): boolean
  otherwise?: MarkdownRule
  /** Converts the element's content to markdown. If missing, the content flows into its surroundings. */
  replacement?(content: string, element: Element, context: RuleContext): string
  delimiter?: string
  /** Converts the element without visiting its children. If it returns null, the children are visited after all. */
  leaf?(element: Element, context: RuleContext): string | null
  open?(element: Element, context: RuleContext): void
  close?(element: Element, context: RuleContext): void
  /** The scope that counts as open in `inside` while the element is open. */
  scope?: MarkdownScope
  /** Calls `replacement` even if the content is blank. */
  keepsBlank?: boolean
  isList?: boolean
  isItem?: boolean
}

/** Returns the rule as an object that has every field. V8 reads a field much faster if all objects at that place have the same fields. */
export function withAllFields(rule: MarkdownRule): MarkdownRule {
  const { display, applies, otherwise, replacement, delimiter, leaf, open, close, scope, keepsBlank, isList, isItem } =
    rule
  return { display, applies, otherwise, replacement, delimiter, leaf, open, close, scope, keepsBlank, isList, isItem }
}

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

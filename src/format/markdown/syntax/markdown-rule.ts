/** The form of a markdown rule: turndown's, extended by how the element is displayed and by what it may contain. */

import type { Element } from 'domhandler'
import type { Document } from '../../../html/document.ts'
import type { PageView } from '../../../html/visibility/page-view.ts'
import type { PageSurvey } from '../survey/page-survey.ts'

/** Elements that change how the markdown inside them is written. */
type MarkdownScope = 'link' | 'heading' | 'cell' | 'strong' | 'emphasis' | 'strike' | 'quote' | 'item' | 'note'

/** What a rule may know of the element's surroundings. */
export interface RuleContext {
  readonly document: Document
  /** `resolveUrl` of the page: each URL is resolved once. */
  resolveUrl(written: string | undefined): string | null
  readonly survey: PageSurvey
  /** URLs of frames whose content is not in the document. */
  readonly foreignFrames: ReadonlyMap<Element, string>
  /** Number of open elements of each scope. */
  readonly inside: Record<MarkdownScope, number>
  /** Open lists, outermost first. */
  readonly lists: OpenList[]
  /** Open tables of data, outermost first. */
  readonly tables: OpenTable[]
  /** Open definition lists. */
  readonly definitionLists: Set<Element>
  /** What must not be written twice: `noscript` images that replace others, lists of links by their markdown. */
  readonly written: Set<Element | string>
  readonly findings: RuleFindings
  /** Values of `class` that were checked already, and whether a rule may depend on them. */
  readonly classHints: Map<string, boolean>
  /** The page as its reader sees it. */
  readonly view: PageView
  /** Whether links keep their addresses, and pictures stay. */
  readonly includes: { readonly links: boolean; readonly images: boolean }
  /** `noscript` and the text of SVG are converted too. */
  readonly keepsFallbacks: boolean
  readonly output: MarkdownOutput
}

/**
 * What rules have found out about elements, each once. Of one conversion: in a WeakMap for all of them they would keep the page's tree through
 * the collections of young objects.
 */
export interface RuleFindings {
  /** Whether a table holds data. */
  readonly dataTables: Map<Element, boolean>
  /** Whether a definition list has short terms, and texts, lists or code as definitions. */
  readonly simpleLists: Map<Element, boolean>
  /** Of titles of open admonitions, and of admonitions with a title: the kind that is written. */
  readonly kindsOfTitles: Map<Element, string>
  readonly kindsOfAdmonitions: Map<Element, string>
}

/** The markdown that is being written around an element. */
export interface MarkdownOutput {
  /** Nothing stands before the element in the innermost element whose rule has a replacement. */
  readonly isAtStart: boolean
  /** That innermost element is an item of a list. */
  readonly isDirectlyInItem: boolean
  /** That innermost element is a list. */
  readonly isDirectlyInList: boolean
  /** Character that the next text will touch; empty after white space or a line break. */
  readonly lastChar: string
  /** In a replacement: the content begins with text of the page, which is no markup whatever it looks like. */
  readonly isTextFirst: boolean
  /** Mark of a list that ended right before; empty when something else was written last. */
  readonly listMarkBefore: string
  /** A list has ended, with this mark. */
  endList(mark: string): void
  /** Breaks lines before the next text: 1 begins a line, 2 a block. */
  breakLine(count: number): void
  /** Reduces the line breaks before the next text: a list follows its item's text closely. */
  limitBreaks(max: number): void
  /** Drops line breaks and white space before the next text. */
  dropBreaks(): void
  /** Sets white space before the next text. */
  breakWord(): void
}

/** A list whose items are being read. */
interface OpenList {
  /** Number of the next item; null in a list without numbers. */
  next: number | null
  /** From one item's number to the next: -1 in a reversed list. */
  step: number
  /** What its markers are made of: `-` or `*`; `.` or `)` after a number. */
  mark: string
  /** Its numbers begin below 0. */
  isBelowZero: boolean
  /** Marker of the item that is being read, with the space after it. */
  marker: string
  /** That item's number where the marker cannot say it. */
  label: string
}

/** A table whose cells are being read. */
export interface OpenTable {
  caption: string
  startRow(row: Element): void
  addCell(content: string, cell: Element): void
  toMarkdown(): string
}

export interface MarkdownRule {
  /** How the element stands among its siblings: `line` begins a line, `block` a paragraph, `break` is a `<br>`, `none` is left out. */
  display?: 'inline' | 'line' | 'block' | 'break' | 'none'
  /** Where the rule applies; elsewhere `otherwise` does, or the content flows into its surroundings. */
  applies?(element: Element, context: RuleContext): boolean
  otherwise?: MarkdownRule
  /** Turndown's: the element's content → markdown. Without it the content flows into its surroundings. */
  replacement?(content: string, element: Element, context: RuleContext): string
  /** The content stands between two of these. */
  delimiter?: string
  /** Converts the element without a visit of its children. Null: they are visited after all. */
  leaf?(element: Element, context: RuleContext): string | null
  open?(element: Element, context: RuleContext): void
  close?(element: Element, context: RuleContext): void
  /** Counted in `inside` while the element is open. */
  scope?: MarkdownScope
  /** The replacement is called for blank content too. */
  keepsBlank?: boolean
  isList?: boolean
  isItem?: boolean
}

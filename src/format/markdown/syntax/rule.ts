/** The form of a markdown rule: turndown's, with a say in how its element stands and what may be in it. */

import type { Element } from 'domhandler'
import type { Document } from '../../../document/document.ts'
import type { Footnotes } from '../survey/footnotes.ts'
import type { Tabs } from '../survey/tab-pairs.ts'

/** What a rule may know of its surroundings. */
export interface Context {
  readonly document: Document
  readonly footnotes: Footnotes
  readonly tabs: Tabs
  /** How many elements of a kind are open. */
  readonly inside: Record<'link' | 'heading' | 'cell' | 'strong' | 'emphasis' | 'strike' | 'quote' | 'note', number>
  /** Lists that are open, outermost first. */
  readonly lists: { next: number | null; step: number; marker: string }[]
  /** Tables of data that are open, outermost first. */
  readonly tables: OpenTable[]
  /** Classes that were looked at, and whether they say anything. */
  readonly judged: Map<string, boolean>
  /** The page has any footnotes or tabs. */
  readonly hasPlaces: boolean
  /** Addresses, as written, that the page links with text. */
  readonly worded: ReadonlySet<string>
  /** Definition lists that are open. */
  readonly definitions: Set<Element>
  /** What must not be told twice: images that stand for others, lists of links by their markdown. */
  readonly told: Set<Element | string>
  /** Hidden text and appeals to switch scripts on are converted too. */
  readonly keepsHidden: boolean
  /** Nothing stands before it in the frame around it. */
  readonly startsFrame: boolean
  readonly isDirectlyInItem: boolean
  readonly isDirectlyInList: boolean
  /** Character that the next text will stand against; empty after white space or a break. */
  readonly lastChar: string
  /** Owes line breaks before the next text: 1 begins a line, 2 a block. */
  breakLine(count: number): void
  /** Owes at most so many: a list follows its item's text closely. */
  tighten(count: number): void
  /** Owes nothing: what comes next stands against what was before. */
  closeUp(): void
  /** Owes white space before the next text. */
  breakWord(): void
}

/** A table while its cells are read. */
export interface OpenTable {
  caption: string
  startRow(row: Element): void
  addCell(content: string, cell: Element): void
  toMarkdown(): string
}

export interface Rule {
  /** How it stands among its siblings. `inline` when missing; `line` begins a line, `block` a paragraph, `none` is left out. */
  display?: 'inline' | 'line' | 'block' | 'break' | 'none'
  /** The rule holds only where this says so; elsewhere `otherwise` does, or the content flows into its surroundings. */
  applies?(element: Element, context: Context): boolean
  otherwise?: Rule
  /** Turndown's: the element's content → markdown. Without it the content flows into its surroundings. */
  replacement?(content: string, element: Element, context: Context): string
  /** The content between two of these. */
  delimiter?: string
  /** Reads the element by itself, its content is not visited. Null: visit it after all. */
  leaf?(element: Element, context: Context): string | null
  open?(element: Element, context: Context): void
  close?(element: Element, context: Context): void
  context?: keyof Context['inside']
  /** Called even when the content is blank. */
  meansSomethingBlank?: boolean
  isList?: boolean
  isItem?: boolean
}

/** Quotes and lists in each other, deeper than this, are written without further indentation: it would grow without bound. */
export const maxIndentedLevels = 24

export function indentedLevels({ inside, lists }: Context): number {
  return inside.quote + lists.length
}

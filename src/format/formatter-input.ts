/** The input of formatters: an opened HTML page, or a selector's matches in it. */

import type { Element, ParentNode } from 'domhandler'
import type { PageStart } from '../content/page-starts.ts'
import type { MarkdownParameters } from '../contract/page-parts.ts'
import type { Warning } from '../contract/warning.ts'
import type { Document } from '../html/document.ts'
import type { PageView } from '../html/visibility/page-view.ts'

export interface FormatterInput {
  document: Document
  /** The document before `exclude_selector` was applied, for reading facts that the page states about itself. */
  whole: Document
  /** The selector's outermost matches, in document order: only these are formatted. Null for the whole page. */
  matches: readonly Element[] | null
  roots: readonly ParentNode[]
  /** Markdown only: limits the output to the main content. */
  mainContent: boolean
  /** Markdown only: parameters for its rules. */
  markdown?: MarkdownParameters | undefined
  view: PageView
  /** The element that the URL's fragment names, if the markdown must show where it begins. */
  fragment?: FragmentPlaces | undefined
  /** Receives where the document's pages begin in each markdown text made from it, if the output must show this. */
  pageStarts?: Map<unknown, readonly PageStart[]> | undefined
  /** True if a language model reads the result. */
  forModel: boolean
  /** The formatter adds to these warnings. */
  warnings: Warning[]
}

interface FragmentPlaces {
  element: Element
  /** The offset of the element in each markdown text made from the page; null if that text lacks the element. */
  offsets: Map<unknown, number | null>
}

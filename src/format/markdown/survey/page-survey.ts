/** What rules must know of the whole page before they convert a part of it. */

import type { Document } from '../../../html/document.ts'
import { findFootnotes, type PageFootnotes } from './footnotes.ts'
import { findAnchors, hrefsOfTexts } from './page-anchors.ts'
import { findTabs, type PageTabs } from './tab-pairs.ts'

/**
 * The survey of a page, for all of its parts: the caller keeps it. In a WeakMap it would keep the page's tree through the collections of
 * young objects, which costs a tenth of the time of the markdown; so would a getter of an object that is no class's.
 */
export class PageSurvey {
  readonly footnotes: PageFootnotes
  readonly tabs: PageTabs
  readonly hasFootnotesOrTabs: boolean
  readonly #document: Document
  #hrefsWithText: ReadonlySet<string> | null = null

  constructor(document: Document) {
    const anchors = findAnchors(document)
    this.#document = document
    this.footnotes = findFootnotes(anchors)
    this.tabs = findTabs(anchors)
    this.hasFootnotesOrTabs = this.footnotes.notes.size + this.footnotes.labels.size + this.tabs.panels.size > 0
  }

  /** Values of `href` of links that have text. Read when they are asked for. */
  get hrefsWithText(): ReadonlySet<string> {
    this.#hrefsWithText ??= hrefsOfTexts(this.#document)
    return this.#hrefsWithText
  }
}

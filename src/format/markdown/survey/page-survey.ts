/** Facts about the whole page that rules need before they convert part of it. */

import type { Document } from '../../../html/document.ts'
import { findFootnotes, type PageFootnotes } from './footnotes.ts'
import { findAnchors, hrefsOfTexts } from './page-anchors.ts'
import { findTabs, type PageTabs } from './tab-pairs.ts'

/**
 * The survey of a page, shared by all of its parts. The caller keeps the survey: a WeakMap would keep the page's tree alive through minor
 * garbage collections and make markdown conversion 10% slower. So would a getter on an object that isn't a class instance.
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

  /** `href` values of links that have text. Read on first use. */
  get hrefsWithText(): ReadonlySet<string> {
    this.#hrefsWithText ??= hrefsOfTexts(this.#document)
    return this.#hrefsWithText
  }
}

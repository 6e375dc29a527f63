/** What rules must know of the whole page before they convert a part of it. */

import type { Document } from '../../../document/document.ts'
import { findFootnotes, type PageFootnotes } from './footnotes.ts'
import { findAnchors, hrefsOfTexts } from './page-anchors.ts'
import { findTabs, type PageTabs } from './tab-pairs.ts'

export interface PageSurvey {
  footnotes: PageFootnotes
  tabs: PageTabs
  /** Values of `href` of links that have text. Read when they are asked for. */
  readonly hrefsWithText: ReadonlySet<string>
  hasFootnotesOrTabs: boolean
}

/**
 * The survey of a page, for all of its parts: the caller keeps it. In a WeakMap it would keep the page's tree through the collections of
 * young objects, which costs a tenth of the time of the markdown.
 */
export function surveyPage(document: Document): PageSurvey {
  const anchors = findAnchors(document)
  const footnotes = findFootnotes(anchors)
  const tabs = findTabs(anchors)
  const hasFootnotesOrTabs = footnotes.notes.size + footnotes.labels.size + tabs.panels.size > 0
  let hrefsWithText: ReadonlySet<string> | null = null
  return {
    footnotes,
    tabs,
    get hrefsWithText() {
      hrefsWithText ??= hrefsOfTexts(document)
      return hrefsWithText
    },
    hasFootnotesOrTabs,
  }
}

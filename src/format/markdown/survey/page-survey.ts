/** What rules must know of the whole page before they convert a part of it, read once per document. */

import type { Document } from '../../../document/document.ts'
import { findFootnotes, type PageFootnotes } from './footnotes.ts'
import { findAnchors } from './page-anchors.ts'
import { findTabs, type PageTabs } from './tab-pairs.ts'

export interface PageSurvey {
  footnotes: PageFootnotes
  tabs: PageTabs
  /** Values of `href` of links that have text. */
  hrefsWithText: ReadonlySet<string>
  hasFootnotesOrTabs: boolean
}

const surveys = new WeakMap<Document, PageSurvey>()

/** The survey of a page, the same for all of its parts. */
export function surveyOf(document: Document): PageSurvey {
  const known = surveys.get(document)
  if (known) return known
  const anchors = findAnchors(document)
  const footnotes = findFootnotes(anchors)
  const tabs = findTabs(anchors)
  const hasFootnotesOrTabs = footnotes.notes.size + footnotes.labels.size + tabs.panels.size > 0
  const survey = { footnotes, tabs, hrefsWithText: anchors.hrefsWithText, hasFootnotesOrTabs }
  surveys.set(document, survey)
  return survey
}

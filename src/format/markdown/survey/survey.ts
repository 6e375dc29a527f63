/** What rules must know of a whole page before they read a piece of it: found once per document. */

import type { Document } from '../../../document/document.ts'
import { type Footnotes, findFootnotes } from './footnotes.ts'
import { findPlaces } from './page-places.ts'
import { findTabs, type Tabs } from './tab-pairs.ts'

export interface Survey {
  footnotes: Footnotes
  tabs: Tabs
  worded: ReadonlySet<string>
  /** The page has any footnotes or tabs. */
  hasPlaces: boolean
}

const surveys = new WeakMap<Document, Survey>()

/** The page's footnotes and tabs, however many pieces of it are converted. */
export function surveyOf(document: Document): Survey {
  const known = surveys.get(document)
  if (known) return known
  const places = findPlaces(document)
  const footnotes = findFootnotes(places)
  const tabs = findTabs(places)
  const hasPlaces = footnotes.notes.size + footnotes.labels.size + tabs.panels.size > 0
  const survey = { footnotes, tabs, worded: places.worded, hasPlaces }
  surveys.set(document, survey)
  return survey
}

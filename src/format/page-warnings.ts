/** Warnings about a page as a whole, regardless of the output: it isn't the requested page, isn't free to read, or is empty. */

import type { Element } from 'domhandler'
import { type Warning, warningOf } from '../contract/warning.ts'
import type { Document } from '../html/document.ts'
import { findSoftFailure, mayHaveFailed } from '../html/failures/soft-failure.ts'
import { readSignals } from '../html/recognize/page-signals.ts'
import { looksLikeShell } from '../html/recognize/shell.ts'
import { childTextContent } from '../html/traverse.ts'
import type { PageView } from '../html/visibility/page-view.ts'
import type { Page } from '../page/page.ts'
import { isPaywalled } from './metadata/json-ld-fields.ts'
import { readOwnMetadata } from './metadata/metadata.ts'

/** True if the beginning of a page with a lot of text is enough to rule out all warnings. */
export function needsNoWarning(beginning: Document, page: Page): boolean {
  return !mayHaveFailed(beginning, page) && !beginning.source.includes(accessFlag)
}

const accessFlag = 'isAccessibleForFree'

/** `view`: the document as markdown shows it. */
export function pageWarnings(document: Document, page: Page, view: PageView): Warning[] {
  const code = page.isGiven ? null : findSoftFailure(document, page, view)
  if (code !== null) return [warningOf(code)]
  return [
    ...(isEmpty(document) ? [warningOf('empty_page')] : []),
    ...(saysPaywalled(document) ? [warningOf('paywalled')] : []),
  ]
}

function isEmpty(document: Document): boolean {
  const signals = document.hasMuchText ? null : readSignals(document, 0)
  return signals !== null && signals.media === 0 && signals.noscript === '' && !looksLikeShell(document)
}

/** Searches the JSON-LD before the source, which is a hundred times as long and also excludes scripts from frames. */
function saysPaywalled(document: Document): boolean {
  const isFlagged = document.elements.named('script').some(statesAccess) && document.source.includes(accessFlag)
  return isFlagged && isPaywalled(readOwnMetadata(document).json_ld)
}

const statesAccess = (script: Element) =>
  /json/i.test(script.attribs.type ?? '') && childTextContent(script).includes(accessFlag)

/** Warnings about a page as a whole, regardless of the output, and the decision whether a browser must load it. */

import type { Element } from 'domhandler'
import { renderEmpty, type Warning, warningOf } from '../contract/warning.ts'
import type { Document } from '../html/document.ts'
import { findSoftFailure, mayHaveFailed } from '../html/failures/soft-failure.ts'
import { readSignals } from '../html/recognize/page-signals.ts'
import { isStillShell, looksLikeShell } from '../html/recognize/shell.ts'
import { hasMatch } from '../html/select/select.ts'
import { childTextContent } from '../html/traverse.ts'
import type { PageView } from '../html/visibility/page-view.ts'
import type { Page } from '../page/page.ts'
import type { RenderQuestion, RenderReason } from './format-request.ts'
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

/**
 * Returns null if the page can be read as fetched. Recognizes shells even without a question and regardless of their status. Other error
 * pages count as read, because a browser wouldn't find the selector there either. Throws value_error if the selector takes too many steps.
 */
export function findRenderReason(document: Document, page: Page, question?: RenderQuestion): RenderReason | null {
  if (page.rendered) return null
  if (looksLikeShell(document)) return 'shell'
  const waitFor = question?.waitFor ?? null
  return waitFor === null || page.status >= 400 || hasMatch(document, waitFor) ? null : 'no_match'
}

/** Returns the warning that a rendered page is still empty. */
export function staysEmpty(document: Document, { rendered, failedScript }: Page): Warning[] {
  return rendered && isStillShell(document, failedScript !== undefined) ? [renderEmpty(failedScript)] : []
}

/** Returns the warning that the page needs a browser but wasn't loaded by one. */
export function needsJavascript(reason: RenderReason | null, page: Page, question?: RenderQuestion): Warning[] {
  if (reason === null) return []
  const message = page.isGiven ? givenShellMessage : question ? messages[reason] : shellMessage
  return [{ code: 'needs_javascript', message }]
}

const shellMessage = 'The page is an empty shell that scripts fill: retry with render_js=true'
const givenShellMessage =
  'The page is an empty shell that scripts fill in: send its HTML as rendered after they have run'

/** Messages for callers who asked for a browser if the page needs one, although this server has no browser. */
const messages: Record<RenderReason, string> = {
  shell: 'The page is an empty shell that scripts fill in, and this server has no browser to run them',
  no_match: 'The page has no match for wait_for until its scripts have run, and this server has no browser to run them',
}

/** Decides from a page that was fetched plainly whether a browser has to load it. */

import type { Warning } from '../contract/warning.ts'
import type { Document } from '../html/document.ts'
import type { Page } from '../html/page.ts'
import { looksLikeShell } from '../html/recognize/shell.ts'
import { hasMatch } from '../html/select/select.ts'
import type { RenderQuestion, RenderReason } from './format-request.ts'

/**
 * Null where the page is read as it is; without a question a shell is recognized all the same. Throws value_error where the selector
 * takes too many steps. An error page lacks what the caller waits for whoever loads it, and a shell is one whatever its status.
 */
export function findRenderReason(document: Document, page: Page, question?: RenderQuestion): RenderReason | null {
  if (page.rendered) return null
  if (looksLikeShell(document)) return 'shell'
  const waitFor = question?.waitFor ?? null
  return waitFor === null || page.status >= 400 || hasMatch(document, waitFor) ? null : 'no_match'
}

/** What the result of a page says that no browser has loaded although it should. */
export function needsJavascript(reason: RenderReason | null, question?: RenderQuestion): Warning[] {
  if (reason === null) return []
  return [{ code: 'needs_javascript', message: question ? messages[reason] : shellMessage }]
}

const shellMessage = 'The page is an empty shell that scripts fill: ask with render_js=true'

/** The caller has asked for the browser where one is needed, and there is none. */
const messages: Record<RenderReason, string> = {
  shell: 'The page is an empty shell that scripts fill, and this server has no browser to run them',
  no_match: 'The page has no match of wait_for before its scripts have run, and this server has no browser to run them',
}

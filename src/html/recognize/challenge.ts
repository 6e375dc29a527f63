/** Recognizes a challenge page or a captcha served instead of the requested page. */

import type { Page } from '../../page/page.ts'
import { type Document, muchText } from '../document.ts'
import { type Evidence, headerRules, pageRules } from './challenge-rules.ts'
import { readSignals } from './page-signals.ts'

/** The name of the bot check indicated by a header, regardless of body or status; null if there isn't one. */
export function findAnnouncedChallenge({ headers }: Pick<Page, 'headers'>): string | null {
  const rule = headerRules.find(({ header, value }) => value.test(headers[header]?.toLowerCase() ?? ''))
  return rule?.name ?? null
}

/**
 * The name of the bot check or captcha that served an HTML page, with any status; null for a real page.
 * A challenge page has characteristic words or names and little else. Sensors, login captchas and articles about bot checks don't match.
 */
export function findChallenge(document: Document, page: Page): string | null {
  const signals = document.hasMuchText ? null : readSignals(document, muchText)
  if (signals === null) return null
  const url = URL.parse(page.finalUrl)
  const evidence: Evidence = {
    ...signals,
    host: url?.hostname ?? '',
    path: url?.pathname ?? '',
    status: page.status,
  }
  const rule = pageRules.find(({ test, maxText }) => signals.text.length <= (maxText ?? muchText) && test(evidence))
  return rule?.name ?? null
}

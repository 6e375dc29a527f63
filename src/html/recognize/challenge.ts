/** Recognizes a challenge page or a captcha served instead of the requested page. */

import { type Document, muchText } from '../document.ts'
import type { Page } from '../page.ts'
import { type Evidence, headerRules, jsonRules, pageRules } from './challenge-rules.ts'
import { readSignals } from './page-signals.ts'

/** URLs with tokens are long. A challenge in JSON contains nothing else. */
const maxJsonChars = 10_000

/** The name of the bot check indicated by a header, regardless of body and status; null if there isn't one. */
export function findAnnouncedChallenge({ headers }: Pick<Page, 'headers'>): string | null {
  const rule = headerRules.find(({ header, value }) => value.test(headers[header]?.toLowerCase() ?? ''))
  return rule?.name ?? null
}

/** The name of the bot check if the text is its JSON response to a script; null for any other text. */
export function challengeInText(text: string): string | null {
  if (text.length > maxJsonChars || !/^\s*\{/.test(text)) return null
  const fields = readObject(text)
  return fields ? (jsonRules.find(({ test }) => test(fields))?.name ?? null) : null
}

/**
 * The name of the bot check or captcha that served an HTML page, at any status; null for a real page.
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

function readObject(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

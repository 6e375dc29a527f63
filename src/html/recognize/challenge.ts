/** Recognizes a bot wall or a captcha that was served instead of the requested page. */

import { type Document, muchText } from '../document.ts'
import type { Page } from '../page.ts'
import { type Evidence, headerRules, jsonRules, pageRules } from './challenge-rules.ts'
import { readSignals } from './page-signals.ts'

/** Addresses with tokens are long; walls have nothing else to say. */
const maxJsonChars = 10_000

/** Name of the wall that announces itself by a header, whatever stands in the body and whatever the status; null for none. */
export function findAnnouncedChallenge({ headers }: Pick<Page, 'headers'>): string | null {
  const rule = headerRules.find(({ header, value }) => value.test(headers[header]?.toLowerCase() ?? ''))
  return rule?.name ?? null
}

/** Name of the wall that a text is when it is JSON, as scripts are sent it; null for every other text. */
export function challengeInText(text: string): string | null {
  if (text.length > maxJsonChars || !/^\s*\{/.test(text)) return null
  const fields = readObject(text)
  return fields ? (jsonRules.find(({ test }) => test(fields))?.name ?? null) : null
}

/**
 * Name of the bot wall or captcha that an HTML page is, whatever its status; null for a page.
 * A wall has its own words or names and little else: a sensor, a login's captcha, an article about walls are none.
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

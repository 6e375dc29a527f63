/** Is this page a bot wall or a captcha instead of what was asked for? */

import type { Page } from '../page.ts'
import { type Evidence, headerRules, pageRules } from './challenge-rules.ts'
import { readSigns } from './page-signs.ts'
import type { Document } from './parse.ts'

/** Longest of the walls seen, with some air: Cloudflare's "Attention Required!" in its wordiest form. */
const longestWall = 3000

/**
 * Name of the bot wall or captcha that stands in place of the page, whatever its status; null for a page.
 * A wall has its own words or names and little else: a sensor, a login's captcha, an article about walls are none.
 */
export function findChallenge(document: Document, page: Page): string | null {
  const announced = headerRules.find(({ header, value }) => value.test(page.headers[header]?.toLowerCase() ?? ''))
  if (announced) return announced.name
  const signs = readSigns(document, longestWall)
  if (signs.text.length > longestWall) return null
  const url = URL.parse(page.finalUrl)
  const evidence: Evidence = {
    ...signs,
    host: url?.hostname ?? '',
    path: url?.pathname ?? '',
    status: page.status,
  }
  const rule = pageRules.find(({ test, maxText }) => signs.text.length <= (maxText ?? longestWall) && test(evidence))
  return rule?.name ?? null
}

/** Reads fields from a page, as requested by `extract_rules`. */

import type { JsonObject } from '../../../src/base/json-value.ts'
import { readRules } from '../../../src/contract/extract-rules.ts'
import type { Content } from '../../../src/contract/list-items.ts'
import { formatPage } from '../../../src/format/formats.ts'
import type { Page } from '../../../src/page/page.ts'
import { htmlPage } from '../page.ts'

/** Returns the content that the rules extract, within the selector's matches if a selector is given. */
export async function extract(html: string, rules: JsonObject, cssSelector: string | null = null): Promise<Content> {
  return extractFrom(htmlPage(html), rules, cssSelector)
}

export async function extractFrom(page: Page, rules: JsonObject, cssSelector: string | null = null): Promise<Content> {
  const request = { output: 'markdown', cssSelector, mainContent: true, fields: readRules(rules) } as const
  return (await formatPage(page, request)).content
}

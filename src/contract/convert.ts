/** The operation `convert`, which reads a document in the request body the way `scrape` reads a page (docs/documents.md). */

import { z } from 'zod'
import { defineOperation } from './operation.ts'
import { integer } from './parameters.ts'
import { pageCredits } from './prices.ts'
import { requestedUrl } from './requested-url.ts'
import { scrapeInput, scrapeResult, urlMaxLength } from './scrape.ts'
import { scrapeRules } from './scrape-rules.ts'
import { takesScreenshot } from './screenshot.ts'

// A document isn't fetched, and no model reads it.
const convertInput = scrapeInput(['none'])
  .omit({ render_js: true, render_if_needed: true, wait_for: true, max_age_s: true })
  .omit({ locale: true, headers: true, cookies: true, offset: true })
  .omit({ full_page: true, viewport: true })
  .omit({ prompt: true, model: true, json_schema: true, extract_rules: true })
  .extend({
    url: requestedUrl(urlMaxLength, 'URL that the document came from, used to make its links absolute.').optional(),
    max_chars: integer(1, 1_000_000)
      .optional()
      .describe('Maximum number of characters of content to return. The rest is left out.'),
  })

export type ConvertInput = z.infer<typeof convertInput>

function checkOutput(input: Partial<ConvertInput>): string | null {
  return takesScreenshot(input) ? 'Value error, a document has no screenshot' : null
}

export const convert = defineOperation({
  name: 'convert',
  title: 'Convert an uploaded document',
  description:
    'Send a document as the request body: HTML, PDF, Office, OpenDocument, EPUB, RTF, CSV, e-mail, a ZIP file or text. The service reads it just as scrape reads a page, without making any requests. Costs 1 credit. If the document cannot be read, the response has status 422 and the error type that scrape returns with 502.',
  input: convertInput,
  // Rules about parameters that a document doesn't have never apply.
  rules: scrapeRules.map((rule) => (rule.param === 'output' ? { param: 'output', check: checkOutput } : rule)),
  result: scrapeResult.extend({
    url: z.string().nullable().describe('The `url` that you passed.'),
    final_url: z.string().nullable().describe('The same as `url`.'),
    status_code: z.literal(200).describe('Always 200.'),
    content_type: z.string().describe('Media type that was used to read the document.'),
    next_offset: z.null().describe('Always null: a document is returned in one piece.'),
  }),
  price: { credits: () => pageCredits(false), text: '1 credit' },
})

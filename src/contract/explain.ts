/** The operation `explain`: what `scrape` keeps of a page as its main content, what it drops, and why. */

import { z } from 'zod'
import { defineOperation } from './operation.ts'
import { pageCredits } from './prices.ts'
import { resultTail } from './result.ts'
import { scrapeTimeoutMs, scrapeUrl, usesBrowser } from './scrape.ts'
import { warning } from './warning.ts'

const explainInput = z.strictObject({ url: scrapeUrl, render_js: usesBrowser, timeout_ms: scrapeTimeoutMs })

const share = z.number().min(0).max(1)

const part = z.strictObject({
  order: z
    .int()
    .min(0)
    .max(1_000_000_000)
    .describe('Place among all parts, kept and dropped, in document order, from 0.'),
  where: z.string().describe('Tags and names from the body down.'),
  reason: z.string().describe('Why the part is kept or dropped.'),
  chance: share.describe('Mean chance of its text to be content, by words.'),
  chars: z.int().min(0).describe('Length of its text, in characters.'),
  text: z.string().describe('How its text begins.'),
})

const explainResult = z.strictObject({
  url: z.string().describe('URL that was asked for.'),
  final_url: z.string().describe('URL of the page after all redirects.'),
  status_code: z.int().min(100).max(999).describe("HTTP status of the target's response."),
  title: z.string().nullable().describe('Title of the page.'),
  kind: z.string().nullable().describe('Kind of the page. Null for a page without a body.'),
  kinds: z.record(z.string(), share).describe('Chance of each kind of page; they add up to 1.'),
  confidence: share.describe('The F1 that the choice is expected to reach.'),
  level: z
    .enum(['strict', 'loose', 'tags', 'nothing'])
    .describe('What is dropped: all that reads unlike content, less, what tags set apart, or nothing.'),
  kept: z.array(part).describe('Parts that are kept, in document order.'),
  dropped: z.array(part).describe('Parts that are dropped, in document order.'),
  warnings: z.array(warning).describe('What to know about this page.'),
  ...resultTail,
})

export type ExplainResult = z.infer<typeof explainResult>

export const explain = defineOperation({
  name: 'explain',
  title: 'What scrape keeps of a page as its main content, what it drops, and why',
  description:
    'Load a page as scrape does and report its kind, what scrape keeps of it as main content, what it drops, and the reason for each part. Costs what scrape costs: 1 credit, 4 more with render_js.',
  input: explainInput,
  rules: [],
  result: explainResult,
  price: {
    credits: ({ render_js }) => pageCredits(render_js),
    text: '1 credit, +4 with render_js',
  },
})

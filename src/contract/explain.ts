/** The operation `explain`, which reports what `scrape` keeps as a page's main content, what it drops, and why. */

import { z } from 'zod'
import { defineOperation, resultTail } from './operation.ts'
import { integer, nullableText } from './parameters.ts'
import { pageCredits } from './prices.ts'
import { scrapeTimeoutMs, scrapeUrl, usesBrowser } from './scrape.ts'
import { warning } from './warning.ts'

const explainInput = z.strictObject({ url: scrapeUrl, render_js: usesBrowser, timeout_ms: scrapeTimeoutMs })

const share = z.number().min(0).max(1)

const part = z.strictObject({
  order: integer(0, 1_000_000_000).describe('Position in document order among all kept and dropped parts, from 0.'),
  where: z.string().describe('Path to the part from the body, as tags, IDs and classes.'),
  reason: z.string().describe('Reason for keeping or dropping the part.'),
  chance: share.describe('Probability that its text is content, averaged over its words.'),
  chars: z.int().min(0).describe('Length of its text, in characters.'),
  text: z.string().describe('Start of its text.'),
})

const explainResult = z.strictObject({
  url: z.string().describe('The requested URL.'),
  final_url: z.string().describe('URL of the page after all redirects.'),
  status_code: z.int().min(100).max(999).describe("HTTP status of the target's response."),
  title: nullableText.describe('Title of the page.'),
  kind: nullableText.describe('Kind of page. Null if the page has no body.'),
  kinds: z.record(z.string(), share).describe('Probability of each kind of page. The values add up to 1.'),
  confidence: share.describe('Expected F1 score of the chosen content, from 0 to 1.'),
  level: z
    .enum(['strict', 'loose', 'tags', 'nothing'])
    .describe(
      'How much is dropped: everything that does not read like content (strict), only parts that are clearly not content (loose), only parts whose tags mark them as something other than content (tags), or nothing.',
    ),
  kept: z.array(part).describe('Kept parts, in document order.'),
  dropped: z.array(part).describe('Dropped parts, in document order.'),
  warnings: z.array(warning).describe('Caveats about this page.'),
  ...resultTail,
})

export type ExplainResult = z.infer<typeof explainResult>

export const explain = defineOperation({
  name: 'explain',
  title: "Show what scrape keeps as a page's main content, what it drops, and why",
  description:
    'Load a page as scrape does, and report what kind of page it is, which parts scrape keeps as main content, which parts it drops, and why. Costs the same as scrape: 1 credit, or 5 with render_js.',
  input: explainInput,
  rules: [],
  result: explainResult,
  price: { credits: ({ render_js }) => pageCredits(render_js), text: '1 credit, or 5 with render_js' },
})

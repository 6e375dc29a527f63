/** The operation `scrape`: its input, its result and its price (docs/scrape.md, docs/keys-and-credits.md). */

import { z } from 'zod'
import { dataSchema } from './data-schema.ts'
import { checkExtraOutputs, extraOf, extraOutputs } from './extra-outputs.ts'
import { extractRules } from './extract-rules.ts'
import { ownCookies, ownHeaders } from './headers-and-cookies.ts'
import { type Link, type ListedImage, link, listedImage } from './list-items.ts'
import { type Metadata, metadata } from './metadata.ts'
import { defineOperation } from './operation.ts'
import { excludeSelector, frontMatter, includeImages, includeLinks } from './page-parts.ts'
import { boundedText, integer, languageTag, timeoutMs } from './parameters.ts'
import { pageCredits, promptCredits } from './prices.ts'
import { requestedUrl } from './requested-url.ts'
import { resultTail } from './result.ts'
import { defaultMcpChars, pageMaxAgeMs } from './service-limits.ts'
import { besideTakenContent } from './taken-content.ts'
import { warning } from './warning.ts'

export type { Link } from './list-items.ts'
export type { Metadata } from './metadata.ts'

/** What `content` is, by output, for the documents. */
export const contentByOutput = {
  markdown: 'text: CommonMark with GFM tables, strikethrough and task lists; absolute links',
  raw_html: 'text: the document as received, decoded to Unicode, or as rendered with `render_js`',
  clean_html:
    'text: the document without scripts, styles, event handlers, comments and tracking pixels; absolute links; parsed again, with or without scripting, it runs nothing',
  html_head_metadata_json:
    'object: title, description, canonical URL, language, author, dates, site name, favicon, Open Graph, Twitter cards, JSON-LD and alternates, with the source of each',
  links: "list of `{url, text, internal}`: every link once, absolute, in the page's order",
  all_links: 'the same as `links`',
  internal_links: 'the http and https links of that list within the registrable domain of the final URL',
  external_links: 'the http and https links of that list beyond it',
  emails: 'list of text: addresses from `mailto:`, text, `data-cfemail` and forms such as "name [at] host [dot] org"',
  email_addresses: 'the same as `emails`',
  images:
    "list of `{url, alt, width, height}`: Open Graph's and those of the page, lazy ones too, absolute, each URL once, without tracking pixels",
} as const

export type Output = keyof typeof contentByOutput

export const outputs = Object.keys(contentByOutput) as [Output, ...Output[]]

export const urlMaxLength = 2083

export const scrapeUrl = requestedUrl(
  urlMaxLength,
  'Page to scrape: an absolute http or https URL, without user name or password.',
)

export const usesBrowser = z
  .boolean()
  .default(false)
  .describe(
    'Load the page in a browser and run its scripts: for pages that are empty without JavaScript. Slower; 4 credits more.',
  )

/** Whether a language model reads the page. */
export function asksModel({ prompt, json_schema }: Partial<Pick<ScrapeInput, 'prompt' | 'json_schema'>>): boolean {
  return prompt !== undefined || json_schema !== undefined
}

export const scrapeTimeoutMs = timeoutMs(1000, 120_000, 30_000)

/**
 * Input of `scrape`: what is asked for most stands first, in tools, documents and help alike. `models` are the allowed model ids
 * (GLEANER_MODELS).
 */
export function scrapeInput(models: readonly [string, ...string[]]) {
  return z.strictObject({
    url: scrapeUrl,
    output: z
      .enum(outputs)
      .default('markdown')
      .describe(
        'What to return: markdown (clean text for a model), raw_html (as received), clean_html (no scripts, styles or trackers), html_head_metadata_json (title, description, Open Graph, JSON-LD), links = all_links, internal_links, external_links, emails = email_addresses, images.',
      ),
    css_selector: boundedText(1, 1000)
      .optional()
      .meta({
        description: 'Keep only the parts of the page that match this CSS selector. No match is an error.',
        examples: ['article'],
      }),
    render_js: usesBrowser,
    prompt: boundedText(1, 10_000)
      .optional()
      .meta({
        description:
          'Question or instruction that a language model answers from this page alone; content is then its answer. 5 credits more.',
        examples: ['What does the basic plan cost?'],
      }),
    max_chars: integer(1, 1_000_000)
      .optional()
      .describe('Largest piece of content to return, in characters; the rest follows with offset.'),
    offset: integer(0, 1_000_000_000)
      .default(0)
      .describe(
        'Where in content to start, in characters. Reading on from next_offset within 15 minutes, all else equal, is not fetched again and costs nothing.',
      ),
    highlights: boundedText(1, 1000)
      .optional()
      .meta({
        description:
          'Return only the passages of the markdown that have to do with this text, with their offsets, found without a model: 4,000 characters unless max_chars says else.',
        examples: ['opening hours on Sundays'],
      }),
    render_if_needed: z
      .boolean()
      .default(false)
      .describe(
        'Fetch plainly, and load in a browser only when the page is empty without its scripts, or has no match of wait_for: 1 credit, or 5 when it was rendered. Use it when you do not know whether the page needs JavaScript.',
      ),
    main_content: z
      .boolean()
      .default(true)
      .describe(
        'Markdown only: keep the main content, drop navigation, advertisements and footers; false converts the whole body. Not used with css_selector.',
      ),
    exclude_selector: excludeSelector,
    include_links: includeLinks,
    include_images: includeImages,
    front_matter: frontMatter,
    extra_outputs: extraOutputs(outputs),
    json_schema: dataSchema,
    extract_rules: extractRules,
    max_age_s: integer(0, pageMaxAgeMs / 1000)
      .optional()
      .describe('Use a page that this key fetched at most so many seconds ago, for nothing; 0 fetches.'),
    wait_for: boundedText(1, 1000)
      .optional()
      .meta({
        description:
          'CSS selector that must match before a rendered page is complete; needs render_js or render_if_needed.',
        examples: ['.results li'],
      }),
    locale: languageTag()
      .optional()
      .meta({ description: 'Language to ask for, as a BCP 47 tag.', examples: ['de-CH', 'en-US'] }),
    headers: ownHeaders,
    cookies: ownCookies,
    model: z
      .enum(models)
      .optional()
      .describe('Language model for prompt or json_schema; needs one of them. Default: chosen by the server.'),
    timeout_ms: scrapeTimeoutMs,
  })
}

export type ScrapeInput = z.infer<ReturnType<typeof scrapeInput>>

/** Values of `extract_rules` and of `json_schema`. */
const fieldValues = z.record(z.string(), z.unknown())

export type Content = string | Partial<Metadata> | Link[] | ListedImage[] | string[] | z.infer<typeof fieldValues>

// A window on metadata holds some of its keys: every one is optional here.
const content = z.union([
  z.string(),
  z.array(link),
  z.array(listedImage),
  z.array(z.string()),
  metadata.partial(),
  fieldValues,
])

/** The contents of further outputs by their names; null for one that the page does not have. */
export type ExtraContents = Partial<Record<Output, Content | null>>

export const scrapeResult = z.strictObject({
  url: z.string().describe('URL that was asked for.'),
  final_url: z.string().describe('URL of the page after all redirects.'),
  status_code: z.int().min(100).max(999).describe("HTTP status of the target's response."),
  content_type: z.string().nullable().describe("The target's `Content-Type`."),
  title: z.string().nullable().describe('Title of the page, at most 1,000 characters.'),
  output: z.enum(outputs).describe('The output that was asked for.'),
  content: content.describe(
    "The page in this output, or one piece of it; with prompt the language model's answer, with json_schema an object of that form, with extract_rules the fields.",
  ),
  rendered: z.boolean().describe('Whether the page was loaded in a browser.'),
  complete: z.boolean().describe('False when rendering was cut by the time limit.'),
  total_chars: z.int().min(0).max(1_000_000_000).describe('Length of the whole content, in characters.'),
  offset: z.int().min(0).max(1_000_000_000).describe('Where this piece starts in the whole content.'),
  next_offset: z.int().min(1).max(1_000_000_000).nullable().describe('Offset to ask for next. Null on the last piece.'),
  content_tokens: z.int().min(0).max(1_000_000_000).describe('Tokens of this piece for a language model, by estimate.'),
  outline: z
    .array(
      z.strictObject({
        level: z.int().min(1).max(6).describe('Level of the heading.'),
        text: z.string().describe('What it says, without markup.'),
        offset: z.int().min(0).max(1_000_000_000).describe('Where it starts in the whole content.'),
      }),
    )
    .max(100)
    .nullable()
    .describe('Headings of the whole content, with the first piece of markdown that goes on; else null.'),
  highlights: z
    .array(
      z.strictObject({
        offset: z.int().min(0).max(1_000_000_000).describe('Where the passage starts in the whole markdown.'),
        chars: z.int().min(1).max(1_000_000_000).describe('Its length there, in characters.'),
        heading: z.string().nullable().describe('Heading that it stands under.'),
        score: z.number().min(0).describe('How much it has to do with the text, beside the other passages.'),
      }),
    )
    .nullable()
    .describe('The passages that content consists of, where highlights asked for them; else null.'),
  extra: extraOf(outputs, content),
  from_cache: z.boolean().describe('Whether max_age_s gave a page that another request has fetched.'),
  model: z
    .string()
    .nullable()
    .describe('The language model that answered prompt or filled json_schema. Null when none was asked.'),
  usage: z
    .strictObject({
      input_tokens: z.int().min(0).max(1_000_000_000).describe('Tokens that the language model read.'),
      output_tokens: z.int().min(0).max(1_000_000_000).describe('Tokens that it wrote.'),
    })
    .nullable()
    .describe('What the answer cost in tokens. Null without a model, and where the model does not say.'),
  warnings: z.array(warning).describe('What to know about this result.'),
  ...resultTail,
})

export type ScrapeResult = z.infer<typeof scrapeResult>

function checkHighlights(values: Readonly<Partial<ScrapeInput>>): string | null {
  if (values.highlights === undefined) return null
  if (values.output !== undefined && values.output !== 'markdown')
    return 'Value error, highlights needs output=markdown'
  if (values.offset !== undefined && values.offset > 0)
    return 'Value error, highlights is one piece: offset has to be 0'
  return besideTakenContent('highlights', values)
}

/** `models` are the ids that callers may name (GLEANER_MODELS). */
export function scrapeOperation(models: readonly [string, ...string[]]) {
  return defineOperation({
    name: 'scrape',
    title: 'Scrape a web page',
    description:
      'Fetch one web page and return it as clean markdown, HTML, metadata, links, images or e-mail addresses, take fields by CSS selector with extract_rules, or ask a language model about it with prompt, or for data of a form with json_schema. Use it whenever you have an address and need what is on the page; for the paid results of a Google search use google_ads. It reads one page, does not crawl or log in, fills no forms and solves no captchas; private and internal addresses are refused. Costs 1 credit, 4 more when it was rendered (with render_js, or with render_if_needed where the page needed it), 5 more with prompt or json_schema; failures are free until the model was asked. Long pages come in pieces: call again with offset = next_offset. Example: {"url": "https://example.com/", "output": "markdown"}.',
    input: scrapeInput(models),
    rules: [
      { param: 'extra_outputs', check: checkExtraOutputs },
      {
        param: 'wait_for',
        check: ({ wait_for, render_js, render_if_needed }) =>
          wait_for !== undefined && !render_js && !render_if_needed
            ? 'Value error, wait_for needs render_js or render_if_needed'
            : null,
      },
      { param: 'highlights', check: checkHighlights },
      {
        param: 'extract_rules',
        check: ({ extract_rules, output, prompt, json_schema }) => {
          if (extract_rules === undefined) return null
          if (output !== undefined && output !== 'markdown') return 'Value error, extract_rules takes no output'
          if (json_schema !== undefined) return 'Value error, extract_rules takes no json_schema'
          return prompt === undefined ? null : 'Value error, extract_rules takes no prompt'
        },
      },
      {
        param: 'model',
        check: ({ model, ...asked }) =>
          model !== undefined && !asksModel(asked) ? 'Value error, model needs prompt or json_schema' : null,
      },
    ],
    result: scrapeResult,
    mcpDefaults: { max_chars: defaultMcpChars },
    withoutMcpDefaults: ['highlights'],
    price: {
      credits: ({ render_js, render_if_needed, ...asked }) =>
        pageCredits(render_js || render_if_needed) + (asksModel(asked) ? promptCredits : 0),
      text: '1 credit, +4 with render_js or when render_if_needed rendered, +5 with prompt or json_schema (once)',
    },
  })
}

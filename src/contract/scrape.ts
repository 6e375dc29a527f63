/** The operation `scrape`: its input, its result and its price (docs/scrape.md, docs/keys-and-credits.md). */

import { z } from 'zod'
import { dataSchema, extractRules } from './extract-rules.ts'
import { ownCookies, ownHeaders } from './headers-and-cookies.ts'
import { type Content, link, listedImage, markdownPlaces } from './list-items.ts'
import { metadata } from './metadata.ts'
import { defineOperation, resultTail } from './operation.ts'
import {
  contentHash,
  documentPages,
  entry,
  excludeSelector,
  frontMatter,
  ifHash,
  markdownParameters,
  quotes,
  unchanged,
} from './page-parts.ts'
import { boundedText, integer, languageTag, nullableText, timeoutMs, toggle } from './parameters.ts'
import { pageCredits, promptCredits } from './prices.ts'
import { isFile, requestedUrl } from './requested-url.ts'
import { scrapeRules } from './scrape-rules.ts'
import { pageImage, screenshotParameters, takesScreenshot } from './screenshot.ts'
import { defaultMcpChars, pageMaxAgeMs } from './service-limits.ts'
import { warning } from './warning.ts'

export type { Link } from './list-items.ts'
export type { Metadata } from './metadata.ts'

export const contentByOutput = {
  markdown: 'string: CommonMark with GFM tables, strikethrough and task lists, and with absolute links',
  text: 'string: the words of the markdown, without markup, link URLs or images; headings, list items and table rows are on separate lines, with tabs between cells',
  raw_html: 'string: the document as received and decoded to Unicode, or as rendered with `render_js`',
  clean_html:
    'string: the document without scripts, styles, event handlers, comments or tracking pixels, and with absolute links; nothing in it runs when it is parsed again',
  html_head_metadata_json:
    'object: title, description, canonical URL, language, author, dates, site name, favicon, Open Graph, Twitter cards, JSON-LD and alternates, with the source of each',
  links:
    'array of `{url, text, internal}`: each link, frame and embedded document that was not read, once, with its absolute URL, in page order',
  all_links: 'the same as `links`',
  internal_links: 'like `links`, but only http and https links within the registrable domain of the final URL',
  external_links: 'like `links`, but only http and https links outside that domain',
  emails:
    'array of strings: addresses from `mailto:` links, text and `data-cfemail`, including spellings such as "name [at] host [dot] org"',
  email_addresses: 'the same as `emails`',
  images:
    'array of `{url, alt, width, height}`: images from Open Graph and from the page, including lazily loaded images but no tracking pixels; each absolute URL once',
  screenshot:
    'object `{media_type, width, height, bytes, data}`: a PNG image of the rendered page, with `data` in base64; implies `render_js`',
} as const

export type Output = keyof typeof contentByOutput

export const outputs = Object.keys(contentByOutput) as [Output, ...Output[]]

export const maxExtraOutputs = 5

export const urlMaxLength = 2083

const urlDescription = 'Absolute http or https URL, without user name or password.'
export const scrapeUrl = requestedUrl(urlMaxLength, urlDescription)
const urlOrFile = requestedUrl(urlMaxLength, `${urlDescription} Or a file: URL.`, true)

export const usesBrowser = toggle(
  false,
  'Load the page in a browser, for pages that are empty without JavaScript. Slower; +4 credits.',
)

/** True if a language model reads the page. */
export function asksModel({ prompt, json_schema }: Partial<Pick<ScrapeInput, 'prompt' | 'json_schema'>>): boolean {
  return prompt !== undefined || json_schema !== undefined
}

export const scrapeTimeoutMs = timeoutMs(1000, 120_000, 30_000)

/** Input of `scrape`. Tools, documentation and help list common parameters first. `models`: allowed model IDs (GLEANER_MODELS). */
export function scrapeInput(models: readonly [string, ...string[]], takesFiles = false) {
  return z.strictObject({
    url: takesFiles ? urlOrFile : scrapeUrl,
    output: z
      .enum(outputs)
      .default('markdown')
      .describe(
        'Output format. text: markdown without markup; raw_html: as received; clean_html: no scripts, styles or trackers; html_head_metadata_json: title, description, Open Graph, JSON-LD; all_links = links; email_addresses = emails; screenshot: PNG of the rendered page.',
      ),
    css_selector: boundedText(1, 1000)
      .optional()
      .meta({
        description: 'Keep only matches of this CSS selector. Fails if nothing matches.',
        examples: ['article'],
      }),
    render_js: usesBrowser,
    prompt: boundedText(1, 10_000)
      .optional()
      .meta({
        description:
          'Question or instruction for a language model that reads only this page; content is its answer. +5 credits.',
        examples: ['What does the basic plan cost?'],
      }),
    max_chars: integer(1, 1_000_000)
      .optional()
      .describe('Maximum length of content, in characters. To read on, use offset.'),
    max_tokens: integer(100, 250_000)
      .optional()
      .describe('The same limit in estimated tokens. The stricter one applies.'),
    offset: integer(0, 1_000_000_000)
      .default(0)
      .describe(
        'Position in content to start from, in characters. Reading on within 15 minutes is free if all else is unchanged.',
      ),
    highlights: boundedText(1, 1000)
      .optional()
      .meta({
        description:
          'Return only the passages of the markdown that are relevant to this query, best first. Uses no LLM. Default limit: 4,000 characters.',
        examples: ['opening hours on Sundays'],
      }),
    quotes,
    render_if_needed: toggle(
      false,
      'Use instead of render_js if unsure: renders only if the page is empty without JavaScript or nothing matches wait_for. +4 credits if rendered.',
    ),
    main_content: toggle(
      true,
      'For markdown and text: drop navigation, ads and footers; false keeps the whole body. Ignored with css_selector.',
    ),
    exclude_selector: excludeSelector,
    document_pages: documentPages,
    entry,
    ...markdownParameters,
    front_matter: frontMatter,
    include_comments: toggle(true, 'Documents only: false drops comments.'),
    extra_outputs: z
      .array(z.enum(outputs))
      .max(maxExtraOutputs)
      .optional()
      .meta({
        description:
          "Up to 5 more outputs of the same page, named as in output, in full at no extra cost. Can't be combined with prompt or offset.",
        examples: [['links', 'emails']],
      }),
    ...screenshotParameters,
    json_schema: dataSchema,
    extract_rules: extractRules,
    max_age_s: integer(0, pageMaxAgeMs / 1000)
      .optional()
      .describe('Reuse a page that this key fetched up to this many seconds ago (at most a day), at no charge.'),
    if_hash: ifHash,
    wait_for: boundedText(1, 1000)
      .optional()
      .meta({
        description: 'CSS selector to wait for when rendering; needs render_js or render_if_needed.',
        examples: ['.results li'],
      }),
    locale: languageTag()
      .optional()
      .meta({ description: 'Preferred language as a BCP 47 tag, such as de-CH.', examples: ['de-CH', 'en-US'] }),
    headers: ownHeaders,
    cookies: ownCookies,
    model: z.enum(models).optional().describe('Language model to use. Default: chosen by the server.'),
    timeout_ms: scrapeTimeoutMs,
  })
}

export type ScrapeInput = z.infer<ReturnType<typeof scrapeInput>>

/** Values for `extract_rules` and `json_schema`. */
const fieldValues = z.record(z.string(), z.unknown())

// A piece of the metadata contains only some of its keys, so all are optional here.
const content = z.union([
  z.string(),
  z.array(link),
  z.array(listedImage),
  z.array(z.string()),
  pageImage,
  metadata.partial(),
  fieldValues,
])

/** Contents of additional outputs by name. Null for an output that the page lacks. */
export type ExtraContents = Partial<Record<Output, Content | null>>

export const scrapeResult = z.strictObject({
  url: z.string().describe('The requested URL.'),
  final_url: z.string().describe('URL of the page after all redirects.'),
  status_code: z.int().min(100).max(999).describe("HTTP status of the target's response."),
  content_type: nullableText.describe("The target's `Content-Type`."),
  page_count: integer(0, 1_000_000_000)
    .nullable()
    .describe(
      'Number of pages of the whole PDF, slides of the presentation or sheets of the workbook. Otherwise null.',
    ),
  title: nullableText.describe('Title of the page, at most 1,000 characters.'),
  output: z.enum(outputs).describe('The requested output.'),
  content: content.describe(
    "The requested output, or one piece of it. With prompt, the language model's answer; with json_schema, an object that matches it; with extract_rules, the fields.",
  ),
  rendered: z.boolean().describe('True if the page was loaded in a browser.'),
  complete: z
    .boolean()
    .describe('False if the time limit stopped loading or reading early, or if the target sent only part of the page.'),
  total_chars: z.int().min(0).max(1_000_000_000).describe('Length of the whole content, in characters.'),
  offset: z.int().min(0).max(1_000_000_000).describe('Offset of this piece in the whole content.'),
  next_offset: integer(1, 1_000_000_000).nullable().describe('Offset of the next piece. Null on the last piece.'),
  content_tokens: z.int().min(0).max(1_000_000_000).describe('Estimated number of tokens in this piece.'),
  content_hash: contentHash,
  unchanged,
  ...markdownPlaces,
  extra: z
    .partialRecord(z.enum(outputs), content.nullable())
    .nullable()
    .describe(
      'The outputs listed in extra_outputs, in full and in that order; null for an output that the page lacks. Null if extra_outputs is not set.',
    ),
  from_cache: z.boolean().describe('True if the page was reused from an earlier request (max_age_s).'),
  model: nullableText.describe(
    'The language model that answered prompt or filled in json_schema. Null if no model was called.',
  ),
  usage: z
    .strictObject({
      input_tokens: z.int().min(0).max(1_000_000_000).describe('Tokens read by the language model.'),
      output_tokens: z.int().min(0).max(1_000_000_000).describe('Tokens written by the language model.'),
    })
    .nullable()
    .describe('Tokens used for the answer. Null if no model was called or the model does not report them.'),
  warnings: z.array(warning).describe('Caveats about this result.'),
  ...resultTail,
})

export type ScrapeResult = z.infer<typeof scrapeResult>

/** `models` are the model IDs that callers may use (GLEANER_MODELS). */
export function scrapeOperation(models: readonly [string, ...string[]], takesFiles = false) {
  return defineOperation({
    name: 'scrape',
    title: 'Scrape a web page',
    description: describe(true),
    input: scrapeInput(models, takesFiles),
    rules: scrapeRules,
    result: scrapeResult,
    mcpDefaults: { max_chars: defaultMcpChars },
    withoutMcpDefaults: ['highlights', 'quotes', 'max_tokens'],
    structured: { required: 'content', omit: ['url', 'output', 'offset'] },
    withoutModel: { description: describe(false), omit: ['prompt', 'json_schema', 'model'] },
    price: {
      credits: ({ url, render_js, render_if_needed, ...asked }) =>
        (isFile(url) ? 0 : pageCredits(render_js || render_if_needed || takesScreenshot(asked))) +
        (asksModel(asked) ? promptCredits : 0),
      text: '1 credit, or 5 if rendered (render_js, a screenshot, or render_if_needed when the page needs it), plus 5 with prompt, json_schema or both',
    },
  })
}

/** Explains to an agent when to use the tool and what it costs. */
function describe(hasModel: boolean): string {
  const model = hasModel ? ', and have a language model answer a question or fill in a JSON Schema' : ''
  const price = hasModel
    ? '5 if rendered, plus 5 with a language model. Failures are free, except for a language model that was called.'
    : '5 if rendered. Failures are free.'
  return `Fetch one web page or document (PDF, Office, EPUB) as clean markdown, text, HTML, metadata, links, images, e-mail addresses or a screenshot. It can also extract fields by CSS selector${model}. Use it when you have a URL; for the ads of a Google search, use google_ads. It reads one page: it does not crawl, log in, fill in forms or solve CAPTCHAs, and refuses private addresses. Costs 1 credit, or ${price} Long pages are split: to read on, call again with the next offset. Example: {"url": "https://example.com/"}.`
}

/** `POST /compat/firecrawl/v2/scrape`: answers as Firecrawl does, for its clients (docs/migrate.md). */

import { type ErrorType, ServiceError } from '../../../base/errors.ts'
import { type Metadata, maxExtraOutputs, type Output, type ScrapeResult } from '../../../contract/scrape.ts'
import type { Image } from '../../../contract/screenshot.ts'
import { maxJsonBodyBytes } from '../../../contract/service-limits.ts'
import { readJsonObject } from '../body.ts'
import { sendJson } from '../response.ts'
import type { HttpExchange, HttpRoute } from '../server.ts'
import { type FirecrawlRequest, outputOfFormat, readFirecrawlRequest } from './firecrawl-request.ts'
import type { CompatRuntime } from './scrape-batch.ts'

export function firecrawlRoute({ operations: { scrape }, invoke }: CompatRuntime): HttpRoute {
  async function handle(exchange: HttpExchange): Promise<void> {
    const leave = await exchange.caller.enter?.()
    try {
      const { values } = await readJsonObject(exchange, '{"url": "https://example.com/"}', maxJsonBodyBytes)
      const data = await read(readFirecrawlRequest(values), exchange)
      await sendJson(exchange.response, 200, { success: true, data }, exchange.share)
    } finally {
      leave?.()
    }
  }

  async function read({ formats, shared, asked, isUnkept }: FirecrawlRequest, exchange: HttpExchange) {
    const { keyId, transport } = exchange.caller
    // All operations are one request, which has entered, and one visit.
    const context = { ...exchange, caller: { keyId, transport }, isUnkept, loaded: new Map() }
    const call = (more: object) => invoke(scrape, { raw: { ...shared, ...more } }, context)
    const extra = formats.flatMap((format) => (format === 'markdown' ? [] : (outputOfFormat[format] as Output)))
    const page = formats.length > 0 || asked.size === 0 ? await readPage(call, new Set(extra)) : null
    const data: Record<string, unknown> = page ? contentsOf(page, formats) : {}
    const answers: ScrapeResult[] = page ? [page] : []
    const problems: string[] = []
    let credits = 0
    for (const [format, more] of asked) {
      try {
        const answer = await call(more)
        answers.push(answer)
        if (format === 'json' || answer.model !== null) data[format] = answer.content
      } catch (error) {
        // The page was read and charged for, so it is worth returning.
        if (!(error instanceof ServiceError) || answers.length === 0) throw error
        credits += error.creditsCharged
        problems.push(`${format}: ${error.message}`)
      }
    }
    const [first] = answers as [ScrapeResult]
    for (const { credits_charged } of answers) credits += credits_charged
    problems.push(...new Set(answers.flatMap(({ warnings }) => warnings.map(({ message }) => message))))
    const warning = problems.length > 0 ? { warning: problems.join(' ') } : {}
    // LangChain's loader reads `success` here (findings/langchain-firecrawl-loader.sh).
    return { success: true, ...data, ...warning, metadata: { ...metadataOf(first), creditsUsed: credits } }
  }

  return { path: '/compat/firecrawl/v2/scrape', methods: ['POST'], needsKey: true, formatError, handle }
}

/** Reads the metadata in a second call, which costs nothing, if one call can't have that many outputs. */
async function readPage(call: (more: object) => Promise<ScrapeResult>, extra: ReadonlySet<Output>) {
  if (extra.size < maxExtraOutputs) return call({ extra_outputs: [...extra, metadata] })
  const page = await call({ extra_outputs: [...extra] })
  const { content } = await call({ output: metadata })
  return { ...page, extra: { ...page.extra, [metadata]: content as Metadata } }
}

const metadata = 'html_head_metadata_json'

/** Other requests of Firecrawl's clients, such as a crawl, whose errors they can then show. */
export const otherFirecrawlRoute: HttpRoute = {
  path: '/compat/firecrawl/',
  isPrefix: true,
  methods: ['GET', 'POST', 'PATCH', 'DELETE'],
  needsKey: true,
  formatError,
  async handle() {
    const next = 'Only scraping with version 2 is available: POST /compat/firecrawl/v2/scrape'
    throw new ServiceError('not_found', 'Gleaner has no counterpart for this request', { next })
  },
}

function contentsOf({ content, extra }: ScrapeResult, formats: readonly string[]): Record<string, unknown> {
  const found = formats.map((format) => {
    const value = format === 'markdown' ? content : (extra?.[outputOfFormat[format] as Output] ?? null)
    if (format === 'screenshot' && value !== null) return [format, dataUrl(value as Image)] as const
    return [format, Array.isArray(value) ? value.map((item) => (item as { url: string }).url) : value] as const
  })
  return Object.fromEntries(found.filter(([, value]) => value !== null))
}

/** Firecrawl gives the URL of a stored image. */
const dataUrl = ({ media_type, data }: Image) => `data:${media_type};base64,${data}`

function metadataOf(result: ScrapeResult): Record<string, unknown> {
  const { title, url, final_url, status_code, content_type, request_id, from_cache, extra } = result
  const {
    description,
    language,
    author,
    favicon,
    site_name,
    published_at,
    modified_at,
    open_graph = {},
  } = (extra?.html_head_metadata_json ?? {}) as Partial<Metadata>
  const graph = Object.entries(open_graph).map(([name, value]) => [
    name.replace(/^og:/, 'og_').replace(/[_:](\w)/g, (_, letter: string) => letter.toUpperCase()),
    Array.isArray(value) ? value[0] : value,
  ])
  const given = {
    ...{ title, description, language, author, favicon, ogSiteName: site_name },
    ...{ publishedTime: published_at, modifiedTime: modified_at, ...Object.fromEntries(graph) },
  }
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value != null)),
    ...{ sourceURL: url, url: final_url, statusCode: status_code, contentType: content_type },
    ...{ scrapeId: request_id, cacheState: from_cache ? 'hit' : 'miss' },
  }
}

/** The fields behind the parameters of `scrape`. */
const fieldOf = new Map(
  Object.entries({
    ...{ css_selector: 'includeTags', exclude_selector: 'excludeTags', json_schema: 'formats', prompt: 'formats' },
    ...{ cookies: 'headers', locale: 'location', document_pages: 'parsers' },
  }),
)

/** The words of next steps that are other words there. Longer ones come first. */
const wordOf: Readonly<Record<string, string>> = {
  ...{
    'css_selector or extract_rules': 'includeTags',
    'output=raw_html': 'formats=["rawHtml"]',
    timeout_ms: 'timeout',
  },
  ...{ 'render_js=true': 'waitFor', render_js: 'waitFor', 'prompt and json_schema': 'summary and json' },
}
const words = new RegExp(Object.keys(wordOf).join('|'), 'g')

const statuses: Partial<Record<ErrorType, number>> = {
  ...{ target_timeout: 408, target_blocked: 403, address_refused: 403, not_found: 404 },
}

function formatError(error: ServiceError) {
  const { type, message, next, problems, status } = error
  const general = [401, 402, 429, 503].includes(status) ? status : status < 500 ? 400 : 500
  const details = problems.map(({ loc, msg }) => ({
    path: loc.slice(1).map((name) => fieldOf.get(name) ?? name),
    message: msg,
  }))
  return {
    status: statuses[type] ?? general,
    body: {
      success: false,
      code: type.toUpperCase(),
      error: `${message.replace(/^Value error, /, '')}. ${next.replace(words, (word) => wordOf[word] ?? word)}`,
      details,
    },
  }
}

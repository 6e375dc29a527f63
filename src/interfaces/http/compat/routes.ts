/** The routes that answer as other services do (docs/migrate.md). GLEANER_COMPAT removes them. */

import { z } from 'zod'
import { ServiceError } from '../../../base/errors.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import { maxJsonBodyBytes } from '../../../contract/service-limits.ts'
import { percentDecoded } from '../../../html/absolute-url.ts'
import { readDocumentBody, readJsonParameters } from '../body.ts'
import { sendContent, sendJson } from '../response.ts'
import type { HttpRoute } from '../server.ts'
import { firecrawlRoute, otherFirecrawlRoute } from './firecrawl.ts'
import { type CompatRuntime, scrapeEach, turnsOf } from './scrape-batch.ts'

export function compatRoutes(runtime: CompatRuntime, maxDocumentBytes: number): HttpRoute[] {
  return [
    ...[readUrlRoute(runtime), firecrawlRoute(runtime), otherFirecrawlRoute],
    ...openWebUiRoutes(runtime, maxDocumentBytes),
  ]
}

const path = '/r/'

function readUrlRoute({ operations, invoke }: CompatRuntime): HttpRoute {
  return {
    path,
    isPrefix: true,
    methods: ['GET'],
    needsKey: true,
    async handle(exchange) {
      const { request, response, share } = exchange
      const url = requestedUrl(request.url ?? '')
      const result = await invoke(operations.scrape, { raw: { url, render_if_needed: true } }, exchange)
      return sendContent(response, result, share)
    },
  }
}

/** Returns the URL after `/r/`, with its query. Some proxies merge its slashes, and some clients encode it. */
function requestedUrl(target: string): string {
  const written = target.slice(target.indexOf(path) + path.length)
  const url = /^https?%3a/i.test(written) ? percentDecoded(written) : written
  return url.replace(/^(https?:)\/*/i, '$1//')
}

const loadInput = {
  input: z.strictObject({
    urls: z
      .array(z.string())
      .min(1)
      .max(20)
      .meta({ examples: [['https://example.com/']] }),
  }),
  rules: [],
}

/** The external loaders of Open WebUI: web pages by URL, and the documents that its users upload. */
function openWebUiRoutes(runtime: CompatRuntime, maxDocumentBytes: number): HttpRoute[] {
  const { operations, invoke } = runtime
  const load: HttpRoute['handle'] = async (exchange) => {
    const turns = turnsOf(exchange)
    const given = await readJsonParameters(loadInput, exchange, maxJsonBodyBytes)
    const { urls } = parseInput(loadInput, given.raw, given.faulty)
    const found: object[] = []
    let failure: object | null = null
    await scrapeEach(runtime, { ...exchange, turns }, { urls, shared: { render_if_needed: true } }, async (line) => {
      const { index, result, error } = line
      if (!result) {
        failure ??= error
        return
      }
      const { url, final_url, title, content, status_code } = result
      exchange.share.add(Buffer.byteLength(String(content)))
      found[index] = { page_content: content, metadata: { source: url, title, final_url, status_code } }
    })
    const pages = found.filter(() => true)
    return pages.length === 0 && failure
      ? sendJson(exchange.response, 502, failure, exchange.share)
      : sendJson(exchange.response, 200, pages, exchange.share)
  }
  const process: HttpRoute['handle'] = async (exchange) => {
    const { request, response, share } = exchange
    // Open WebUI percent-encodes the name.
    const header = request.headers['x-filename']
    const fileName = header === undefined ? undefined : percentDecoded(String(header))
    const read = async () => {
      const { raw, document } = await readDocumentBody(operations.convert, exchange, maxDocumentBytes)
      return { raw, ...(document && { document: { ...document, ...(fileName && { fileName }) } }) }
    }
    const result = await invoke(operations.convert, read, exchange)
    const { content, title, content_type, page_count, credits_charged } = result
    if (String(content).replace(pageMarks, '').trim() === '') throw noText.charged(credits_charged)
    const metadata = { source: fileName ?? null, title, content_type, page_count }
    return sendJson(response, 200, { page_content: content, metadata }, share)
  }
  return [
    { path: '/compat/openwebui/load', methods: ['POST'], needsKey: true, handle: load },
    { path: '/compat/openwebui/process', methods: ['PUT'], needsKey: true, handle: process },
  ]
}

const pageMarks = /<!-- page \d+ -->/g

/** Open WebUI then reads the document with its own parser. */
const noText = new ServiceError('unsupported_content_type', 'No extractable text', {
  next: 'The document has no text: it is empty, or its pages are images. Use a program that recognizes characters (OCR).',
}).ofDocument()

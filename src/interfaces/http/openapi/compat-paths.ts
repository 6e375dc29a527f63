/** OpenAPI paths of requests with many URLs, and of other services' routes. */

import type { Registry } from '../../../operations/registry.ts'
import { scrapeBatch } from '../../../operations/scrape-batch.ts'
import { failuresOf, headers, type Json, jsonContent, keyedHeaders, objectSchema, schemaOf } from './components.ts'

export function describeBatch(scrape: Registry['scrape']): { paths: Json; schemas: Json } {
  const { '402': _, '409': __, '502': ___, '504': ____, ...failures } = failuresOf({ isPaid: true })
  const post: Json = {
    operationId: 'scrape_batch',
    summary: 'Scrape many web pages',
    description:
      'Scrapes up to 1,000 URLs with the same parameters, and returns one line of JSON for each as it finishes. At most half of the concurrent requests of the key are used. Each URL counts against the rate limit, which is waited for, and is charged on its own. URLs that have not started when the client disconnects are cancelled.',
    tags: ['operations'],
    requestBody: {
      required: true,
      content: jsonContent(
        { $ref: '#/components/schemas/scrape_batch_parameters' },
        { pages: { value: { urls: ['https://example.com/', 'https://example.com/about'], output: 'text' } } },
      ),
    },
    responses: {
      '200': {
        description:
          'JSON Lines: one line for each URL with `result` or `error`, and a last line with `done`. A response without this line was cut off.',
        headers: headers(keyedHeaders),
        content: {
          'application/x-ndjson': {
            schema: line,
            examples: { end: { value: { done: true, ok: 2, failed: 0, credits_charged: 2 } } },
          },
        },
      },
      ...failures,
    },
  }
  return {
    paths: { '/v1/scrape/batch': { post } },
    schemas: { scrape_batch_parameters: schemaOf(scrapeBatch(scrape).input, 'input') },
  }
}

const count: Json = { type: 'integer', minimum: 0, maximum: 1_000_000_000 }

const ofUrl: Json = {
  index: { ...count, description: 'Position in `urls`, from 0.' },
  url: { type: 'string', description: 'The URL as given.' },
  status: { type: 'integer', minimum: 200, maximum: 599, description: 'Status that a single request would have had.' },
}

const line: Json = {
  oneOf: [
    objectSchema({ ...ofUrl, result: { $ref: '#/components/schemas/scrape_result' } }),
    objectSchema({ ...ofUrl, error: { $ref: '#/components/schemas/error' } }),
    objectSchema({ done: { type: 'boolean', const: true }, ok: count, failed: count, credits_charged: count }),
  ],
}

export const compatTag = {
  name: 'compatibility',
  description:
    'Answers as other services do, for their clients. Same keys and prices as `scrape`. `GLEANER_COMPAT=off` removes these.',
}

const posted = (properties: Json, required: string[]): Json => ({
  required: true,
  content: jsonContent({ type: 'object', properties, required }),
})
const page = { type: 'object', properties: { page_content: { type: 'string' }, metadata: { type: 'object' } } }
const urlText = { type: 'string', description: 'Absolute http or https URL.' }

/** The routes of other services: path, method, operation, summary, and the types of the request and the response. */
export function compatPaths(): Json {
  const inUrl = {
    name: 'url',
    in: 'path',
    required: true,
    description: 'The URL, not encoded, with its query.',
    schema: urlText,
  }
  const markdown = { 'text/markdown': { schema: { type: 'string' } } }
  const scraped = { type: 'object', properties: { success: { type: 'boolean' }, data: { type: 'object' } } }
  const file: Json = {
    required: true,
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  }
  const urls = { type: 'array', items: urlText, minItems: 1, maxItems: 20 }
  return Object.fromEntries(
    (
      [
        ['/r/{url}', 'get', 'read_url', 'Read a page as markdown', { parameters: [inUrl] }, markdown],
        [
          ...['/compat/firecrawl/v2/scrape', 'post', 'firecrawl_scrape', "Firecrawl's scrape (v2)"],
          { requestBody: posted({ url: urlText, formats: { type: 'array', items: {} } }, ['url']) },
          jsonContent(scraped),
        ],
        [
          ...['/compat/openwebui/load', 'post', 'openwebui_load', "Open WebUI's web loader"],
          { requestBody: posted({ urls }, ['urls']) },
          jsonContent({ type: 'array', items: page }),
        ],
        [
          ...['/compat/openwebui/process', 'put', 'openwebui_process', "Open WebUI's document loader"],
          { requestBody: file },
          jsonContent(page),
        ],
      ] as [string, string, string, string, Json, Json][]
    ).map(([path, method, operationId, summary, input, content]) => {
      const responses = { '200': { description: 'Success.', headers: headers(['X-Request-Id']), content } }
      const described = { operationId, summary, description: 'See docs/migrate.md.', tags: [compatTag.name] }
      return [
        path,
        { [method]: { ...described, ...input, responses: { ...responses, ...failuresOf({ isPaid: true }) } } },
      ]
    }),
  )
}

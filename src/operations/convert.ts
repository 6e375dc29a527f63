/** Handles `convert`: scrapes the document in the request body as if it were the only page on the web. */

import type { z } from 'zod'
import { type Problem, ServiceError } from '../base/errors.ts'
import { withWritten, writtenFields } from '../content/written.ts'
import type { ConvertInput, convert } from '../contract/convert.ts'
import type { ScrapeInput, ScrapeResult } from '../contract/scrape.ts'
import { noSnapshots } from '../pages/snapshot/snapshot-store.ts'
import { engineOfDocument, noBase } from '../pages/visit/given-page.ts'
import type { HandlerOf, OperationParts } from './handler.ts'
import { createScrape } from './scrape.ts'

export async function createConvert(parts: OperationParts): Promise<HandlerOf<typeof convert>> {
  const engine = await parts.engine()
  const { rules = [] } = await createScrape(parts)
  return {
    rules,
    findProblems: async (_, { document }) => (document?.bytes.byteLength ? [] : [emptyBody]),
    async run(input, request, owe) {
      const { document } = request
      if (!document) throw new TypeError('convert needs a document')
      const scrape = await createScrape({
        ...parts,
        engine: async () => engineOfDocument(engine, document),
        snapshots: async () => noSnapshots,
        pages: async () => null,
      })
      const outcome = await scrape.run(asPage(input), request, owe).catch((error: unknown) => {
        throw error instanceof ServiceError && error.status === 502 ? ofBody(error, document.contentType) : error
      })
      return { result: (receipt) => ofDocument(outcome.result(receipt), input.url?.written ?? null) }
    },
  }
}

const emptyBody: Problem = {
  loc: [],
  msg: 'The body is empty, but must be a document',
  type: 'missing',
  next: 'Send the bytes of the document as the body (in curl: --data-binary @FILE). To read a URL, use /v1/scrape.',
}

function ofBody(error: ServiceError, contentType: string | null): ServiceError {
  const isForm = error.type === 'unsupported_content_type' && /^multipart\//i.test(contentType ?? '')
  const next = 'Send the document itself as the body, not in a form (in curl: --data-binary @FILE).'
  return (isForm ? error.withNext(next) : error).ofDocument()
}

function asPage({ url = noBase, ...input }: ConvertInput): ScrapeInput {
  const rendering = { render_js: false, render_if_needed: false, full_page: false, viewport: '1280x800' }
  return { ...input, url, offset: 0, ...rendering }
}

/** The caller can't read the rest of the content, so an outline would lead nowhere. */
function ofDocument(result: ScrapeResult, url: string | null): z.output<(typeof convert)['result']> {
  const fields = writtenFields(result) ?? result
  const { highlights, quotes } = url === null ? withoutUrls(result) : result
  return withWritten({ ...fields, url, final_url: url, next_offset: null, outline: null, highlights, quotes }) as never
}

/** The places of a document that has no URL. */
export function withoutUrls({ highlights, quotes }: ScrapeResult): Pick<ScrapeResult, 'highlights' | 'quotes'> {
  return {
    highlights: highlights?.map((one) => ({ ...one, url: null })) ?? null,
    quotes: quotes?.map((one) => ({ ...one, url: null })) ?? null,
  }
}

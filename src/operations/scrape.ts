/** The handler of `scrape`: loads a page, formats it or asks a language model about it, and cuts the piece that is asked for. */

import type { ScrapeInput, ScrapeResult } from '../contract/scrape.ts'
import { createDeadline, type Deadline } from '../deadline.ts'
import { checkSelector } from '../document/select/selector.ts'
import type { Page } from '../page.ts'
import type { StoredResult } from '../snapshot/snapshot-store.ts'
import { createPromptAnswerer, type PageReading } from './ask-page.ts'
import type { OperationHandler, OperationOutcome, Owe } from './handler.ts'
import type { OperationParts } from './parts.ts'
import type { RequestContext } from './request.ts'
import { formatRequest, pageFields, storedName } from './stored-scrape.ts'
import { windowOf } from './window.ts'

export async function createScrape(parts: OperationParts): Promise<OperationHandler<ScrapeInput, ScrapeResult>> {
  const [{ policy, fetchPage, renderPage, sandbox }, snapshots, pages] = await Promise.all([
    parts.engine(),
    parts.snapshots(),
    parts.pageMemory(),
  ])
  const { languageModel: openModel, modelLimits: limits, nameSecret } = parts
  const answerPrompt = createPromptAnswerer({ load, read, sandbox, pages, openModel, limits, nameSecret })

  /** The same for all pieces of one result: it depends on the caller and on all that shapes the result. */
  function snapshotId({ max_chars, offset, timeout_ms, ...shaping }: ScrapeInput, keyId: string | null): string {
    return storedName(nameSecret, 'scrape', keyId, shaping)
  }

  /** The whole result, less its window and receipt. */
  async function scrape(input: ScrapeInput, request: RequestContext, owe: Owe): Promise<StoredResult> {
    policy.checkUrl(input.url)
    if (input.prompt !== undefined) return answerPrompt({ ...input, prompt: input.prompt }, request, owe)
    const deadline = createDeadline(input.timeout_ms, request.signal)
    try {
      const page = await load(input, request, deadline)
      request.progress?.(`Reading ${page.body.byteLength} bytes as ${input.output}`)
      return await read(page, input, { signal: deadline.signal, share: request.share })
    } finally {
      deadline.clear()
    }
  }

  function load(input: ScrapeInput, request: RequestContext, { signal, deadlineAt }: Deadline): Promise<Page> {
    const { url, render_js: renders } = input
    request.progress?.(`${renders ? 'Rendering' : 'Fetching'} ${url.host}`)
    return (renders ? renderPage : fetchPage).load({ url, signal, deadlineAt, share: request.share })
  }

  async function read(page: Page, input: ScrapeInput, { signal, share }: PageReading): Promise<StoredResult> {
    const { body, ...rest } = page
    const { title, content, warnings } = await sandbox.run('format', [page, formatRequest(input)], {
      signal,
      share,
      transfer: [body.buffer],
    })
    return {
      ...pageFields(rest, input),
      title,
      content,
      model: null,
      usage: null,
      warnings: [...targetStatusWarning(rest.status), ...rest.warnings, ...warnings],
    }
  }

  return {
    rules: [
      {
        param: 'css_selector',
        check: ({ css_selector }) => (css_selector === undefined ? null : checkSelector(css_selector)),
      },
    ],
    async findStored(input, request) {
      if (input.offset === 0) return null
      const { keyId } = request.caller
      const id = snapshotId(input, keyId)
      const stored = await snapshots.get(keyId, id)
      if (stored) request.onStored?.(id)
      return stored && { credits: 0, ...pieceOf(stored, input, request) }
    },
    async run(input, request, owe) {
      const { keyId } = request.caller
      const stored = await scrape(input, request, owe)
      const { totalChars, result } = pieceOf(stored, input, request)
      const id = snapshotId(input, keyId)
      const otherChars = JSON.stringify({ ...stored, content: null }).length
      if (await snapshots.set(keyId, id, stored, totalChars + otherChars)) request.onStored?.(id)
      // A target that answered 4xx or 5xx is free.
      return { credits: stored.status_code >= 400 ? 0 : undefined, result }
    },
  }
}

interface Piece extends Pick<OperationOutcome<ScrapeResult>, 'result'> {
  /** Length of the whole content. */
  totalChars: number
}

/** The piece of a whole result that is asked for. */
function pieceOf(stored: StoredResult, input: ScrapeInput, request: RequestContext): Piece {
  const bounds = { maxChars: input.max_chars, maxTokens: request.maxTokens }
  const { content, ...window } = windowOf(stored.content, input.offset, bounds)
  const { model, usage, warnings, fetched_at, ...head } = stored
  const piece = { ...head, content, ...window, model, usage, warnings }
  return {
    totalChars: window.total_chars,
    result: ({ credits_charged, credits_remaining, request_id }) => {
      return { ...piece, credits_charged, credits_remaining, fetched_at, request_id }
    },
  }
}

function targetStatusWarning(status: number): ScrapeResult['warnings'] {
  if (status < 400) return []
  return [
    { code: 'target_status', message: `The target answered ${status}; its page is returned and nothing is charged` },
  ]
}

/** The handler of `scrape`: loads a page, formats it or asks a language model about it, and cuts the piece that is asked for. */

import type { ScrapeInput, ScrapeResult } from '../contract/scrape.ts'
import { createDeadline, type Deadline } from '../deadline.ts'
import { checkSelector } from '../document/select/selector.ts'
import type { Page } from '../page.ts'
import type { StoredResult } from '../snapshot/snapshot-store.ts'
import { createPromptAnswerer } from './ask-page.ts'
import type { OperationHandler } from './handler.ts'
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
  const { languageModel: openModel, modelLimits: limits } = parts
  const answerPrompt = createPromptAnswerer({ load, read, sandbox, pages, openModel, limits })

  /** The whole result, less its window and receipt. */
  async function scrape(input: ScrapeInput, request: RequestContext): Promise<StoredResult> {
    policy.checkUrl(input.url)
    if (input.prompt !== undefined) return answerPrompt({ ...input, prompt: input.prompt }, request)
    const deadline = createDeadline(input.timeout_ms, request.signal)
    try {
      const page = await load(input, request, deadline)
      request.progress?.(`Reading ${page.body.byteLength} bytes as ${input.output}`)
      return await read(page, input, deadline.signal)
    } finally {
      deadline.clear()
    }
  }

  function load(input: ScrapeInput, request: RequestContext, { signal, deadlineAt }: Deadline): Promise<Page> {
    const { url, render_js: renders, prompt } = input
    request.progress?.(`${renders ? 'Rendering' : 'Fetching'} ${url.host}`)
    return (renders ? renderPage : fetchPage).load({ url, signal, deadlineAt, onlyVisible: prompt !== undefined })
  }

  async function read(page: Page, input: ScrapeInput, signal: AbortSignal): Promise<StoredResult> {
    const { body, ...rest } = page
    const { title, content, warnings } = await sandbox.run('format', [page, formatRequest(input)], {
      signal,
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
    isStored: async (input, keyId) =>
      input.offset > 0 && (await snapshots.get(keyId, snapshotId(input, keyId))) !== null,
    async run(input, request) {
      const { keyId } = request.caller
      const id = snapshotId(input, keyId)
      const found = input.offset > 0 ? await snapshots.get(keyId, id) : null
      const stored = found ?? (await scrape(input, request))
      const bounds = { maxChars: input.max_chars, maxTokens: request.maxTokens }
      const { content, ...window } = windowOf(stored.content, input.offset, bounds)
      const otherChars = found ? 0 : JSON.stringify({ ...stored, content: null }).length
      const isStored = found !== null || (await snapshots.set(keyId, id, stored, window.total_chars + otherChars))
      if (isStored) request.onStored?.(id)
      const { model, usage, warnings, fetched_at, ...head } = stored
      const result = { ...head, content, ...window, model, usage, warnings }
      return {
        // Reading on is free, and so is a target that answered 4xx or 5xx.
        credits: found || stored.status_code >= 400 ? 0 : undefined,
        result: ({ credits_charged, credits_remaining, request_id }) => {
          return { ...result, credits_charged, credits_remaining, fetched_at, request_id }
        },
      }
    },
  }
}

function targetStatusWarning(status: number): ScrapeResult['warnings'] {
  if (status < 400) return []
  return [
    { code: 'target_status', message: `The target answered ${status}; its page is returned and nothing is charged` },
  ]
}

/** The same for all pieces of one result: it depends on the caller and on all that shapes the result. */
function snapshotId({ max_chars, offset, timeout_ms, ...shaping }: ScrapeInput, keyId: string | null): string {
  return storedName('scrape', keyId, shaping)
}

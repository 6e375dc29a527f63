/** The handler of `scrape`: loads a page, formats it or asks a language model about it, and cuts the piece that is asked for. */

import { createDeadline, type Deadline } from '../base/deadline.ts'
import type { WrittenExtra } from '../content/extra-room.ts'
import { type WindowBounds, type WrittenPiece, wholeAsPiece, writtenPieceOf } from '../content/window.ts'
import { readContent, withWritten } from '../content/written.ts'
import { asksModel, type ScrapeInput, type ScrapeResult } from '../contract/scrape.ts'
import { targetStatus } from '../contract/warning.ts'
import { checkFields } from '../format/fields/check-fields.ts'
import { checkAwaitedSelector } from '../html/select/awaited-selector.ts'
import { checkSelector } from '../html/select/selector.ts'
import type { StoredResult } from '../pages/snapshot/snapshot-store.ts'
import { mapReading, type Reading } from '../readers/reading.ts'
import { createPromptAnswerer } from './ask-page.ts'
import type { OperationHandler, OperationOutcome, Owe } from './handler.ts'
import { createPageLoader, type LoadedPage } from './load-page.ts'
import { ownFields } from './own-fields.ts'
import type { OperationParts } from './parts.ts'
import type { RequestContext } from './request.ts'
import { findSchemaProblems } from './schema-problems.ts'
import {
  formatRequest,
  ofWholePage,
  pageFields,
  type ReadResult,
  storedName,
  type WholeResult,
} from './stored-scrape.ts'
import { createPageVisits, type Visit } from './visit-page.ts'

/** A content of so many bytes is cut within two milliseconds. */
const quicklyCutBytes = 256 * 1024

export async function createScrape(parts: OperationParts): Promise<OperationHandler<ScrapeInput, ScrapeResult>> {
  const [{ policy, fetchPage, renderPage, sandbox }, snapshots, pages] = await Promise.all([
    parts.engine(),
    parts.snapshots(),
    parts.pages(),
  ])
  const { languageModel: openModel, modelLimits: limits, nameSecret, locale } = parts
  const keeper = pages && (await import('../pages/snapshot/page-keeper.ts')).createPageKeeper(pages)
  const loader = createPageLoader({ policy, fetchPage, renderPage, keeper, nameSecret, locale })
  const { visitPage, visitKept } = createPageVisits(loader)
  const answerPrompt = createPromptAnswerer({ visitPage, read, sandbox, openModel, limits, nameSecret })

  /** The same for all pieces of one result: it depends on the caller and on all that shapes the result. */
  function snapshotId(
    { max_chars, offset, timeout_ms, extra_outputs, ...shaping }: ScrapeInput,
    keyId: string | null,
  ): string {
    return storedName(nameSecret, 'scrape', keyId, ofWholePage(shaping))
  }

  /** The whole result, less its window and receipt. */
  async function scrape(input: ScrapeInput, request: RequestContext, owe: Owe): Promise<WholeResult> {
    policy.checkUrl(input.url)
    if (asksModel(input)) return answerPrompt(input, request, owe)
    return withDeadline(input, request, async (deadline) =>
      wholeOf(await visitPage(...readBy(input, request, deadline))),
    )
  }

  /** The same of a page that is kept, and costs nothing; null where it has to be loaded or a language model is asked. */
  async function scrapeKept(input: ScrapeInput, request: RequestContext): Promise<WholeResult | null> {
    if (input.max_age_s === undefined || asksModel(input)) return null
    policy.checkUrl(input.url)
    return withDeadline(input, request, async (deadline) => {
      const visit = await visitKept(...readBy(input, request, deadline))
      return visit && wholeOf(visit)
    })
  }

  /** What a visit is to do. */
  function readBy(input: ScrapeInput, request: RequestContext, deadline: Deadline) {
    const readPage = (loaded: LoadedPage) => {
      request.progress?.(`Reading ${loaded.page.body.byteLength} bytes as ${input.output}`)
      return read(loaded, input, request, deadline.signal)
    }
    return [input, request, deadline, readPage] as const
  }

  async function read(
    { page, isKept, fetchedAt, keep }: LoadedPage,
    input: ScrapeInput,
    request: RequestContext,
    signal: AbortSignal,
  ): Promise<Reading<ReadResult>> {
    const { body, ...rest } = page
    const { offset, highlights = null } = input
    const bounds = { ...boundsOf(input, request), holdsExtra: request.holdsExtra }
    const args = [page, formatRequest(input, fetchedAt), offset, bounds, highlights] as const
    const reading = await sandbox.run('scrape', [...args], {
      signal,
      share: request.share,
      stages: request.stages,
      releaseBytes: keep ? 0 : body.byteLength,
    })
    return mapReading(reading, ({ title, content, piece, extra, warnings, extraWarnings }) => ({
      stored: {
        ...pageFields({ page: rest, isKept, fetchedAt }, input),
        title,
        content,
        model: null,
        usage: null,
        warnings: [...targetStatus(rest.status), ...rest.warnings, ...warnings],
      },
      piece,
      beside: { extra, warnings: extraWarnings },
    }))
  }

  /** The piece that is asked for. A long content is cut where pages are read. */
  async function cut(
    { content, output, model }: StoredResult,
    input: ScrapeInput,
    request: RequestContext,
  ): Promise<WrittenPiece> {
    const { signal, share, stages } = request
    const bounds = boundsOf(input, request)
    const whole = wholeAsPiece(content, input.offset, bounds)
    if (whole) return whole
    const isOutlined = input.offset === 0 && output === 'markdown' && model === null
    if (content.json.byteLength <= quicklyCutBytes && !isOutlined)
      return writtenPieceOf(readContent(content), input.offset, bounds)
    // The copy for the reader, which the piece replaces.
    const copiedBytes = content.json.byteLength
    share.take(copiedBytes)
    const reading = { signal, share, stages }
    return sandbox
      .run('cut', [content, input.offset, bounds, isOutlined], reading)
      .finally(() => share.give(copiedBytes))
  }

  return {
    rules: [
      ...(['css_selector', 'exclude_selector'] as const).map((param) => ({
        param,
        check: ({ [param]: selector }: ScrapeInput) => (selector === undefined ? null : checkSelector(selector)),
      })),
      {
        param: 'extract_rules',
        check: ({ extract_rules }) => (extract_rules === undefined ? null : checkFields(extract_rules)),
      },
      { param: 'wait_for', check: ({ wait_for }) => (wait_for === undefined ? null : checkAwaitedSelector(wait_for)) },
    ],
    findProblems: async ({ json_schema }, request) => findSchemaProblems(sandbox, json_schema, request),
    async findStored(input, request) {
      if (input.offset > 0) {
        const { keyId } = request.caller
        const id = snapshotId(input, keyId)
        const stored = await snapshots.get(keyId, id, request.share)
        if (stored) request.onStored?.(id)
        if (stored) return { credits: 0, result: resultOf(stored, await cut(stored, input, request)) }
      }
      const kept = await scrapeKept(input, request)
      return kept && finish(kept, input, request)
    },
    async run(input, request, owe) {
      return finish(await scrape(input, request, owe), input, request)
    },
  }

  /** Stores the result, keeps the page if it is paid for, and cuts the piece. */
  async function finish({ credits, loaded, ...read }: WholeResult, input: ScrapeInput, request: RequestContext) {
    const { stored, piece, beside } = read
    const { keyId } = request.caller
    const extra = input.extra_outputs && (beside?.extra ?? {})
    const result = resultOf(
      { ...stored, warnings: [...stored.warnings, ...(beside?.warnings ?? [])] },
      piece ?? (await cut(stored, input, request)),
      extra,
    )
    const id = snapshotId(input, keyId)
    const keeping = credits > 0 ? loaded.map(({ keep }) => keep?.()) : []
    const [isStored] = await Promise.all([snapshots.set(keyId, id, stored), ...keeping])
    if (isStored) request.onStored?.(id)
    return { credits, isPrivate: ownFields(input) !== undefined, result }
  }
}

async function withDeadline<T>(
  { timeout_ms }: ScrapeInput,
  { signal }: RequestContext,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const deadline = createDeadline(timeout_ms, signal)
  try {
    return await work(deadline)
  } finally {
    deadline.clear()
  }
}

function wholeOf({ value, ...visit }: Visit<ReadResult>): WholeResult {
  return { ...value, ...visit }
}

function boundsOf({ max_chars: maxChars }: ScrapeInput, { maxTokens }: RequestContext): WindowBounds {
  return { maxChars, maxTokens }
}

/** The result with a piece of its content, and with further outputs where they are asked for. */
function resultOf(
  stored: StoredResult,
  { content, ...place }: WrittenPiece,
  written?: WrittenExtra,
): OperationOutcome<ScrapeResult>['result'] {
  const {
    content: _,
    title,
    output,
    rendered,
    complete,
    from_cache,
    model,
    usage,
    warnings,
    fetched_at,
    ...head
  } = stored
  const extra = written ? withWritten(written) : null
  // In the order of the contract, which every interface passes on.
  const body = {
    ...head,
    title,
    output,
    content,
    rendered,
    complete,
    ...place,
    extra,
    from_cache,
    model,
    usage,
    warnings,
  }
  return ({ credits_charged, credits_remaining, request_id }) => {
    const receipt = { credits_charged, credits_remaining, fetched_at, request_id }
    return withWritten({ ...body, ...receipt })
  }
}

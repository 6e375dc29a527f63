/** Handles `scrape`: finds a stored result, or visits and reads the page, with or without a language model. */

import { ServiceError } from '../base/errors.ts'
import { type Work, withWork } from '../base/work.ts'
import type { WrittenContent } from '../content/written.ts'
import type { InputRule } from '../contract/operation.ts'
import { isFreePage } from '../contract/prices.ts'
import { isFile } from '../contract/requested-url.ts'
import { asksModel, type ScrapeInput, type ScrapeResult } from '../contract/scrape.ts'
import { takesScreenshot } from '../contract/screenshot.ts'
import { isSoftFailure } from '../contract/warning.ts'
import { checkFields } from '../format/fields/check-fields.ts'
import { checkSelector } from '../html/select/selector.ts'
import type { PageImage } from '../page/page.ts'
import type { SnapshotStore } from '../pages/snapshot/snapshot-store.ts'
import { engineOfDocument } from '../pages/visit/given-page.ts'
import { createPageLoader, type PageEngine } from '../pages/visit/load-page.ts'
import { createPageVisits, type PageVisits, type VisitedPage } from '../pages/visit/visit.ts'
import { askPage, findSchemaProblems } from './ask-page.ts'
import type { OperationHandler, OperationOutcome, OperationParts, Owe } from './handler.ts'
import type { RequestContext } from './runtime.ts'
import { ownFields, pieceRequestOf, readingOf, resultName, visitOf } from './scrape-request.ts'
import { cutPiece, outcomeOf, type ReadResult, resultOfPage } from './scrape-result.ts'

type Outcome = OperationOutcome<ScrapeResult>

export async function createScrape(parts: OperationParts): Promise<OperationHandler<ScrapeInput, ScrapeResult>> {
  const [engine, snapshots, pages] = await Promise.all([parts.engine(), parts.snapshots(), parts.pages()])
  const keeper = pages && (await import('../pages/snapshot/page-keeper.ts')).createPageKeeper(pages)
  const visits = createPageVisits(createPageLoader(engine, keeper), engine.sandbox)
  return new Scrape(parts, engine, snapshots, visits)
}

class Scrape implements OperationHandler<ScrapeInput, ScrapeResult> {
  readonly #parts: OperationParts
  readonly #engine: PageEngine
  readonly #snapshots: SnapshotStore
  readonly #visits: PageVisits
  readonly rules = selectorRules

  constructor(parts: OperationParts, engine: PageEngine, snapshots: SnapshotStore, visits: PageVisits) {
    this.#parts = parts
    this.#engine = engine
    this.#snapshots = snapshots
    this.#visits = visits
  }

  findProblems = ({ json_schema }: Readonly<Record<string, unknown>>, request: RequestContext) =>
    findSchemaProblems(this.#engine.sandbox, json_schema, request)

  async findStored(input: ScrapeInput, request: RequestContext): Promise<Outcome | null> {
    return (await this.#readOn(input, request)) ?? (await this.#readKept(input, request))
  }

  async run(input: ScrapeInput, request: RequestContext, owe: Owe): Promise<Outcome> {
    const { policy, sandbox } = this.#engine
    if (isFile(input.url) && takesScreenshot(input))
      throw new ServiceError('value_error', 'Value error, a file has no screenshot', { param: 'output' })
    const document = isFile(input.url) ? await this.#parts.readFile?.(input.url, request.signal) : undefined
    if (!document) policy.checkUrl(input.url)
    const loader = document && createPageLoader(engineOfDocument(this.#engine, document), null)
    const visits = loader ? createPageVisits(loader, sandbox) : this.#visits
    const read = asksModel(input)
      ? await askPage(input, request, { ...this.#parts, owe, visits, sandbox })
      : await withWork(request, input.timeout_ms, (work) => this.#scrape(input, request, work, visits))
    return this.#finish(read, input, request)
  }

  async #scrape(input: ScrapeInput, request: RequestContext, work: Work, visits: PageVisits): Promise<ReadResult> {
    const visit = visitOf(input, request, this.#parts)
    const visited = await visits.visitPage(visit, readingOf(input, request), work)
    return withScreenshot(resultOfPage(visited, input), visited, input, request, work)
  }

  async #readOn(input: ScrapeInput, request: RequestContext): Promise<Outcome | null> {
    if (input.offset === 0) return null
    const { keyId } = request.caller
    const id = resultName(this.#parts.nameSecret, keyId, input)
    const stored = await this.#snapshots.get(keyId, id, request.share)
    if (!stored) return null
    request.onStored?.(id)
    return {
      credits: 0,
      result: outcomeOf(stored, await cutPiece(this.#engine.sandbox, stored, pieceRequestOf(input, request), request)),
    }
  }

  /** Returns null if the page must be loaded or a language model is needed. */
  async #readKept(input: ScrapeInput, request: RequestContext): Promise<Outcome | null> {
    if (input.max_age_s === undefined || asksModel(input) || isFile(input.url)) return null
    this.#engine.policy.checkUrl(input.url)
    const visit = visitOf(input, request, this.#parts)
    const kept = await withWork(request, input.timeout_ms, (work) =>
      this.#visits.visitKept(visit, readingOf(input, request), work),
    )
    return kept && this.#finish(resultOfPage(kept, input), input, request)
  }

  /** Cuts the piece. After the charge, stores the result unless it is a soft failure, and keeps the page if it was paid for. */
  async #finish(read: ReadResult, input: ScrapeInput, request: RequestContext): Promise<Outcome> {
    const { stored, piece, beside, credits, keep } = read
    const { keyId } = request.caller
    const result = outcomeOf(
      { ...stored, warnings: [...stored.warnings, ...(beside?.warnings ?? [])] },
      piece ?? (await cutPiece(this.#engine.sandbox, stored, pieceRequestOf(input, request), request)),
      input.if_hash,
      input.extra_outputs && (beside?.extra ?? {}),
    )
    const id = resultName(this.#parts.nameSecret, keyId, input)
    return {
      ...{ credits, isPrivate: ownFields(input) !== undefined, result },
      keep: async () => {
        const [isStored] = await Promise.all([
          input.output !== 'screenshot' && !isSoftFailure(stored.warnings) && this.#snapshots.set(keyId, id, stored),
          credits > 0 && !request.isUnkept && keep(),
        ])
        if (isStored) request.onStored?.(id)
      },
    }
  }
}

const selectorRules: readonly InputRule<ScrapeInput>[] = [
  ...(['css_selector', 'exclude_selector', 'wait_for'] as const).map((param) => ({
    param,
    check: ({ [param]: selector }: Partial<ScrapeInput>) => (selector === undefined ? null : checkSelector(selector)),
  })),
  {
    param: 'extract_rules',
    check: ({ extract_rules }) => (extract_rules === undefined ? null : checkFields(extract_rules)),
  },
]

/** Adds the image to a result that was read from the same page. Throws selector_not_matched. */
export function withScreenshot(
  read: ReadResult,
  { page: { screenshot: taken, status } }: Pick<VisitedPage<unknown>, 'page'>,
  input: ScrapeInput,
  { onScreenshot }: Pick<RequestContext, 'onScreenshot'>,
  { share }: Pick<Work, 'share'>,
): ReadResult {
  if (!taken || !takesScreenshot(input)) return read
  const { warnings } = read.stored
  if (input.css_selector !== undefined && !taken.isElement && !isSoftFailure(warnings)) {
    const message = 'No match of this selector is visible on the page'
    throw new ServiceError('selector_not_matched', message, { param: 'css_selector' })
  }
  // A free page shows nothing of its frames.
  const image = isFreePage(status, warnings) ? (taken.withoutFrames ?? taken) : taken
  onScreenshot?.(image)
  const content = writeImage(image)
  share.add(content.json.byteLength)
  if (input.output !== 'screenshot') {
    const { extra = {}, warnings: ofExtra = [] } = read.beside ?? {}
    return { ...read, beside: { extra: { ...extra, screenshot: content }, warnings: ofExtra } }
  }
  const place = { total_chars: content.chars, offset: 0, next_offset: null, content_tokens: content.tokens }
  const piece = { content, ...place, outline: null, highlights: null, quotes: null }
  return { ...read, stored: { ...read.stored, content }, piece }
}

/** A model reads about this many pixels per token. */
const pixelsPerToken = 750

function writeImage({ png, width, height }: PageImage): WrittenContent & { tokens: number } {
  const { byteLength: bytes } = png
  const head = JSON.stringify({ media_type: 'image/png', width, height, bytes }).slice(0, -1)
  const json = new TextEncoder().encode(`${head},"data":"${Buffer.from(png).toString('base64')}"}`)
  return { json, chars: json.byteLength, tokens: Math.ceil((width * height) / pixelsPerToken) }
}

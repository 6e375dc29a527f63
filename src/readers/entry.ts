/** Runs a reader's tasks one at a time, and posts each task's value or error. */

import { readGooglePage, readProviderAnswer } from '../ads/read-ads.ts'
import type { StageCounter } from '../base/stages.ts'
import { fitExtra, type WrittenExtra } from '../content/extra-room.ts'
import { highlightedPieceOf } from '../content/highlights/highlights.ts'
import { outlinedPieceOf } from '../content/outlined-piece.ts'
import { fitsWhole, type WindowBounds, type WrittenPiece, writtenPieceOf } from '../content/window.ts'
import { countTokens, readContent, type WrittenContent, writeContent } from '../content/written.ts'
import { isFreePage } from '../contract/prices.ts'
import type { Content, ExtraContents } from '../contract/scrape.ts'
import { extraCut, warningOf } from '../contract/warning.ts'
import type { FormatRequest, FormattedPage } from '../format/format-request.ts'
import { formatPage } from '../format/formats.ts'
import { explainPage } from '../format/page-explanation.ts'
import type { Page } from '../html/page.ts'
import { evidenceOf, findUngrounded } from '../model/grounding.ts'
import { findSchemaProblem } from '../model/json/compiled-schema.ts'
import { parseJsonAnswer } from '../model/json/json-answer.ts'
import { chooseParts } from '../model/long-pages/choose-parts.ts'
import { createModelView } from '../model/model-view.ts'
import { type Reading, readJudging } from './reading.ts'
import { type PackedError, packError } from './task-error.ts'
import type {
  AskedPage,
  PieceRequest,
  Question,
  ScrapedPage,
  TaskMessage,
  TaskName,
  TaskOutcome,
  Tasks,
} from './tasks.ts'

/** Milliseconds of parsing in the current task. A reader runs one task at a time. */
let parseMs = 0
/** Time at which the current task should stop reading a document, on the `performance.now()` clock. */
let readUntil = Number.POSITIVE_INFINITY
const stages: StageCounter = {
  add(stage, startedAt, endedAt = performance.now()) {
    if (stage === 'parse') parseMs += endedAt - startedAt
  },
}

function readFormatted<T>(
  page: Page,
  request: FormatRequest,
  read: (formatted: FormattedPage) => T,
): Promise<Reading<T>> {
  return readJudging(async (onJudged) => read(await formatPage(page, request, { stages, onJudged, readUntil })))
}

function pieceOf(
  content: Content,
  offset: number,
  bounds: WindowBounds,
  outlined: Pick<WrittenContent, 'pageStarts'> | null,
): WrittenPiece {
  return outlined && typeof content === 'string'
    ? outlinedPieceOf(content, bounds, outlined.pageStarts)
    : writtenPieceOf(content, offset, bounds)
}

function writeExtra(extra: ExtraContents): WrittenExtra {
  return Object.fromEntries(
    Object.entries(extra).map(([name, content]) => [name, content === null ? null : writeContent(content)]),
  )
}

function readScraped(
  { title, content, warnings, ...formatted }: FormattedPage,
  { output }: FormatRequest,
  { offset, highlights, holdsExtra, ...room }: PieceRequest,
): ScrapedPage {
  const { fragmentOffset = null, pageCount = null, pageStarts } = formatted
  const written = { ...writeContent(content), pageStarts }
  const whole = writeExtra(formatted.extra)
  const { extra, cut, bounds } = holdsExtra ? fitExtra(whole, room) : { extra: whole, cut: [], bounds: room }
  const read = { title, pageCount, content: written, fragmentOffset, extra, warnings, extraWarnings: extraCut(cut) }
  if (highlights !== undefined && typeof content === 'string') {
    const piece = highlightedPieceOf(content, highlights, bounds, pageStarts)
    if (piece.highlights?.length === 0) read.extraWarnings.push(warningOf('no_highlights'))
    return { ...read, piece }
  }
  if (fitsWhole(written, offset, bounds)) return { ...read, content: countTokens(written, content), piece: null }
  const isOutlined = offset === 0 && output === 'markdown'
  return { ...read, piece: pieceOf(content, offset, bounds, isOutlined ? written : null) }
}

function readAsked(formatted: FormattedPage, { finalUrl }: Page, { text, prompt, budget }: Question): AskedPage {
  const { text: read, ...view } = createModelView(formatted, finalUrl)
  return {
    ...view,
    pageCount: formatted.pageCount ?? null,
    chosen: chooseParts(read, prompt, budget),
    evidence: evidenceOf({ page: `${view.properties}\n${read}`, url: finalUrl, prompt: text }),
  }
}

export const tasks: Tasks = {
  format: (page, request) => formatPage(page, request, { stages, readUntil }),
  scrape: (page, request, window) =>
    readFormatted(page, request, (formatted) => readScraped(formatted, request, window)),
  ask(page, request, question) {
    const forModel = !isFreePage(page.status, [])
    return readFormatted(page, { ...request, forModel }, (formatted) =>
      isFreePage(page.status, formatted.warnings)
        ? readScraped(formatted, request, { offset: 0 })
        : readAsked(formatted, page, question),
    )
  },
  cut(content, offset, bounds, isOutlined) {
    return pieceOf(readContent(content), offset, bounds, isOutlined ? content : null)
  },
  explain: (page) => readJudging(() => explainPage(page, stages)),
  findUngrounded,
  parseJsonAnswer,
  findSchemaProblem,
  readResultPage: (page, number) => readGooglePage(page, number, stages),
  readProviderAnswer,
}

/** Share of the time limit spent on reading a document's pages. The rest is for layout and markdown. */
const readingShare = 0.6

/** Runs a task and resolves with its outcome. Never rejects. */
export async function runTask({ task, args, limitMs }: TaskMessage): Promise<TaskOutcome> {
  const startedAt = performance.now()
  readUntil = startedAt + (limitMs ?? Number.POSITIVE_INFINITY) * readingShare
  parseMs = 0
  let done: { value: unknown } | { error: PackedError }
  try {
    done = { value: await (tasks[task as TaskName] as (...args: readonly unknown[]) => unknown)(...args) }
  } catch (error) {
    done = { error: packError(error) }
  }
  return { ...done, parseMs, formatMs: performance.now() - startedAt - parseMs }
}

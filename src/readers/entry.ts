/** Runs a reader's tasks one at a time, and posts each task's value or error. */

import { readGooglePage, readProviderAnswer } from '../ads/read-ads.ts'
import type { StageCounter } from '../base/stages.ts'
import { highlightedPieceOf } from '../content/highlights/highlights.ts'
import { checkQuotes, quotesReport } from '../content/quotes/quotes.ts'
import type { PassagePlace } from '../content/quotes/text-fragment.ts'
import {
  fitExtra,
  fitsWhole,
  outlinedPieceOf,
  type WindowBounds,
  type WrittenPiece,
  writtenPieceOf,
} from '../content/window.ts'
import {
  countTokens,
  hashOfContent,
  readContent,
  type WrittenContent,
  type WrittenExtra,
  writeContent,
  writeCounted,
} from '../content/written.ts'
import type { Content } from '../contract/list-items.ts'
import { isFreePage } from '../contract/prices.ts'
import type { ExtraContents } from '../contract/scrape.ts'
import { extraCut, type Warning, warningOf } from '../contract/warning.ts'
import { openFile } from '../documents/read-document.ts'
import type { FormatRequest, FormattedPage } from '../format/format-request.ts'
import { formatPage } from '../format/formats.ts'
import { explainPage } from '../format/page-explanation.ts'
import { evidenceOf, findUngrounded } from '../model/grounding.ts'
import { findSchemaProblem } from '../model/json/compiled-schema.ts'
import { parseJsonAnswer } from '../model/json/json-answer.ts'
import { chooseParts } from '../model/long-pages/choose-parts.ts'
import { createModelView } from '../model/model-view.ts'
import { isConvertible } from '../page/document-types.ts'
import type { Page } from '../page/page.ts'
import { type PackedError, packError, type Reading, readJudging } from './task-error.ts'
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
  file: Page,
  request: FormatRequest,
  read: (formatted: FormattedPage, page: Page) => T | Promise<T>,
): Promise<Reading<T>> {
  return readJudging(async (onJudged) => {
    const { page, warnings } = await openFile(file, request.entry, readUntil)
    const formatted = await formatPage(page, request, { stages, onJudged, readUntil })
    return read({ ...formatted, warnings: [...warnings, ...formatted.warnings] }, page)
  })
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

async function readScraped(
  page: Page,
  { title, content, warnings, ...formatted }: FormattedPage,
  request: FormatRequest,
  { offset, highlights, quotes, holdsExtra, ...room }: PieceRequest,
): Promise<ScrapedPage> {
  const { output, frontMatter } = request
  const { fragmentOffset = null, pageCount = null, pageStarts = [] } = formatted
  const hashed = writeContent(content)
  const written = { ...hashed, hash: hashOfContent(content, hashed, frontMatter !== undefined), pageStarts }
  const whole = writeExtra(formatted.extra)
  const { extra, cut, bounds } = holdsExtra ? fitExtra(whole, room) : { extra: whole, cut: [], bounds: room }
  const read = { title, pageCount, content: written, fragmentOffset, extra, warnings, extraWarnings: extraCut(cut) }
  if (highlights !== undefined && typeof content === 'string') {
    const piece = highlightedPieceOf(content, highlights, bounds, { pageStarts, place: placeOf(page) })
    if (piece.highlights?.length === 0) read.extraWarnings.push(warningOf('no_highlights'))
    return { ...read, piece }
  }
  if (quotes !== undefined && typeof content === 'string') {
    const checked = await checkQuotes(quotes, {
      ...{ markdown: content, pageStarts, place: placeOf(page), isWhole: isWholePage(page, warnings) },
      wholeMarkdown: () => wholeMarkdown(page, request),
    })
    const report = writeCounted(quotesReport(checked))
    const place = { total_chars: report.chars, offset: 0, next_offset: null, content_tokens: report.tokens }
    return { ...read, piece: { content: report, ...place, outline: null, highlights: null, quotes: checked } }
  }
  if (fitsWhole(written, offset, bounds)) return { ...read, content: countTokens(written, content), piece: null }
  const isOutlined = offset === 0 && output === 'markdown'
  return { ...read, piece: pieceOf(content, offset, bounds, isOutlined ? written : null) }
}

/** False if another page than the requested one was returned, or if part of the page is missing. */
function isWholePage({ status, complete }: Page, warnings: readonly Warning[]): boolean {
  return complete && !warnings.some(({ code }) => signsOfPart.has(code)) && !isFreePage(status, warnings)
}

const signsOfPart = new Set<string>(['document_cut', 'needs_javascript', 'render_empty', 'no_text', 'text_garbled'])

/** Returns the markdown of everything on an HTML page; null if the request leaves nothing out. */
async function wholeMarkdown(page: Page, request: FormatRequest): Promise<string | null> {
  const { mainContent, cssSelector, excludeSelector, documentPages } = request
  const leavesOut = mainContent || cssSelector !== null || excludeSelector !== undefined || documentPages !== undefined
  if (!leavesOut || (isConvertible(page.mediaType) && documentPages === undefined)) return null
  const whole = { ...request, output: 'markdown', mainContent: false, cssSelector: null } as const
  const { content } = await formatPage(
    page,
    { ...whole, excludeSelector: undefined, documentPages: undefined, extraOutputs: undefined, frontMatter: undefined },
    { stages, readUntil },
  )
  return typeof content === 'string' ? content : null
}

function placeOf({ url, finalUrl, mediaType }: Page): PassagePlace {
  // An entry of a file can't be opened on its own.
  if (finalUrl === 'about:blank') return { finalUrl: url, opensAt: null }
  const opensAt = mediaType === 'application/pdf' ? 'page' : isConvertible(mediaType) ? null : 'text'
  return { finalUrl, opensAt }
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
    readFormatted(page, request, (formatted, opened) => readScraped(opened, formatted, request, window)),
  ask(page, request, question) {
    const forModel = !isFreePage(page.status, [])
    return readFormatted<AskedPage | ScrapedPage>(page, { ...request, forModel }, async (formatted, opened) => {
      if (!isFreePage(page.status, formatted.warnings)) return readAsked(formatted, opened, question)
      const read = await readScraped(opened, formatted, request, { offset: 0 })
      // A result with a prompt or a schema has no hash, because a language model would have written another page's content.
      return { ...read, content: { ...read.content, hash: undefined } }
    })
  },
  cut(content, offset, bounds, isOutlined) {
    return pieceOf(readContent(content), offset, bounds, isOutlined ? content : null)
  },
  explain: (page) => readJudging(async () => explainPage((await openFile(page, undefined)).page, stages)),
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

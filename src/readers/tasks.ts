/** The port to the readers of untrusted content: their tasks in `entry.ts`, and the sandbox that runs them. */

import type { Work } from '../base/work.ts'
import type { WindowBounds, WrittenPiece } from '../content/window.ts'
import type { WrittenContent, WrittenExtra } from '../content/written.ts'
import type { AdsProviderName, AskedPages, ParsedResultPage, ProviderAnswer } from '../contract/ads-reading.ts'
import type { Warning } from '../contract/warning.ts'
import type { FormatRequest, FormattedPage, PageExplanation } from '../format/format-request.ts'
import type { findUngrounded, PageEvidence } from '../model/grounding.ts'
import type { findSchemaProblem } from '../model/json/compiled-schema.ts'
import type { parseJsonAnswer } from '../model/json/json-answer.ts'
import type { ChosenParts, ReadingBudget } from '../model/long-pages/choose-parts.ts'
import type { ModelView } from '../model/model-view.ts'
import type { Page } from '../page/page.ts'
import type { PackedError, Reading } from './task-error.ts'

/** A page with the first piece of its content. */
export interface ScrapedPage {
  title: string | null
  /** Pages of the whole document; null if it has none. */
  pageCount: number | null
  content: WrittenContent
  /** Position of the URL fragment's element in the content. Null if the content doesn't include it. */
  fragmentOffset: number | null
  /** Null if the piece is the whole content. */
  piece: WrittenPiece | null
  extra: WrittenExtra
  warnings: Warning[]
  extraWarnings: Warning[]
}

export interface PieceRequest extends WindowBounds {
  offset: number
  /** Returns only the passages relevant to this query, if given. */
  highlights?: string | undefined
  /** Returns a report on these quotes instead of the content, if given. */
  quotes?: readonly string[] | undefined
  /** True if the additional outputs share the piece's size limit. */
  holdsExtra?: boolean | undefined
}

export interface AskedPage extends Omit<ModelView, 'text'> {
  chosen: ChosenParts
  pageCount: number | null
  /** The page data that answers are checked against. */
  evidence: PageEvidence
}

export interface Question {
  /** The prompt, and the schema as text. */
  text: string
  /** Determines which parts are read. */
  prompt: string
  budget: ReadingBudget
}

interface PageTaskValues {
  scrape: ScrapedPage
  ask: AskedPage | ScrapedPage
  explain: PageExplanation
}

/** The tasks that read a page, which is their first argument. */
interface PageTasks {
  scrape(page: Page, request: FormatRequest, window: PieceRequest): Promise<Reading<PageTaskValues['scrape']>>
  /** Returns the page itself if it isn't the requested one, such as an error page, so that no model is asked about it. */
  ask(page: Page, request: FormatRequest, question: Question): Promise<Reading<PageTaskValues['ask']>>
  explain(page: Page): Promise<Reading<PageTaskValues['explain']>>
}

export interface Tasks extends PageTasks {
  format(page: Page, request: FormatRequest): Promise<FormattedPage>
  cut(content: WrittenContent, offset: number, bounds: WindowBounds, isOutlined: boolean): WrittenPiece
  findUngrounded: typeof findUngrounded
  parseJsonAnswer: typeof parseJsonAnswer
  findSchemaProblem: typeof findSchemaProblem
  readResultPage(page: Page, number: number): Promise<ParsedResultPage>
  readProviderAnswer(
    name: AdsProviderName,
    status: number,
    body: Uint8Array,
    asked: AskedPages,
  ): Promise<ProviderAnswer>
}

export type PageTaskName = keyof PageTasks
export type PageTaskArguments<Name extends PageTaskName> =
  Parameters<PageTasks[Name]> extends [Page, ...infer Others] ? Others : never
export type PageTaskValue<Name extends PageTaskName> = PageTaskValues[Name]

export type TaskName = keyof Tasks
export type TaskArguments<Name extends TaskName> = Parameters<Tasks[Name]>
export type TaskValue<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>

/** The message that a reader posts after a task, with the milliseconds spent on parsing and on the rest. */
export type TaskOutcome = ({ value: unknown } | { error: PackedError }) & { parseMs: number; formatMs: number }

export interface TaskMessage {
  task: string
  args: readonly unknown[]
  limitMs?: number
}

export interface SandboxRunOptions extends Pick<Work, 'signal' | 'share' | 'stages'> {
  /** Deadline for documents, on the `performance.now()` clock. Other tasks, and documents without a deadline, have a fixed limit. */
  deadlineAt?: number
  /** Bytes to give back to `share` when the task is done, because only the task needs them. */
  releaseBytes?: number
}

export interface Sandbox {
  /**
   * Runs a task from `entry.ts` in a reader, on copies of its arguments. Throws any error from the task, `signal.reason`, overloaded, and
   * invalid_response if reading takes too long, needs too much memory or crashes the reader.
   */
  run<Name extends TaskName>(
    task: Name,
    args: TaskArguments<Name>,
    options: SandboxRunOptions,
  ): Promise<TaskValue<Name>>
  /** Starts a reader for small pages unless one is running, so that it loads its code while a page is fetched. */
  prepare(): void
  /** Keeps a reader of each kind ready from now on. */
  warm(): void
  /** Returns the current load of the lanes for small and for large documents. */
  figures(): SandboxFigures
  /** Stops all readers. Running, waiting and later tasks fail with overloaded. */
  close(): Promise<void>
}

export interface LaneFigures {
  working: number
  waiting: number
  readers: number
}

export type SandboxFigures = Readonly<Record<'small' | 'large', LaneFigures>>

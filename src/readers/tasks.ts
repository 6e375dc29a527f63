/** What readers are asked to do: the signatures of the tasks of `entry.ts`, for those who don't load the code. */

import type { WrittenExtra } from '../content/extra-room.ts'
import type { WindowBounds, WrittenPiece } from '../content/window.ts'
import type { WrittenContent } from '../content/written.ts'
import type { AdsProviderName, AskedPages, ParsedResultPage, ProviderAnswer } from '../contract/ads-reading.ts'
import type { Warning } from '../contract/warning.ts'
import type { FormatRequest, FormattedPage, PageExplanation } from '../format/format-request.ts'
import type { Page } from '../html/page.ts'
import type { findUngrounded, PageEvidence } from '../model/grounding.ts'
import type { findSchemaProblem } from '../model/json/compiled-schema.ts'
import type { parseDataAnswer, parseJsonAnswer } from '../model/json/json-answer.ts'
import type { ChosenParts, ReadingBudget } from '../model/long-pages/choose-parts.ts'
import type { ModelView } from '../model/model-view.ts'
import type { Reading } from './reading.ts'
import type { PackedError } from './task-error.ts'

/** What becomes of a page whose first piece is asked for. */
export interface ScrapedPage {
  title: string | null
  /** The whole content. */
  content: WrittenContent
  /** Null when it is the whole. */
  piece: WrittenPiece | null
  extra: WrittenExtra
  /** What is said of the content. */
  warnings: Warning[]
  /** What is said of the further outputs. */
  extraWarnings: Warning[]
}

/** The piece of a page that is asked for. */
export interface PieceRequest extends WindowBounds {
  offset: number
  /** Only the passages that are relevant to this query, if any. */
  highlights?: string | undefined
  /** Further outputs share the room of the piece. */
  holdsExtra?: boolean | undefined
}

/** What a prompt is answered from: the parts of a page that a language model reads. */
export interface AskedPage extends Omit<ModelView, 'text'> {
  chosen: ChosenParts
  /** What an answer is compared with. */
  evidence: PageEvidence
}

/** What a language model is asked about a page. */
export interface Question {
  /** The prompt, and the schema as text. */
  text: string
  /** Chooses the parts that are read. */
  prompt: string
  budget: ReadingBudget
}

/** The tasks that read a page, their first argument. */
interface PageTasks {
  scrape(page: Page, request: FormatRequest, window: PieceRequest): Promise<Reading<ScrapedPage>>
  /** The page as its own result where the target answered 4xx or 5xx: no model is asked about it. */
  ask(page: Page, request: FormatRequest, question: Question): Promise<Reading<AskedPage | ScrapedPage>>
  explain(page: Page): Promise<Reading<PageExplanation>>
}

export interface Tasks extends PageTasks {
  format(page: Page, request: FormatRequest): Promise<FormattedPage>
  cut(content: WrittenContent, offset: number, bounds: WindowBounds, isOutlined: boolean): WrittenPiece
  findUngrounded: typeof findUngrounded
  parseJsonAnswer: typeof parseJsonAnswer
  parseDataAnswer: typeof parseDataAnswer
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
/** The arguments beside the page. */
export type PageTaskArguments<Name extends PageTaskName> =
  Parameters<PageTasks[Name]> extends [Page, ...infer Others] ? Others : never
/** What is read of the page. */
export type PageTaskValue<Name extends PageTaskName> =
  Awaited<ReturnType<PageTasks[Name]>> extends Reading<infer Value> ? Value : never

export type TaskName = keyof Tasks
export type TaskArguments<Name extends TaskName> = Parameters<Tasks[Name]>
export type TaskValue<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>

/** What a reader posts when a task is done, with the milliseconds that parsing and everything else took. */
export type TaskOutcome = ({ value: unknown } | { error: PackedError }) & { parseMs: number; formatMs: number }

/** A task as it is sent to a reader. */
export interface TaskMessage {
  task: string
  args: readonly unknown[]
}

/** What the pool passes to a thread. */
export interface ThreadData {
  /** Folder of the compile cache, which threads don't inherit; null for none. */
  compileCache: string | null
}

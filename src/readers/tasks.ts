/** What readers are asked to do: the signatures of the tasks of `entry.ts`, for those who don't load the code. */

import type { WrittenExtra } from '../content/extra-room.ts'
import type { WindowBounds, WrittenPiece } from '../content/window.ts'
import type { WrittenContent } from '../content/written.ts'
import type { AdsProviderName, AskedPages, ParsedResultPage, ProviderAnswer } from '../contract/ads-reading.ts'
import type { Warning } from '../contract/warning.ts'
import type { FormatRequest, FormattedPage, PageExplanation } from '../format/format-request.ts'
import type { Page } from '../html/page.ts'
import type { findUngrounded } from '../model/grounding.ts'
import type { findSchemaProblem } from '../model/json/compiled-schema.ts'
import type { parseDataAnswer, parseJsonAnswer } from '../model/json/json-answer.ts'
import type { chooseParts } from '../model/long-pages/choose-parts.ts'
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

/** The first piece of a page, and what stands beside it. */
export interface PieceBounds extends WindowBounds {
  /** Further outputs share the room of the piece. */
  holdsExtra?: boolean | undefined
}

export interface Tasks {
  format(page: Page, request: FormatRequest): Promise<FormattedPage>
  scrape(
    page: Page,
    request: FormatRequest,
    offset: number,
    room: PieceBounds,
    highlights?: string | null,
  ): Promise<Reading<ScrapedPage>>
  cut(content: WrittenContent, offset: number, bounds: WindowBounds, isOutlined: boolean): WrittenPiece
  explain(page: Page): Promise<PageExplanation>
  createModelView(page: Page, request: FormatRequest): Promise<Reading<ModelView>>
  chooseParts: typeof chooseParts
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

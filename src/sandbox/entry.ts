/** The inside of a reading thread: takes a task, answers with its value or with what went wrong. */

import { parentPort } from 'node:worker_threads'
import { findUngrounded } from '../answer/grounding.ts'
import { readModelJson } from '../answer/json/json-answer.ts'
import { chooseParts } from '../answer/long-pages/choose-parts.ts'
import { type Reading, toReading } from '../answer/model-view.ts'
import { decodeBody } from '../document/parse/decode.ts'
import { parseDocument } from '../document/parse/parse.ts'
import { type ErrorType, ServiceError } from '../errors.ts'
import { explainPage } from '../format/explain.ts'
import { type FormatRequest, formatPage } from '../format/formats.ts'
import { type ReadPage, readResultPage } from '../google-ads/page/read-result-page.ts'
import { slimSource } from '../google-ads/page/slim-source.ts'
import type { Page } from '../page.ts'

const tasks = {
  format: formatPage,
  explain: explainPage,
  async readForModel(page: Page, request: FormatRequest): Promise<Reading> {
    return toReading(await formatPage(page, { ...request, forModel: true }), page.finalUrl)
  },
  chooseParts,
  findUngrounded,
  readModelJson,
  readResultPage(page: Page, number: number): ReadPage {
    const document = parseDocument(slimSource(decodeBody(page)), page.finalUrl)
    return readResultPage(document, { status: page.status, finalUrl: page.finalUrl, page: number })
  },
} as const

export type TaskName = keyof typeof tasks
export type TaskArguments<Name extends TaskName> = Parameters<(typeof tasks)[Name]>
export type TaskValue<Name extends TaskName> = Awaited<ReturnType<(typeof tasks)[Name]>>

export type Answer =
  | { value: unknown }
  | { refused: { type: ErrorType; message: string; param?: string } }
  | { failed: { message: string; stack: string } }

async function answer({ task, args }: { task: TaskName; args: unknown[] }): Promise<Answer> {
  try {
    return { value: await (tasks[task] as (...args: unknown[]) => unknown)(...args) }
  } catch (error) {
    if (error instanceof ServiceError) {
      const param = error.problems[0]?.loc[1]
      return { refused: { type: error.type, message: error.message, ...(param === undefined ? {} : { param }) } }
    }
    // What a hostile document overflows is the document's fault.
    if (
      error instanceof RangeError &&
      /call stack|Invalid (?:string|array) length|allocation failed/.test(error.message)
    ) {
      return { refused: { type: 'invalid_response', message: 'The page is too complex to read' } }
    }
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    return { failed: { message, stack: stack ?? message } }
  }
}

parentPort?.on('message', async (message: { task: TaskName; args: unknown[] }) => {
  parentPort?.postMessage(await answer(message))
})

/** The tasks of a worker thread: runs one after the other and posts the value or the error of each. */

import { parentPort } from 'node:worker_threads'
import { findUngrounded } from '../answer/grounding.ts'
import { parseJsonAnswer } from '../answer/json/json-answer.ts'
import { chooseParts } from '../answer/long-pages/choose-parts.ts'
import { createModelView, type ModelView } from '../answer/model-view.ts'
import { decodeBody } from '../document/parse/decode.ts'
import { parseDocument } from '../document/parse/parse.ts'
import { explainPage } from '../format/explain.ts'
import { type FormatRequest, formatPage } from '../format/formats.ts'
import type { ParsedResultPage } from '../google-ads/ad.ts'
import { readResultPage } from '../google-ads/page/read-result-page.ts'
import { slimSource } from '../google-ads/page/slim-source.ts'
import type { Page } from '../page.ts'
import { type PackedError, packError } from './task-error.ts'

export const tasks = {
  format: formatPage,
  explain: explainPage,
  async createModelView(page: Page, request: FormatRequest): Promise<ModelView> {
    return createModelView(await formatPage(page, { ...request, forModel: true }), page.finalUrl)
  },
  chooseParts,
  findUngrounded,
  parseJsonAnswer,
  readResultPage(page: Page, number: number): ParsedResultPage {
    const document = parseDocument(slimSource(decodeBody(page)), page.finalUrl)
    return readResultPage(document, { status: page.status, finalUrl: page.finalUrl, page: number })
  },
} as const

export type TaskName = keyof typeof tasks
export type TaskArguments<Name extends TaskName> = Parameters<(typeof tasks)[Name]>
export type TaskValue<Name extends TaskName> = Awaited<ReturnType<(typeof tasks)[Name]>>

/** The message that a thread posts when a task has ended. */
export type TaskOutcome = { value: unknown } | { error: PackedError }

interface TaskMessage {
  task: TaskName
  args: unknown[]
}

parentPort?.on('message', async ({ task, args }: TaskMessage) => {
  let outcome: TaskOutcome
  try {
    outcome = { value: await (tasks[task] as (...args: unknown[]) => unknown)(...args) }
  } catch (error) {
    outcome = { error: packError(error) }
  }
  parentPort?.postMessage(outcome)
})

// The pool's time limit for reading begins now.
parentPort?.postMessage('started')

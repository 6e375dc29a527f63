/** A page's chosen parts and a prompt → the answer: one question to the model, or one for each part and the answers put together. */

import type { Warning } from '../contract/warning.ts'
import {
  correctionFor,
  createNonce,
  fence,
  mergingPart,
  mergingRequest,
  nothingFound,
  requestFor,
  systemFor,
} from './instructions.ts'
import { shapeOf } from './json/answer-schema.ts'
import type { JsonAnswer } from './json/json-answer.ts'
import { mergeJson } from './json/merge-json.ts'
import type { Choice } from './long-pages/choose-parts.ts'
import {
  addUsage,
  type JsonSchema,
  type LanguageModel,
  type ModelAnswer,
  type ModelQuestion,
  modelFailed,
  type TokenUsage,
} from './model/language-model.ts'
import type { Reading } from './model-view.ts'
import { shapeIn, wantsJson } from './prompt/prompt-intent.ts'

export interface PageQuestion {
  reading: Pick<Reading, 'head'>
  choice: Choice
  /** Mark of the fence, made for this page. */
  nonce: string
  prompt: string
  model: string
  maxOutputTokens: number
  signal: AbortSignal
  /** End of the time, on the clock of `performance.now()`. */
  deadlineAt: number
  /** `readModelJson`, in a reading thread. */
  readJson(text: string, schema: JsonSchema | null, isCut: boolean): Promise<JsonAnswer>
  progress(message: string): void
  /** Told an answer in words as it comes; an answer in JSON is told by its end only. */
  onText?: ((piece: string) => void) | undefined
}

export interface PageAnswer {
  /** Text, or bare JSON. */
  content: string
  model: string
  usage: TokenUsage | null
  warnings: Warning[]
}

/** An answer that was read: its text, and its value where it is JSON. */
interface Given {
  text: string
  value: unknown
  model: string
  isCut: boolean
}

/** Parts that are asked at the same time. */
const atOnce = 4

/** Throws model_failed, or `signal.reason`. */
export async function answerPage(asked: PageQuestion, languageModel: LanguageModel): Promise<PageAnswer> {
  const { choice, nonce } = asked
  const prompt = asked.prompt.toWellFormed()
  const schema = shapeIn(prompt)
  const shape = schema !== null || wantsJson(prompt) ? shapeOf(schema) : null
  let usage: TokenUsage | null = null
  // One part that fails fails them all: the others need not be paid for.
  const failing = new AbortController()
  const signal = AbortSignal.any([asked.signal, failing.signal])

  async function put(page: string, question: string, rest: Partial<ModelQuestion> = {}): Promise<ModelAnswer> {
    const answer = await languageModel.ask({
      model: asked.model,
      system: systemFor(nonce),
      page: fence(nonce, asked.reading, page),
      keepsPage: choice.isStable,
      question,
      schema: shape?.schema ?? null,
      maxOutputTokens: asked.maxOutputTokens,
      signal,
      deadlineAt: asked.deadlineAt,
      ...rest,
    })
    usage = addUsage(usage, answer.usage)
    return answer
  }

  /** The answer in the form that was asked for, with one more try where it is JSON and came out wrong. */
  async function ask(page: string, question: string, rest: Partial<ModelQuestion> = {}): Promise<Given> {
    const onText = shape === null ? rest.onText : undefined
    const first = await put(page, question, { ...rest, onText })
    const text = first.text.trim()
    if (shape === null) return { text, value: text, model: first.model, isCut: first.isCut }
    const read = await asked.readJson(first.text, schema, first.isCut)
    if ('value' in read) return given(read.value, first)
    asked.progress('Asking again: the answer was not the JSON that was asked for')
    const correction = { answer: first.text, fault: correctionFor(read.fault) }
    const second = await put(page, question, { ...rest, onText, correction })
    const again = await asked.readJson(second.text, schema, second.isCut)
    if ('value' in again) return given(again.value, second)
    throw modelFailed(`The language model did not give the JSON that was asked for. ${again.fault}`)
  }

  const { parts, shareRead } = choice
  const isJson = shape !== null
  let whole: Given
  if (parts.length === 1) {
    asked.progress(`Asking ${asked.model}`)
    const request = requestFor({ prompt, isJson, part: null, shareRead })
    whole = await ask(parts[0] ?? '', request, { onText: asked.onText })
  } else {
    const answers = await inTurn(parts, atOnce, async (page, at) => {
      asked.progress(`Asking ${asked.model} about part ${at + 1} of ${parts.length}`)
      const part = { number: at + 1, of: parts.length }
      return ask(page, requestFor({ prompt, isJson, part, shareRead }))
    }).catch((error: unknown) => {
      failing.abort(error)
      throw error
    })
    whole = await putTogether(answers)
  }
  return {
    content: whole.text,
    model: whole.model,
    usage,
    warnings: [...truncated(shareRead), ...(whole.isCut ? [cut] : [])],
  }

  async function putTogether(answers: Given[]): Promise<Given> {
    const model = answers[0]?.model ?? asked.model
    const isCut = answers.some((answer) => answer.isCut)
    const merged = isJson ? mergeJson(answers.map(({ value }) => value)) : null
    if (merged) return { text: JSON.stringify(merged.value), value: merged.value, model, isCut }
    const saying = answers.filter(({ text }) => isJson || !isNothing(text))
    const [only] = saying
    if (only && saying.length === 1) {
      asked.onText?.(only.text)
      return { ...only, isCut }
    }
    const texts = (saying.length > 0 ? saying : answers.slice(0, 1)).map(({ text }) => text)
    const joined = texts.join('\n\n')
    // What would not fit into one answer is given as it is.
    if (!isJson && joined.length > asked.maxOutputTokens * 2.5) {
      asked.onText?.(joined)
      return { text: joined, value: joined, model, isCut }
    }
    asked.progress(`Putting the answers of ${texts.length} parts together`)
    const request = mergingRequest({ prompt, isJson })
    // Who answered knew the mark, and a page may have made it say it.
    const page = mergingPart(texts)
    const mark = createNonce({ head: asked.reading.head, text: page })
    const fenced = { system: systemFor(mark), page: fence(mark, asked.reading, page), keepsPage: false }
    const together = await ask(page, request, { ...fenced, onText: asked.onText })
    return { ...together, isCut: isCut || together.isCut }
  }
}

function given(value: unknown, { model, isCut }: ModelAnswer): Given {
  return { text: JSON.stringify(value), value, model, isCut }
}

function isNothing(text: string): boolean {
  return text.replace(/[^A-Za-z]/g, '') === nothingFound
}

const cut: Warning = {
  code: 'answer_cut',
  message: 'The answer reached its length limit and ends early: ask for less, or for one part at a time',
}

function truncated(shareRead: number): Warning[] {
  if (shareRead >= 1) return []
  // Never "100 %" for less than all.
  const percent = Math.min(99, Math.max(1, Math.round(shareRead * 100)))
  return [
    { code: 'input_truncated', message: `The page is long: the model read ${percent} % of it, chosen by the prompt` },
  ]
}

/** The results in order; `limit` of them are worked on at a time. */
async function inTurn<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item, at: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as Item, at)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
  return results
}

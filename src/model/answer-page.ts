/** Answers a prompt from the chosen parts of a page: one model request, or one for each part and a merged answer. */

import type { JsonObject } from '../base/json-value.ts'
import { createSemaphore, type Semaphore } from '../base/semaphore.ts'
import type { Warning } from '../contract/warning.ts'
import {
  answerTask,
  correctionTask,
  createNonce,
  dataRequest,
  emptyPartAnswer,
  fencePage,
  mergeTask,
  partAnswersText,
  systemPrompt,
} from './instructions.ts'
import { createAnswerSchema } from './json/answer-schema.ts'
import { sentDataSchema } from './json/compiled-schema.ts'
import type { JsonAnswer } from './json/json-answer.ts'
import { mergeFirst, mergeJson } from './json/merge-json.ts'
import type { ChosenParts } from './long-pages/choose-parts.ts'
import {
  addUsage,
  type JsonSchema,
  type LanguageModel,
  type ModelRequest,
  type ModelResponse,
  modelFailed,
  type TokenUsage,
} from './model/language-model.ts'
import type { ModelView } from './model-view.ts'
import { asksForJson } from './prompt/prompt-intent.ts'
import { schemaInPrompt } from './prompt/prompt-schema.ts'

export interface PageAnswerRequest {
  view: Pick<ModelView, 'properties'>
  chosen: ChosenParts
  /** Mark of the page's fence. @see createNonce */
  nonce: string
  /** Null where the schema alone says what is asked. */
  prompt: string | null
  /** The form of the data that is asked for; null for an answer to the prompt in the form that it asks for. */
  dataSchema: JsonSchema | null
  /** Model id. */
  model: string
  maxOutputTokens: number
  signal: AbortSignal
  /** Deadline on the clock of `performance.now()`, in milliseconds. */
  deadlineAt: number
  /** `parseJsonAnswer` in a worker thread. */
  parseJson(text: string, schema: JsonSchema | null, isTruncated: boolean): Promise<JsonAnswer>
  /** `parseDataAnswer` in a worker thread. */
  parseData(text: string, schema: JsonSchema, isTruncated: boolean): Promise<JsonAnswer>
  progress(message: string): void
  /** Called with each piece of an answer in text as it is streamed; never for an answer in JSON. */
  onText?: ((piece: string) => void) | undefined
}

interface PageAnswer {
  /** Text, JSON without a code fence, or the data that was asked for. */
  content: string | JsonObject
  model: string
  usage: TokenUsage | null
  warnings: Warning[]
}

/** An answer in the required format. */
interface FormattedAnswer {
  text: string
  /** The parsed value of a JSON answer; the text of any other. */
  value: unknown
  model: string
  isTruncated: boolean
}

/** Model requests in flight for one page. */
const maxConcurrentRequests = 4
/** Part answers beyond this many characters for each output token do not fit into one merged answer. */
const charsPerOutputToken = 2.5

/** Throws model_failed, or `signal.reason`. */
export async function answerPage(request: PageAnswerRequest, languageModel: LanguageModel): Promise<PageAnswer> {
  const { chosen, nonce, dataSchema } = request
  const form = dataSchema ? dataForm(request, dataSchema) : promptForm(request)
  const { prompt, isJson } = form
  let usage: TokenUsage | null = null
  const failure = new AbortController()
  const signal = AbortSignal.any([request.signal, failure.signal])

  async function generate(page: string, task: string, overrides: Partial<ModelRequest> = {}): Promise<ModelResponse> {
    const response = await languageModel.generate({
      model: request.model,
      system: systemPrompt(nonce),
      page: fencePage(nonce, request.view, page),
      cachesPage: chosen.isStable,
      task,
      schema: form.schema,
      maxOutputTokens: request.maxOutputTokens,
      signal,
      deadlineAt: request.deadlineAt,
      ...overrides,
    })
    usage = addUsage(usage, response.usage)
    return response
  }

  /** The answer in the required format; one that is not valid JSON is corrected by a second request. */
  async function answer(page: string, task: string, overrides: Partial<ModelRequest> = {}): Promise<FormattedAnswer> {
    const onText = isJson ? undefined : overrides.onText
    const first = await generate(page, task, { ...overrides, onText })
    if (!isJson) {
      const text = first.text.trim()
      return { text, value: text, model: first.model, isTruncated: first.isTruncated }
    }
    const parsed = await form.parse(first.text, first.isTruncated)
    if ('value' in parsed) return jsonAnswer(parsed.value, first)
    request.progress('Asking again: the answer was not the JSON that was asked for')
    const correction = { answer: first.text, problem: correctionTask(parsed.problem) }
    const second = await generate(page, task, { ...overrides, onText, correction })
    const corrected = await form.parse(second.text, second.isTruncated)
    if ('value' in corrected) return jsonAnswer(corrected.value, second)
    throw modelFailed(`The language model did not give the JSON that was asked for. ${corrected.problem}`)
  }

  const { parts, shareRead } = chosen
  let whole: FormattedAnswer
  if (parts.length === 1) {
    request.progress(`Asking ${request.model}`)
    const task = answerTask({ prompt, isJson, part: null, shareRead })
    whole = await answer(parts[0] ?? '', task, { onText: request.onText })
  } else {
    const slots = createSemaphore(maxConcurrentRequests)
    whole = await mergeAnswers(await Promise.all(parts.map((page, at) => answerPart(slots, page, at))))
  }
  return {
    content: dataSchema ? (whole.value as JsonObject) : whole.text,
    model: whole.model,
    usage,
    warnings: [...inputTruncated(shareRead), ...(whole.isTruncated ? [answerCut] : [])],
  }

  async function answerPart(slots: Semaphore, page: string, at: number): Promise<FormattedAnswer> {
    const release = await slots.acquire(signal)
    try {
      request.progress(`Asking ${request.model} about part ${at + 1} of ${parts.length}`)
      const part = { number: at + 1, of: parts.length }
      return await answer(page, answerTask({ prompt, isJson, part, shareRead }))
    } catch (error) {
      // No answer can come of the other parts any more: this ends the requests for them, and those that wait.
      failure.abort(error)
      throw error
    } finally {
      release()
    }
  }

  async function mergeAnswers(answers: FormattedAnswer[]): Promise<FormattedAnswer> {
    const model = answers[0]?.model ?? request.model
    const isTruncated = answers.some((one) => one.isTruncated)
    const merged = isJson ? await form.merge(answers.map(({ value }) => value)) : null
    if (merged) return { text: JSON.stringify(merged.value), value: merged.value, model, isTruncated }
    const contributing = answers.filter(({ text }) => isJson || !isEmptyPartAnswer(text))
    const [only] = contributing
    if (only && contributing.length === 1) {
      request.onText?.(only.text)
      return { ...only, isTruncated }
    }
    const texts = (contributing.length > 0 ? contributing : answers.slice(0, 1)).map(({ text }) => text)
    const joined = texts.join('\n\n')
    if (!isJson && joined.length > request.maxOutputTokens * charsPerOutputToken) {
      request.onText?.(joined)
      return { text: joined, value: joined, model, isTruncated }
    }
    request.progress(`Putting the answers of ${texts.length} parts together`)
    // The model knew the page's nonce while it wrote these answers, and a page can make a model repeat it.
    const page = partAnswersText(texts)
    const freshNonce = createNonce({ properties: request.view.properties, text: page })
    const together = await answer(page, mergeTask({ prompt, isJson }), {
      system: systemPrompt(freshNonce),
      page: fencePage(freshNonce, request.view, page),
      cachesPage: false,
      onText: request.onText,
    })
    return { ...together, isTruncated: isTruncated || together.isTruncated }
  }
}

/** What is asked, and how an answer is read. */
interface AnswerForm {
  prompt: string
  isJson: boolean
  /** For the model; null for an answer in text. */
  schema: JsonSchema | null
  parse(text: string, isTruncated: boolean): Promise<JsonAnswer>
  /** One value out of those of all parts; null where the language model has to put them together. */
  merge(values: unknown[]): Promise<{ value: unknown } | null>
}

/** The prompt may ask for JSON, and may hold a schema or an example of it. */
function promptForm({ prompt, parseJson }: PageAnswerRequest): AnswerForm {
  const words = (prompt ?? '').toWellFormed()
  const callerSchema = schemaInPrompt(words)
  const isJson = callerSchema !== null || asksForJson(words)
  return {
    prompt: words,
    isJson,
    schema: isJson ? createAnswerSchema(callerSchema).schema : null,
    parse: (text, isTruncated) => parseJson(text, callerSchema, isTruncated),
    merge: async (values) => mergeJson(values),
  }
}

/** Joined lists may be longer than the schema allows, so that the merged value is checked as well. */
function dataForm({ prompt, parseData }: PageAnswerRequest, schema: JsonSchema): AnswerForm {
  return {
    prompt: dataRequest(prompt, schema).toWellFormed(),
    isJson: true,
    schema: sentDataSchema(schema),
    parse: (text, isTruncated) => parseData(text, schema, isTruncated),
    async merge(values) {
      const merged = await parseData(JSON.stringify(mergeFirst(values)), schema, false)
      return 'value' in merged ? merged : null
    },
  }
}

function jsonAnswer(value: unknown, { model, isTruncated }: ModelResponse): FormattedAnswer {
  return { text: JSON.stringify(value), value, model, isTruncated }
}

function isEmptyPartAnswer(text: string): boolean {
  return text.replace(/[^A-Za-z]/g, '') === emptyPartAnswer
}

const answerCut: Warning = {
  code: 'answer_cut',
  message: 'The answer reached its length limit and ends early: ask for less, or for one part at a time',
}

function inputTruncated(shareRead: number): Warning[] {
  if (shareRead >= 1) return []
  // Rounding must not give 100 %, or 0 %.
  const percent = Math.min(99, Math.max(1, Math.round(shareRead * 100)))
  return [
    { code: 'input_truncated', message: `The page is long: the model read ${percent} % of it, chosen by the prompt` },
  ]
}

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
  const { chosen, dataSchema } = request
  const form = dataSchema ? dataForm(request, dataSchema) : promptForm(request)
  const conversation = new Conversation(request, form, languageModel)
  const whole = await (chosen.parts.length === 1 ? conversation.answerWhole() : conversation.answerInParts())
  return {
    content: dataSchema ? (whole.value as JsonObject) : whole.text,
    model: whole.model,
    usage: conversation.usage,
    warnings: [...inputTruncated(chosen.shareRead), ...(whole.isTruncated ? [answerCut] : [])],
  }
}

/** The requests to a language model about one page. */
class Conversation {
  readonly #request: PageAnswerRequest
  readonly #form: AnswerForm
  readonly #languageModel: LanguageModel
  /** Aborts when one part can't be answered. */
  readonly #failure = new AbortController()
  readonly #signal: AbortSignal
  /** Of all requests together. */
  usage: TokenUsage | null = null

  constructor(request: PageAnswerRequest, form: AnswerForm, languageModel: LanguageModel) {
    this.#request = request
    this.#form = form
    this.#languageModel = languageModel
    this.#signal = AbortSignal.any([request.signal, this.#failure.signal])
  }

  answerWhole(): Promise<FormattedAnswer> {
    const { chosen, model, progress, onText } = this.#request
    const { prompt, isJson } = this.#form
    progress(`Asking ${model}`)
    const task = answerTask({ prompt, isJson, part: null, shareRead: chosen.shareRead })
    return this.#answer(chosen.parts[0] ?? '', task, { onText })
  }

  async answerInParts(): Promise<FormattedAnswer> {
    const slots = createSemaphore(maxConcurrentRequests)
    const { parts } = this.#request.chosen
    return this.#merge(await Promise.all(parts.map((page, at) => this.#answerPart(slots, page, at))))
  }

  async #answerPart(slots: Semaphore, page: string, at: number): Promise<FormattedAnswer> {
    const { chosen, model, progress } = this.#request
    const { prompt, isJson } = this.#form
    const release = await slots.acquire(this.#signal)
    try {
      const part = { number: at + 1, of: chosen.parts.length }
      progress(`Asking ${model} about part ${part.number} of ${part.of}`)
      return await this.#answer(page, answerTask({ prompt, isJson, part, shareRead: chosen.shareRead }))
    } catch (error) {
      // No answer can come of the other parts any more: this ends the requests for them, and those that wait.
      this.#failure.abort(error)
      throw error
    } finally {
      release()
    }
  }

  async #generate(page: string, task: string, overrides: Partial<ModelRequest> = {}): Promise<ModelResponse> {
    const { nonce, view, chosen, model, maxOutputTokens, deadlineAt } = this.#request
    const response = await this.#languageModel.generate({
      ...{ model, task, schema: this.#form.schema, maxOutputTokens, signal: this.#signal, deadlineAt },
      system: systemPrompt(nonce),
      page: fencePage(nonce, view, page),
      cachesPage: chosen.isStable,
      ...overrides,
    })
    this.usage = addUsage(this.usage, response.usage)
    return response
  }

  /** The answer in the required format; one that is not valid JSON is corrected by a second request. */
  async #answer(page: string, task: string, overrides: Partial<ModelRequest> = {}): Promise<FormattedAnswer> {
    const { isJson, parse } = this.#form
    const onText = isJson ? undefined : overrides.onText
    const first = await this.#generate(page, task, { ...overrides, onText })
    if (!isJson) {
      const text = first.text.trim()
      return { text, value: text, model: first.model, isTruncated: first.isTruncated }
    }
    const parsed = await parse(first.text, first.isTruncated)
    if ('value' in parsed) return jsonAnswer(parsed.value, first)
    this.#request.progress('Asking again: the answer was not the JSON that was asked for')
    const correction = { answer: first.text, problem: correctionTask(parsed.problem) }
    const second = await this.#generate(page, task, { ...overrides, onText, correction })
    const corrected = await parse(second.text, second.isTruncated)
    if ('value' in corrected) return jsonAnswer(corrected.value, second)
    throw modelFailed(`The language model did not give the JSON that was asked for. ${corrected.problem}`)
  }

  async #merge(answers: FormattedAnswer[]): Promise<FormattedAnswer> {
    const { onText, maxOutputTokens } = this.#request
    const { isJson, merge } = this.#form
    const model = answers[0]?.model ?? this.#request.model
    const isTruncated = answers.some((one) => one.isTruncated)
    const merged = isJson ? await merge(answers.map(({ value }) => value)) : null
    if (merged) return { text: JSON.stringify(merged.value), value: merged.value, model, isTruncated }
    const contributing = answers.filter(({ text }) => isJson || !isEmptyPartAnswer(text))
    const [only] = contributing
    if (only && contributing.length === 1) {
      onText?.(only.text)
      return { ...only, isTruncated }
    }
    const texts = (contributing.length > 0 ? contributing : answers.slice(0, 1)).map(({ text }) => text)
    const joined = texts.join('\n\n')
    if (!isJson && joined.length > maxOutputTokens * charsPerOutputToken) {
      onText?.(joined)
      return { text: joined, value: joined, model, isTruncated }
    }
    const together = await this.#putTogether(texts)
    return { ...together, isTruncated: isTruncated || together.isTruncated }
  }

  #putTogether(texts: readonly string[]): Promise<FormattedAnswer> {
    const { view, progress, onText } = this.#request
    const { prompt, isJson } = this.#form
    progress(`Putting the answers of ${texts.length} parts together`)
    const page = partAnswersText(texts)
    // The model knew the page's nonce while it wrote these answers, and a page can make a model repeat it.
    const nonce = createNonce({ properties: view.properties, text: page })
    return this.#answer(page, mergeTask({ prompt, isJson }), {
      system: systemPrompt(nonce),
      page: fencePage(nonce, view, page),
      cachesPage: false,
      onText,
    })
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

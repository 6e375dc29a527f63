/** Answers a prompt from parts of a page with one model request, or with one for each of several parts and one to merge the answers. */

import type { JsonObject } from '../base/json-value.ts'
import { Semaphore } from '../base/semaphore.ts'
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
import { sentDataSchema } from './json/compiled-schema.ts'
import { type JsonAnswer, mergeJson } from './json/json-answer.ts'
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

export interface PageAnswerRequest extends Pick<ModelRequest, 'model' | 'maxOutputTokens' | 'signal' | 'deadlineAt'> {
  view: Pick<ModelView, 'properties'>
  chosen: ChosenParts
  /** Marks the page's fence. @see createNonce */
  nonce: string
  /** Null if only the schema describes the request. */
  prompt: string | null
  /** Schema of the requested data; null if the prompt determines the format of the answer. */
  dataSchema: JsonSchema | null
  /** Runs `parseJsonAnswer` in a worker thread. */
  parseJson(text: string, schema: JsonSchema | null, isTruncated: boolean): Promise<JsonAnswer>
  progress(message: string): void
  /** Called with each piece of a text answer as it is streamed; never called for JSON. */
  onText?: ((piece: string) => void) | undefined
}

interface FormattedAnswer extends Omit<ModelResponse, 'usage'> {
  /** The parsed value of a JSON answer, or the text of any other answer. */
  value: unknown
}

/** Maximum number of model requests in flight for one page. */
const maxConcurrentRequests = 4
/** If the parts' answers exceed this many characters per output token, they don't fit into one merged answer. */
const charsPerOutputToken = 2.5

/** The content is text, JSON without a code fence, or the requested data. Throws model_failed or `signal.reason`. */
export async function answerPage(request: PageAnswerRequest, languageModel: LanguageModel) {
  const { chosen, dataSchema } = request
  const conversation = new Conversation(request, languageModel)
  const whole = await (chosen.parts.length === 1 ? conversation.answerWhole() : conversation.answerInParts())
  return {
    content: dataSchema ? (whole.value as JsonObject) : whole.text,
    model: whole.model,
    usage: conversation.usage,
    warnings: [...inputTruncated(chosen.shareRead), ...(whole.isTruncated ? [answerCut] : [])],
  }
}

class Conversation {
  readonly #request: PageAnswerRequest
  readonly #prompt: string
  readonly #isJson: boolean
  /** Schema for the model; null if there isn't one. */
  readonly #schema: JsonSchema | null
  readonly #languageModel: LanguageModel
  /** Aborts the requests when one part can't be answered. */
  readonly #failure = new AbortController()
  readonly #signal: AbortSignal
  usage: TokenUsage | null = null

  constructor(request: PageAnswerRequest, languageModel: LanguageModel) {
    const { prompt, dataSchema } = request
    this.#request = request
    this.#prompt = (dataSchema ? dataRequest(prompt, dataSchema) : (prompt ?? '')).toWellFormed()
    this.#isJson = dataSchema !== null || asksForJson(this.#prompt)
    this.#schema = dataSchema && sentDataSchema(dataSchema)
    this.#languageModel = languageModel
    this.#signal = AbortSignal.any([request.signal, this.#failure.signal])
  }

  answerWhole(): Promise<FormattedAnswer> {
    const { chosen, model, progress, onText } = this.#request
    progress(`Asking ${model}`)
    return this.#answer(chosen.parts[0] ?? '', this.#taskFor(null), { onText })
  }

  async answerInParts(): Promise<FormattedAnswer> {
    const slots = new Semaphore(maxConcurrentRequests)
    const { parts } = this.#request.chosen
    return this.#merge(await Promise.all(parts.map((page, at) => this.#answerPart(slots, page, at))))
  }

  async #answerPart(slots: Semaphore, page: string, at: number): Promise<FormattedAnswer> {
    const { chosen, model, progress } = this.#request
    const release = await slots.acquire(this.#signal)
    try {
      const part = { number: at + 1, of: chosen.parts.length }
      progress(`Asking ${model} about part ${part.number} of ${part.of}`)
      return await this.#answer(page, this.#taskFor(part))
    } catch (error) {
      // The other parts' answers are now useless, so this cancels their requests, both running and waiting.
      this.#failure.abort(error)
      throw error
    } finally {
      release()
    }
  }

  #taskFor(part: { number: number; of: number } | null): string {
    const { shareRead } = this.#request.chosen
    return answerTask({ prompt: this.#prompt, isJson: this.#isJson, part, shareRead })
  }

  async #generate(page: string, task: string, overrides: Partial<ModelRequest> = {}): Promise<ModelResponse> {
    const { nonce, view, chosen, model, maxOutputTokens, deadlineAt } = this.#request
    const response = await this.#languageModel.generate({
      ...{ model, task, schema: this.#schema, maxOutputTokens, signal: this.#signal, deadlineAt },
      system: systemPrompt(nonce),
      page: fencePage(nonce, view, page),
      cachesPage: chosen.isStable,
      ...overrides,
    })
    this.usage = addUsage(this.usage, response.usage)
    return response
  }

  /** Returns the answer in the required format. If it isn't valid JSON, a second request corrects it. */
  async #answer(page: string, task: string, overrides: Partial<ModelRequest> = {}): Promise<FormattedAnswer> {
    const { parseJson, dataSchema } = this.#request
    const onText = this.#isJson ? undefined : overrides.onText
    const first = await this.#generate(page, task, { ...overrides, onText })
    if (!this.#isJson) {
      const text = first.text.trim()
      return { text, value: text, model: first.model, isTruncated: first.isTruncated }
    }
    const parsed = await parseJson(first.text, dataSchema, first.isTruncated)
    if ('value' in parsed) return jsonAnswer(parsed.value, first)
    this.#request.progress('Asking again: the answer was not the requested JSON')
    const correction = { answer: first.text, problem: correctionTask(parsed.problem) }
    const second = await this.#generate(page, task, { ...overrides, onText, correction })
    const corrected = await parseJson(second.text, dataSchema, second.isTruncated)
    if ('value' in corrected) return jsonAnswer(corrected.value, second)
    throw modelFailed(`The language model did not return the requested JSON. ${corrected.problem}`)
  }

  async #merge(answers: FormattedAnswer[]): Promise<FormattedAnswer> {
    const { onText, maxOutputTokens } = this.#request
    const isJson = this.#isJson
    const model = answers[0]?.model ?? this.#request.model
    const isTruncated = answers.some((one) => one.isTruncated)
    const merged = isJson ? await this.#mergeJson(answers) : null
    if (merged) return { text: JSON.stringify(merged.value), value: merged.value, model, isTruncated }
    const contributing = answers.filter(({ text }) => isJson || text.replace(/[^A-Za-z]/g, '') !== emptyPartAnswer)
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

  /** Merges the values of all parts; null if only the language model can do so. */
  async #mergeJson(answers: readonly FormattedAnswer[]): Promise<{ value: unknown } | null> {
    const { dataSchema, parseJson } = this.#request
    const { value, isCertain } = mergeJson(answers.map(({ value }) => value))
    if (!dataSchema) return isCertain ? { value } : null
    // Joined lists may be longer than the schema allows.
    const checked = await parseJson(JSON.stringify(value), dataSchema, false)
    return 'value' in checked ? checked : null
  }

  #putTogether(texts: readonly string[]): Promise<FormattedAnswer> {
    const { view, progress, onText } = this.#request
    progress(`Combining the answers from ${texts.length} parts`)
    const page = partAnswersText(texts)
    // A new nonce, because the model knew the page's nonce when it wrote these answers, and a page can make it repeat the nonce.
    const nonce = createNonce({ properties: view.properties, text: page })
    return this.#answer(page, mergeTask({ prompt: this.#prompt, isJson: this.#isJson }), {
      system: systemPrompt(nonce),
      page: fencePage(nonce, view, page),
      cachesPage: false,
      onText,
    })
  }
}

function jsonAnswer(value: unknown, { model, isTruncated }: ModelResponse): FormattedAnswer {
  return { text: JSON.stringify(value), value, model, isTruncated }
}

const answerCut: Warning = {
  code: 'answer_cut',
  message: 'The answer reached its length limit and was cut off: ask for less, or for one part at a time',
}

function inputTruncated(shareRead: number): Warning[] {
  if (shareRead >= 1) return []
  // Rounding must not produce 0% or 100%.
  const percent = Math.min(99, Math.max(1, Math.round(shareRead * 100)))
  return [{ code: 'input_truncated', message: `The page is long: the model read the most relevant ${percent}% of it` }]
}

/** The port to a language model: one question about one text, one answer. It has no tools and remembers nothing. */

import { ServiceError } from '../../errors.ts'

/** A JSON Schema, as far as anything here looks at it. */
export type JsonSchema = { [keyword: string]: unknown }

export interface ModelQuestion {
  /** Id of the model, one that the settings allow. */
  model: string
  /** The rules that hold for the whole call. */
  system: string
  /** The fenced page: the part that a second question about the same page sends again, to the letter. */
  page: string
  /** Whether the same page is likely to be sent again, so that keeping it with the service pays. */
  keepsPage: boolean
  question: string
  /** What was answered and what was wrong with it, when the same is asked again. */
  correction?: { answer: string; fault: string } | undefined
  /** The answer must be JSON of this shape; null for text. */
  schema: JsonSchema | null
  maxOutputTokens: number
  /** Aborts on the client's leaving and at the end of the time. */
  signal: AbortSignal
  /** End of the time, on the clock of `performance.now()`. */
  deadlineAt: number
  /** Told each piece of the answer as it comes. Once it was called nothing is asked a second time. */
  onText?: ((piece: string) => void) | undefined
}

export interface ModelAnswer {
  text: string
  /** The model that answered: the one that was asked, where there is a choice. */
  model: string
  /** Tokens that were read anew (without those that the service had kept) and written; null where nobody counts. */
  usage: TokenUsage | null
  /** Whether the length limit ended it. */
  isCut: boolean
}

export interface TokenUsage {
  inputTokens: number
  outputTokens: number
}

export interface LanguageModel {
  /** Throws model_failed, or `question.signal.reason`. */
  ask(question: ModelQuestion): Promise<ModelAnswer>
}

/** The sum of what was used; what nobody counted counts as nothing. */
export function addUsage(a: TokenUsage | null, b: TokenUsage | null): TokenUsage | null {
  if (!a || !b) return a ?? b
  return { inputTokens: a.inputTokens + b.inputTokens, outputTokens: a.outputTokens + b.outputTokens }
}

export function modelFailed(message: string, retryAfterS?: number): ServiceError {
  return new ServiceError('model_failed', message, retryAfterS === undefined ? {} : { retryAfterS })
}

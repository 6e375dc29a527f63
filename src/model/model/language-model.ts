/** The port to a language model, which takes one request about one page text and returns one response. It has no tools and no memory. */

import { ServiceError } from '../../base/errors.ts'

/** A JSON Schema object. Only the keywords that are read here matter. */
export type JsonSchema = { [keyword: string]: unknown }

export interface ModelRequest {
  /** Model id, one of those that the settings allow. */
  model: string
  system: string
  /** The fenced page text. Further requests about the same page send the same bytes, so that a service can cache them. */
  page: string
  /** True if the same page text is likely to be sent again, so that caching it at the service pays off. */
  cachesPage: boolean
  /** The task: the caller's prompt and the answer format, sent after the page. */
  task: string
  /** The previous answer and its problem, if the same task is sent a second time. */
  correction?: { answer: string; problem: string } | undefined
  /** Schema that a JSON answer must match; null for a text answer. */
  schema: JsonSchema | null
  maxOutputTokens: number
  /** Aborts when the client disconnects or the deadline passes. */
  signal: AbortSignal
  /** Deadline on the `performance.now()` clock, in milliseconds. */
  deadlineAt: number
  /** Called with each piece of text as it is streamed. After the first call, the request is not retried. */
  onText?: ((piece: string) => void) | undefined
}

export interface ModelResponse {
  text: string
  /** Id of the model that answered. Differs from the requested one if the service chooses another. */
  model: string
  /** Null if the service doesn't report usage. */
  usage: TokenUsage | null
  /** True if the length limit cut off the answer. */
  isTruncated: boolean
}

/** Counts output tokens, and input tokens except those read from the service's cache. */
export interface TokenUsage {
  inputTokens: number
  outputTokens: number
}

export interface LanguageModel {
  /** Throws `request.signal.reason`, or model_failed, which is free of charge if the service failed. */
  generate(request: ModelRequest): Promise<ModelResponse>
}

/** Adds two usages. Unreported usage counts as zero. The result is null only if both are null. */
export function addUsage(a: TokenUsage | null, b: TokenUsage | null): TokenUsage | null {
  if (!a || !b) return a ?? b
  return { inputTokens: a.inputTokens + b.inputTokens, outputTokens: a.outputTokens + b.outputTokens }
}

/** The error if the model gave no usable answer even though its service works. The request is charged for the call. */
export function modelFailed(message: string): ServiceError {
  return new ServiceError('model_failed', message)
}

/** The error if the model's service failed or could not be reached. The request is free of charge. */
export function modelServiceFailed(message: string, retryAfterS?: number): ServiceError {
  return new ServiceError('model_failed', message, {
    isFree: true,
    ...(retryAfterS === undefined ? {} : { retryAfterS }),
  })
}

/** What failures of a chat completion mean. */

import { APIConnectionError, APIError } from 'openai'
import {
  brokenAnswer,
  brokenCall,
  type ModelServiceError,
  refusedCall,
  unreachableService,
} from '../model/service-error.ts'
import { contextExceeded, refusable } from './dialect.ts'

/** Error types and codes that no retry helps against. @see https://platform.openai.com/docs/guides/error-codes */
const lastingErrors = new Set([
  ...['invalid_request_error', 'authentication_error', 'permission_error', 'not_found_error', 'insufficient_quota'],
  contextExceeded,
])

const messageByCode: Record<string, string> = {
  [contextExceeded]: 'The page, the prompt and the longest answer are longer than the language model can read',
  insufficient_quota: "The model service refuses this server's account",
}

/** The words of vLLM, llama.cpp and gateways, which have codes of their own. */
const saysTooLong = /\bcontext (?:length|size|window)\b/i

/** The message repeats neither the response nor the request: both may hold a page, a prompt or a key. */
export function toChatServiceError(error: unknown): ModelServiceError {
  if (error instanceof APIConnectionError) return unreachableService()
  if (!(error instanceof APIError)) return brokenCall(error)
  const { status, headers } = error
  const code = saysTooLong.test(error.message) ? contextExceeded : error.code
  const isKnown = typeof code === 'string' && Object.hasOwn(messageByCode, code)
  const type = isKnown ? code : (error.type ?? code)
  if (status === undefined) return brokenAnswer(type, (kind) => !lastingErrors.has(kind))
  const message = isKnown ? messageByCode[code] : undefined
  const parameters = refusable.filter((name) => error.message.includes(name) || error.param === name)
  return refusedCall({ status, headers, type, message, isFinal: code === 'insufficient_quota', parameters })
}

/** Maps failures of a chat completion to service errors. */

import { APIConnectionError, APIError } from 'openai'
import {
  brokenAnswer,
  brokenCall,
  type ModelServiceError,
  refusedCall,
  unreachableService,
} from '../model/service-error.ts'
import { contextExceeded, refusable } from './dialect.ts'

/** Error types and codes for which a retry doesn't help. @see https://platform.openai.com/docs/guides/error-codes */
const lastingErrors = new Set([
  ...['invalid_request_error', 'authentication_error', 'permission_error', 'not_found_error', 'insufficient_quota'],
  contextExceeded,
])

const messageByCode: Record<string, string> = {
  [contextExceeded]: 'The page, the prompt and the maximum answer are longer than the language model can read',
  insufficient_quota: "The model service refused this server's account",
}

/** Wording of vLLM, llama.cpp and gateways, which have their own error codes. */
const saysTooLong = /\bcontext (?:length|size|window)\b/i

/** The message quotes neither the response nor the request: both may hold a page, a prompt or a key. */
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

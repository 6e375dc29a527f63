/** Rate limits over MCP: every message of a request counts, and one beyond the limit is refused before any server sees it. */

import { ServiceError } from '../../../base/errors.ts'
import type { Caller } from '../../../operations/request.ts'
import { toProtocolError } from './protocol-error.ts'
import { errorText } from './tool-text.ts'

/** The refusal of each message of a request, by its place; null for one within the limit. */
export type MessageRefusals = readonly (ServiceError | null)[]

/** A JSON-RPC response that refuses a request: an error, or a tool result that is one. */
type RefusedMessage = { jsonrpc: '2.0'; id: string | number } & (
  | { error: { code: number; message: string; data: unknown } }
  | { result: { resultType: 'complete'; content: { type: 'text'; text: string }[]; isError: true } }
)

/** A batch of more messages is invalid: the SDK refuses it whole, and it counts as one message. */
const maxMessages = 100

/** The messages of a body, as they are counted: a body that is no batch is one message, whatever it is. */
export function messagesOf(body: unknown): readonly unknown[] {
  return Array.isArray(body) && body.length > 0 && body.length <= maxMessages ? body : [body]
}

/** Counts messages of one request, in their order. */
export function countMessages({ count }: Caller, messages: readonly unknown[]): Promise<MessageRefusals> {
  return Promise.all(messages.map(async () => count?.().then(() => null, asRefusal) ?? null))
}

/** The response that refuses a message; null for a notification and for what is no request. */
export function refuseMessage(message: unknown, refusal: ServiceError, requestId: string): RefusedMessage | null {
  const { id, method } = (message ?? {}) as { id?: unknown; method?: unknown }
  if (typeof method !== 'string' || (typeof id !== 'string' && !Number.isSafeInteger(id))) return null
  const response = { jsonrpc: '2.0', id: id as string | number } as const
  if (method !== 'tools/call') {
    const { code, message: text, data } = toProtocolError(refusal, requestId)
    return { ...response, error: { code, message: text, data } }
  }
  const { retryAfterS } = refusal
  const advice = `Retry unchanged: yes${retryAfterS === null ? '' : `, after ${retryAfterS} s`}.`
  const text = errorText(refusal, requestId, advice)
  // Required since revision 2026-07-28; earlier ones allow further fields.
  return { ...response, result: { resultType: 'complete', content: [{ type: 'text', text }], isError: true } }
}

function asRefusal(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  throw error
}

/** Rate limits over MCP. Every message in a request counts. A request that exceeds the limit is refused as a whole. */

import { ServiceError } from '../../../base/errors.ts'
import type { Caller } from '../../../operations/request.ts'
import { toProtocolError } from './protocol-error.ts'
import { errorText } from './tool-text.ts'

/** A JSON-RPC response that refuses a request: an error, or a tool result with `isError`. */
type RefusedMessage = { jsonrpc: '2.0'; id: string | number } & (
  | { error: { code: number; message: string; data: unknown } }
  | { result: { resultType: 'complete'; content: { type: 'text'; text: string }[]; isError: true } }
)

/** A larger batch is invalid. The SDK refuses all of it, and it counts as one message. */
const maxMessages = 100

/** Returns the messages in a body, for counting. A non-batch body counts as one message, even if invalid. */
export function messagesOf(body: unknown): readonly unknown[] {
  return Array.isArray(body) && body.length > 0 && body.length <= maxMessages ? body : [body]
}

/** Counts the messages in one request. Resolves with the error if they exceed the limit, otherwise with null. */
export async function countMessages({ count }: Caller, messages: readonly unknown[]): Promise<ServiceError | null> {
  const counted = await Promise.allSettled(messages.map(() => count?.()))
  const failed = counted.find(({ status }) => status === 'rejected')
  if (failed === undefined) return null
  const { reason } = failed as PromiseRejectedResult
  if (reason instanceof ServiceError) return reason
  throw reason
}

/** Returns the response that refuses a message, or null for a notification or anything that isn't a request. */
export function refuseMessage(message: unknown, refusal: ServiceError, requestId: string): RefusedMessage | null {
  const { id, method } = (message ?? {}) as { id?: unknown; method?: unknown }
  if (typeof method !== 'string' || (typeof id !== 'string' && !Number.isSafeInteger(id))) return null
  const response = { jsonrpc: '2.0', id: id as string | number } as const
  if (method !== 'tools/call') {
    const { code, message: text, data } = toProtocolError(refusal, requestId)
    return { ...response, error: { code, message: text, data } }
  }
  const text = errorText(refusal, requestId)
  // This field has been required since revision 2026-07-28. Earlier revisions allow additional fields.
  return { ...response, result: { resultType: 'complete', content: [{ type: 'text', text }], isError: true } }
}

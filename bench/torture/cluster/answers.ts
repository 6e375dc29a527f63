/** Interprets answers and checks them against docs/api.md: answers of REST, of MCP calls, and of the balancer. */

import { type ErrorType, errorTable, publicType } from '../../../src/base/errors.ts'
import { readErrorText } from '../../../test/interfaces/mcp/error-in-text.ts'

/** The known outcome of a request after an attempt. */
export type Known =
  /** A final answer. `requestId` is null if an earlier attempt was charged and its answer is not kept. */
  | { state: 'answered'; label: string; charged: number; requestId: string | null; nextOffset: number | null }
  /** The connection broke, or the client gave up. The outcome is unknown, or shows when the request is repeated. */
  | { state: 'unknown'; label: string; requestId: string | null }
  /** An answer that docs/api.md doesn't document. */
  | { state: 'broken'; label: string }

/** A complete response. */
export interface Received {
  status: number
  contentType: string
  /** From the response header. */
  requestId: string | null
  text: string
}

/** Statuses of the error types that answers may have. */
const documented = Map.groupBy(Object.keys(errorTable) as ErrorType[], publicType)

interface Body {
  credits_charged?: unknown
  next_offset?: number | null
  request_id?: string
  detail?: { type: string; msg: string }[]
}

/** Interprets an answer of REST, or of the balancer. */
export function judgeRest({ status, contentType, requestId, text }: Received): Known {
  // HAProxy's own error pages: it lost the node handling the request, so the outcome is unknown.
  if (contentType.startsWith('text/html') && [502, 504].includes(status)) {
    return { state: 'unknown', label: `balancer: ${status}`, requestId }
  }
  let body: Body
  try {
    body = JSON.parse(text)
  } catch {
    return { state: 'broken', label: `${status} without JSON: ${text.slice(0, 80)}` }
  }
  return judgeBody(status, body)
}

function judgeBody(status: number, body: Body): Known {
  const { credits_charged: charged, detail, next_offset: nextOffset = null, request_id: requestId } = body
  if (typeof charged !== 'number' || !requestId) return { state: 'broken', label: `${status} without its charge` }
  if (status === 200 && !detail) return { state: 'answered', label: '200', charged, requestId, nextOffset }
  const { type = '', msg = '' } = detail?.[0] ?? {}
  // From the balancer itself, while no node is ready.
  const label = `${status} ${type}${msg.startsWith('No node') ? ', by the balancer' : ''}`
  const statuses = documented.get(type)?.map((one) => errorTable[one].status) ?? []
  if (!statuses.includes(status) || type === 'internal') return { state: 'broken', label }
  if (type === 'idempotency_in_progress') return { state: 'unknown', label, requestId }
  // An earlier attempt was charged, and its answer is no longer kept. The error says how much.
  if (type === 'idempotency_not_kept') {
    return { state: 'answered', label, charged: Number(/charged (\d+)/.exec(msg)?.[1]), requestId: null, nextOffset }
  }
  return { state: 'answered', label, charged, requestId, nextOffset }
}

interface RpcMessage {
  id?: unknown
  error?: { code: number; message: string }
  result?: { isError?: boolean; structuredContent?: Body; content?: { text?: string }[] }
}

/** Interprets the answer to the MCP call `id`. A stream that closed without an answer is an unknown outcome. */
export function judgeCall(received: Received, id: string): Known {
  const { status, contentType, requestId, text } = received
  const isStream = contentType.startsWith('text/event-stream')
  // A refusal before MCP, such as for a key that can't be looked up, has REST's format.
  if (!isStream && !text.includes('"jsonrpc"')) return prefixed(judgeRest(received))
  const messages: RpcMessage[] = isStream
    ? [...text.matchAll(/^data: ?(\{.*)$/gm)].map(([, data = '']) => JSON.parse(data))
    : [JSON.parse(text)]
  const message = messages.find((one) => one.id === id && (one.result || one.error))
  const { result, error } = message ?? messages.find((one) => one.error) ?? {}
  if (error) return { state: 'broken', label: `mcp: ${status} with JSON-RPC error ${error.code} ${error.message}` }
  if (!result) return { state: 'unknown', label: 'mcp: closed without an answer', requestId }
  if (!result.isError) return prefixed(judgeBody(200, result.structuredContent ?? {}))
  const shown = result.content?.[0]?.text ?? ''
  try {
    const { type, charged, requestId } = readErrorText(shown)
    const statusOf = documented.get(type)?.[0]
    const body = { credits_charged: charged, detail: [{ type, msg: shown }], request_id: requestId }
    return prefixed(judgeBody(statusOf ? errorTable[statusOf].status : 0, body))
  } catch {
    return { state: 'broken', label: `mcp: an error without its parts: ${shown.slice(0, 80)}` }
  }
}

function prefixed(known: Known): Known {
  return { ...known, label: `mcp: ${known.label}` }
}

/** Interprets answers from REST, MCP calls and the balancer, and checks them against docs/api.md. */

import { type ErrorType, errorTable, publicType } from '../../../src/base/errors.ts'
import { readErrorText } from '../../../test/interfaces/mcp/error-in-text.ts'

/** The outcome of a request, as far as it is known after an attempt. */
export type Known =
  /** A final answer. `requestId` is null if an earlier attempt was charged and its answer was not kept. */
  | { state: 'answered'; label: string; charged: number; requestId: string | null; nextOffset: number | null }
  /** The connection broke or the client gave up. The outcome is unknown unless the request can be repeated. */
  | { state: 'unknown'; label: string; requestId: string | null }
  /** An answer that docs/api.md doesn't document. */
  | { state: 'broken'; label: string }

/** A complete response. */
export interface Received {
  status: number
  contentType: string
  /** ID from the response header. */
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

/** Interprets an answer from REST or from the balancer. */
export function judgeRest({ status, contentType, requestId, text }: Received): Known {
  // These are HAProxy's own error pages, sent when it has lost the node that handled the request. The outcome is unknown.
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

/** Interprets the line of one URL of a batch. */
export function judgeLine({ status, result, error }: { status: number; result?: Body; error?: Body }): Known {
  const known = judgeBody(status, result ?? error ?? {})
  return { ...known, label: `batch: ${known.label}` }
}

function judgeBody(status: number, body: Body): Known {
  const { credits_charged: charged, detail, next_offset: nextOffset = null, request_id: requestId } = body
  if (typeof charged !== 'number' || !requestId) return { state: 'broken', label: `${status} without its charge` }
  if (status === 200 && !detail) return { state: 'answered', label: '200', charged, requestId, nextOffset }
  const { type = '', msg = '' } = detail?.[0] ?? {}
  // The balancer itself sends this while no node is ready.
  const label = `${status} ${type}${msg.startsWith('No node') ? ', by the balancer' : ''}`
  const statuses = documented.get(type)?.map((one) => errorTable[one].status) ?? []
  if (!statuses.includes(status) || type === 'internal') return { state: 'broken', label }
  if (type === 'idempotency_in_progress') return { state: 'unknown', label, requestId }
  // An earlier attempt was charged, but its answer is no longer kept. The error contains the charge.
  if (type === 'idempotency_not_kept') {
    return { state: 'answered', label, charged: Number(/cost (\d+)/.exec(msg)?.[1]), requestId: null, nextOffset }
  }
  return { state: 'answered', label, charged, requestId, nextOffset }
}

interface RpcMessage {
  id?: unknown
  error?: { code: number; message: string }
  result?: { isError?: boolean; structuredContent?: Body; content?: { text?: string }[] }
}

/** Interprets the answer to the MCP call `id`. The outcome is unknown if the stream closes without an answer. */
export function judgeCall(received: Received, id: string): Known {
  const { status, contentType, requestId, text } = received
  const isStream = contentType.startsWith('text/event-stream')
  // A request that is refused before it reaches MCP, for example because its key can't be looked up, gets an error in REST's format.
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

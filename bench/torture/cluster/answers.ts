/** What an answer says, and whether docs/api.md has it: that of REST, of a call over MCP, and of the balancer. */

import { type ErrorType, errorTable, publicType } from '../../../src/base/errors.ts'

/** What is known of a request after an attempt. */
export type Known =
  /** Answered for good. `requestId` is null where an earlier attempt was charged whose answer is not kept. */
  | { state: 'answered'; label: string; charged: number; requestId: string | null; nextOffset: number | null }
  /** The connection broke, or it was given up: whether it was done is not known, or shows when it is repeated. */
  | { state: 'unknown'; label: string; requestId: string | null }
  /** An answer that docs/api.md does not have. */
  | { state: 'broken'; label: string }

/** A whole response. */
export interface Received {
  status: number
  contentType: string
  /** Of the header. */
  requestId: string | null
  text: string
}

/** Statuses of the types that answers may name. */
const documented = Map.groupBy(Object.keys(errorTable) as ErrorType[], publicType)

interface Body {
  credits_charged?: unknown
  next_offset?: number | null
  request_id?: string
  detail?: { type: string; msg: string }[]
}

/** An answer of REST, or of the balancer. */
export function judgeRest({ status, contentType, requestId, text }: Received): Known {
  // HAProxy's own pages: it lost the node that it had asked, so that nobody knows what was done.
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
  if (typeof charged !== 'number' || !requestId) return { state: 'broken', label: `${status} without what was charged` }
  if (status === 200 && !detail) return { state: 'answered', label: '200', charged, requestId, nextOffset }
  const { type = '', msg = '' } = detail?.[0] ?? {}
  // The balancer's own, while no node is ready.
  const label = `${status} ${type}${msg.startsWith('No node') ? ', by the balancer' : ''}`
  const statuses = documented.get(type)?.map((one) => errorTable[one].status) ?? []
  if (!statuses.includes(status) || type === 'internal') return { state: 'broken', label }
  if (type === 'idempotency_in_progress') return { state: 'unknown', label, requestId }
  // An earlier attempt was charged, and its answer is not there any more: it says how much.
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

/** The answer to the call `id` over MCP. A stream that has ended without one is an unknown outcome. */
export function judgeCall(received: Received, id: string): Known {
  const { status, contentType, requestId, text } = received
  const isStream = contentType.startsWith('text/event-stream')
  // A refusal before MCP, such as of a key that can't be looked up, has the form of REST's.
  if (!isStream && !text.includes('"jsonrpc"')) return prefixed(judgeRest(received))
  const messages: RpcMessage[] = isStream
    ? [...text.matchAll(/^data: ?(\{.*)$/gm)].map(([, data = '']) => JSON.parse(data))
    : [JSON.parse(text)]
  const message = messages.find((one) => one.id === id && (one.result || one.error))
  const { result, error } = message ?? messages.find((one) => one.error) ?? {}
  if (error) return { state: 'broken', label: `mcp: ${status} with JSON-RPC error ${error.code} ${error.message}` }
  if (!result) return { state: 'unknown', label: 'mcp: ended without an answer', requestId }
  if (!result.isError) return prefixed(judgeBody(200, result.structuredContent ?? {}))
  // The error's body is the last paragraph, behind `type: message`.
  const shown = result.content?.[0]?.text ?? ''
  const type = /^\w+/.exec(shown)?.[0] ?? ''
  try {
    const body: Body = JSON.parse(shown.slice(shown.lastIndexOf('\n\n')))
    const statusOf = documented.get(type)?.[0]
    return prefixed(judgeBody(statusOf ? errorTable[statusOf].status : 0, body))
  } catch {
    return { state: 'broken', label: `mcp: an error without its body: ${shown.slice(0, 80)}` }
  }
}

function prefixed(known: Known): Known {
  return { ...known, label: `mcp: ${known.label}` }
}

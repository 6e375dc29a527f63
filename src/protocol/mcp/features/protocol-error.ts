/** Faults of the protocol itself: what no tool result can tell. Both SDKs answer with `code` and `data` as the JSON-RPC error. */

import { ServiceError } from '../../../errors.ts'
import { emit } from '../../../observe.ts'
import { errorBody } from '../../error-body.ts'

/** Invalid params, unless another code is given. */
export class McpProtocolError extends Error {
  override readonly name: string = 'McpProtocolError'
  readonly code: number
  readonly data: unknown

  constructor(message: string, { code = -32602, data }: { code?: number; data?: unknown } = {}) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** A resource that is not there, or is another key's. The revisions before 2026-07-28 have a code of its own for it. */
export class ResourceNotFoundError extends McpProtocolError {
  override readonly name = 'ResourceNotFoundError'

  constructor(uri: string, code = -32602) {
    super('Resource not found', { code, data: { uri } })
  }

  /** @see MCP 2025-11-25, Resources, Error Handling */
  toLegacy(): ResourceNotFoundError {
    return new ResourceNotFoundError((this.data as { uri: string }).uri, -32002)
  }
}

/** What a request that is no tool call is answered with: a refusal of ours takes its error body along, a bug tells no detail. */
export function toProtocolError(error: unknown, requestId: string): McpProtocolError {
  if (error instanceof McpProtocolError) return error
  if (error instanceof ServiceError) {
    return new McpProtocolError(`${error.type}: ${error.message}`, { code: -32000, data: errorBody(error, requestId) })
  }
  emit('gleaner:fault', { requestId, error })
  return new McpProtocolError('Internal error', { code: -32603, data: { request_id: requestId } })
}

/** JSON-RPC errors, for failures that aren't tool results. Both SDKs put `code` and `data` into the response. */

import { ServiceError } from '../../../base/errors.ts'
import { emit } from '../../../base/events.ts'
import { errorBodyOf } from '../../error-body.ts'

/** A JSON-RPC error. Default code: -32602 (Invalid params). */
export class McpProtocolError extends Error {
  override readonly name = 'McpProtocolError'
  readonly code: number
  readonly data: unknown

  constructor(message: string, { code = -32602, data }: { code?: number; data?: unknown } = {}) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** The resource does not exist or belongs to another key. Legacy revisions have a separate code for this. */
export class ResourceNotFoundError extends McpProtocolError {
  constructor(uri: string) {
    super('Resource not found', { data: { uri } })
  }

  /** @see MCP 2025-11-25, Resources, Error Handling */
  toLegacy(): McpProtocolError {
    return new McpProtocolError(this.message, { code: -32002, data: this.data })
  }
}

/**
 * Converts any error into a protocol error. A ServiceError carries its error body as `data`. A bug's details are withheld, and the bug is
 * reported on `gleaner:fault`.
 */
export function toProtocolError(error: unknown, requestId: string): McpProtocolError {
  if (error instanceof McpProtocolError) return error
  if (error instanceof ServiceError) {
    return new McpProtocolError(`${error.type}: ${error.message}`, {
      code: -32000,
      data: errorBodyOf(error, requestId),
    })
  }
  emit('gleaner:fault', { requestId, error })
  return new McpProtocolError('Internal error', { code: -32603, data: { request_id: requestId } })
}

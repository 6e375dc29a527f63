import { describe, expect, it, onTestFinished } from 'vitest'
import { ServiceError } from '../../../../src/base/errors.ts'
import { subscribe } from '../../../../src/base/events.ts'
import {
  McpProtocolError,
  ResourceNotFoundError,
  toProtocolError,
} from '../../../../src/interfaces/mcp/features/protocol-error.ts'

describe('a protocol error', () => {
  it('is passed on unchanged', () => {
    const error = new McpProtocolError('Unknown tool')
    expect(error).toMatchObject({ code: -32602, data: undefined })
    expect(toProtocolError(error, 'r-1')).toBe(error)
  })

  it('has the error body of a service error as data', () => {
    expect(toProtocolError(new ServiceError('rate_limited', 'Too many requests'), 'r-1')).toMatchObject({
      code: -32000,
      message: 'rate_limited: Too many requests',
      data: { detail: [{ type: 'rate_limited' }], request_id: 'r-1', retryable: true },
    })
  })

  it('has no details of a bug, which is reported', () => {
    const reported: unknown[] = []
    onTestFinished(subscribe('gleaner:fault', ({ error }) => reported.push(error)))
    const bug = new TypeError('secret detail')
    const error = toProtocolError(bug, 'r-1')
    expect(error).toMatchObject({ code: -32603, data: { request_id: 'r-1' } })
    expect(error.message).not.toContain('secret')
    expect(reported).toEqual([bug])
  })

  it('has a separate code for a missing resource in legacy revisions', () => {
    const error = new ResourceNotFoundError('gleaner://snapshot/none')
    expect(error).toMatchObject({ code: -32602, data: { uri: 'gleaner://snapshot/none' } })
    expect(error.toLegacy()).toMatchObject({ code: -32002, data: { uri: 'gleaner://snapshot/none' } })
  })
})

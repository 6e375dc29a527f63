import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../../../src/base/errors.ts'
import { noShare } from '../../../../src/base/share.ts'
import { createMcpFeatures, createMethods } from '../../../../src/interfaces/mcp/features/features.ts'
import type { McpRequest } from '../../../../src/interfaces/mcp/features/mcp-request.ts'
import { createMemorySnapshots } from '../../../../src/pages/snapshot/memory-stores.ts'
import { createFetchFeatures, operations } from '../fetch-features.ts'

const methods = createMethods(createFetchFeatures())
type MethodName = keyof typeof methods

const request = (more: Partial<McpRequest> = {}): McpRequest => ({
  caller: { keyId: 'key-a', transport: 'mcp-http' },
  share: noShare,
  requestId: 'r-1',
  signal: new AbortController().signal,
  resultForm: 'text',
  ...more,
})

describe('a method', () => {
  const lists: [MethodName, string][] = [
    ['tools/list', 'tools'],
    ['resources/list', 'resources'],
    ['resources/templates/list', 'resourceTemplates'],
    ['prompts/list', 'prompts'],
  ]
  it.each(lists)('%s takes no parameters', async (name, field) => {
    expect(await methods[name](undefined, request())).toHaveProperty(field)
  })

  const invalid: [MethodName, unknown, string][] = [
    ['tools/call', {}, 'params.name'],
    ['tools/call', undefined, 'params'],
    ['resources/read', { uri: 7 }, 'params.uri'],
    ['prompts/get', { name: 'summarize_page', arguments: { url: 7 } }, 'params.arguments.url'],
  ]
  it.each(invalid)('%s names the invalid parameter of %j', async (name, params, path) => {
    await expect(methods[name](params, request())).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(`Invalid params: ${path}`),
    })
  })

  it("fails with the same error when aborted, regardless of the signal's reason", async () => {
    const reason = new Error('the connection was lost')
    const enter = () => Promise.reject(reason)
    const caller = { ...request().caller, enter }
    const aborted = request({ caller, signal: AbortSignal.abort(reason) })
    await expect(methods['resources/read']({ uri: 'gleaner://snapshot/a' }, aborted)).rejects.toMatchObject({
      code: -32000,
      message: 'The request was stopped',
    })
  })

  it('returns the error body of a service error', async () => {
    const enter = () => Promise.reject(new ServiceError('rate_limited', 'Too many requests', { retryAfterS: 3 }))
    const snapshots = createMemorySnapshots()
    const invoke = () => Promise.reject(new Error('is not called'))
    const limited = createMethods(createMcpFeatures({ operations, invoke, snapshots }))
    const caller = { ...request().caller, enter }
    await expect(limited['resources/read']({ uri: 'gleaner://snapshot/a' }, request({ caller }))).rejects.toMatchObject(
      {
        code: -32000,
        data: { detail: [{ type: 'rate_limited' }], request_id: 'r-1' },
      },
    )
  })
})

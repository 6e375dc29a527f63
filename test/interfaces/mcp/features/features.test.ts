import { describe, expect, it } from 'vitest'
import type { Caller } from '../../../../src/operations/request.ts'
import { createFetchFeatures } from '../fetch-features.ts'

const caller: Caller = { keyId: 'key-a', transport: 'mcp-http' }
const domain = { type: 'ref/prompt', name: 'ads_for' } as const

describe('a completion', () => {
  it('has at most 100 values, and their number', async () => {
    const { complete } = createFetchFeatures()
    const all = await complete(caller, domain, { name: 'domain', value: '' })
    expect(all).toMatchObject({ hasMore: true, values: expect.any(Array) })
    expect(all.values).toHaveLength(100)
    expect(all.total).toBeGreaterThan(100)
    const some = await complete(caller, domain, { name: 'domain', value: 'CO.u' })
    expect(some.values[0]).toBe('co.ug')
    expect(some).toMatchObject({ hasMore: false, total: some.values.length })
  })

  it('of a device is one that the tool takes', async () => {
    const { complete } = createFetchFeatures()
    const { values } = await complete(caller, domain, { name: 'device', value: 't' })
    expect(values).toEqual(['tablet', 'desktop'])
  })

  it('is empty when nothing matches, and for an argument without choices', async () => {
    const { complete } = createFetchFeatures()
    for (const name of ['domain', 'query']) {
      expect(await complete(caller, domain, { name, value: 'zzz' })).toEqual({ values: [], total: 0, hasMore: false })
    }
  })

  it('of an unknown resource template is refused', async () => {
    const { complete } = createFetchFeatures()
    const other = { type: 'ref/resource', uri: 'file:///{path}' } as const
    await expect(complete(caller, other, { name: 'path', value: '' })).rejects.toMatchObject({ code: -32602 })
  })
})

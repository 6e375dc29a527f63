import { describe, expect, it } from 'vitest'
import { openListener } from '../listener.ts'
import { modern, post } from '../requests.ts'

describe('a list of the modern era', () => {
  const cases: [string, object][] = [
    ['tools/list', { ttlMs: 3_600_000, cacheScope: 'private' }],
    ['prompts/list', { ttlMs: 3_600_000, cacheScope: 'public' }],
    ['resources/templates/list', { ttlMs: 3_600_000, cacheScope: 'public' }],
    ['server/discover', { ttlMs: 3_600_000, cacheScope: 'public' }],
    ['resources/list', { ttlMs: 0, cacheScope: 'private' }],
  ]
  it.each(cases)('states how long it may be cached, and by whom: %s', async (method, hint) => {
    const response = await post(await openListener(), ...modern(method))
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ result: hint })
  })
})

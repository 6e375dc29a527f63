import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account, accountUsage } from '../../../src/contract/account.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { type Json, jsonOf, openTestService, type TestService, typesOf } from '../../service.ts'
import { createKey as createKeyOf } from '../cli/run-command.ts'

let gleaner: TestService
let origin: Origin
const today = new Date().toISOString().slice(0, 10)

beforeAll(async () => {
  origin = await openOrigin({ '/': { body: '<p>Hello</p>' }, '/gone': { status: 410, body: '<p>gone</p>' } })
  gleaner = await openTestService()
})
afterAll(async () => {
  await gleaner.close()
  await origin.close()
})

const createKey = (...flags: string[]) => createKeyOf(gleaner.access, ...flags)
const get = (key: string, path: string, parameters: Record<string, string> = {}) =>
  gleaner.get(path, parameters, { headers: { authorization: `Bearer ${key}` } })

describe('the account', () => {
  it("contains the key's remaining credits, used credits and limit", async () => {
    const { key, key_id } = await createKey('--credits', '10', '--rate-limit', '50/10')
    const result = await jsonOf(get(key, '/v1/scrape', { url: `${origin.url}/` }))
    expect(result).toMatchObject({ credits_charged: 1, credits_remaining: 9 })
    const body = await jsonOf(get(key, '/v1/account'))
    expect(body).toEqual({
      ...{ key_id, name: 'mine', credits_remaining: 9, credits_used: 1 },
      rate_limit: { limit: 50, window_s: 10 },
    })
    expect(account.result.safeParse(body).success).toBe(true)
  })

  it('has no balance for an unlimited key, but still counts usage', async () => {
    const { key, key_id } = await createKey()
    await jsonOf(get(key, '/v1/scrape', { url: `${origin.url}/` }))
    expect(await jsonOf(get(key, '/v1/account'))).toEqual({
      ...{ key_id, name: 'mine', credits_remaining: null, credits_used: 1, rate_limit: null },
    })
  })

  it('takes no parameters and needs a key', async () => {
    expect(typesOf(await jsonOf(gleaner.get('/v1/account', { x: '1' })))).toEqual(['extra_forbidden'])
    expect((await fetch(`${gleaner.url}/v1/account`)).status).toBe(401)
  })

  it('has no name and no credits if the service has no keys', async () => {
    const open = await openTestService({}, { noAuth: true })
    expect(await (await fetch(`${open.url}/v1/account`)).json()).toEqual({
      ...{ key_id: null, name: null, credits_remaining: null, credits_used: 0, rate_limit: null },
    })
    await open.close()
  })
})

describe('usage', () => {
  it('counts results, failures and credits by day and operation, for this key only', async () => {
    const { key, key_id } = await createKey('--credits', '100')
    await jsonOf(get(key, '/v1/scrape', { url: `${origin.url}/` }))
    await jsonOf(get(key, '/v1/scrape', { url: `${origin.url}/gone` }))
    await jsonOf(get(key, '/v1/scrape', { url: `${origin.url}/`, css_selector: '#none' }))
    await jsonOf(get(key, '/v1/scrape', { zzz: '1' }))
    const body = await jsonOf(get(key, '/v1/account/usage'))
    expect(accountUsage.result.safeParse(body).success).toBe(true)
    expect(body).toMatchObject({
      ...{ key_id, to: today },
      usage: [{ day: today, operation: 'scrape', requests: 2, failed: 1, credits: 1 }],
    })
    expect(await jsonOf(get(key, '/v1/account/usage', { from: '2020-01-01', to: '2020-12-31' }))).toEqual({
      ...{ key_id, from: '2020-01-01', to: '2020-12-31', usage: [] },
    })
  })

  it.each<[string, Json]>([
    ['value_error', { from: '2026-02-30' }],
    ['value_error', { from: 'yesterday' }],
    ['value_error', { from: '2026-02-02', to: '2026-02-01' }],
    ['value_error', { from: '2999-01-01' }],
    ['extra_forbidden', { day: '2026-02-02' }],
  ])('responds with %s to %o', async (type, parameters) => {
    const response = await gleaner.get('/v1/account/usage', parameters as Record<string, string>)
    expect(response.status).toBe(422)
    expect(typesOf(await jsonOf(response))).toEqual([type])
  })
})

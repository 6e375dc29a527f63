import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeAccess } from '../../src/compose/access.ts'
import { answers, openScriptedModel, type ScriptedModel, testKey } from '../model/scripted-model.ts'
import { type Origin, openOrigin } from '../origin.ts'
import { jsonOf, openTestService, type TestService } from '../service.ts'

let gleaner: TestService
let origin: Origin
let model: ScriptedModel

beforeAll(async () => {
  model = await openScriptedModel([answers('An answer.')])
  origin = await openOrigin({ '/long': { body: `<p>${'A long page. '.repeat(200)}</p>` } })
  gleaner = await openTestService({ ANTHROPIC_API_KEY: testKey, ANTHROPIC_BASE_URL: model.url })
})
afterAll(async () => {
  await gleaner.close()
  await origin.close()
  await model.close()
})

describe('data that a running service keeps for a key', () => {
  it('cannot be read once another process has revoked the key', async () => {
    const [ended, other] = [await gleaner.access.issue('ended'), await gleaner.access.issue('other')]
    const read = (key: string, parameters: Record<string, string> = {}, headers: Record<string, string> = {}) =>
      gleaner.get(
        '/v1/scrape',
        { url: `${origin.url}/long`, max_chars: '100', ...parameters },
        { headers: { authorization: `Bearer ${key}`, ...headers } },
      )
    for (const { key } of [ended, other]) {
      expect((await read(key, {}, { 'idempotency-key': 'a' })).status).toBe(200)
      expect((await read(key, { prompt: 'What is it?' })).status).toBe(200)
    }
    expect(await jsonOf(read(ended.key, { offset: '100' }))).toMatchObject({ credits_charged: 0 })

    const elsewhere = await composeAccess(gleaner.config)
    expect(await elsewhere.keys.revoke(ended.id, new Date().toISOString())).toBe(true)
    await elsewhere.close()

    expect((await read(ended.key, { offset: '100' })).status).toBe(401)
    expect((await read(ended.key, {}, { 'idempotency-key': 'a' })).status).toBe(401)
    expect(await jsonOf(read(other.key, { offset: '100' }))).toMatchObject({ credits_charged: 0 })
  })
})

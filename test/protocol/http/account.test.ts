import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account, accountUsage } from '../../../src/operations/account.ts'
import { runKeys } from '../../../src/protocol/cli/keys-command.ts'
import { runUsage } from '../../../src/protocol/cli/usage-command.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { type Json, jsonOf, openTestService, type TestService, typesOf } from '../../service.ts'

let gleaner: TestService
let origin: Origin
let folder: string
const today = new Date().toISOString().slice(0, 10)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-account-'))
  origin = await openOrigin({ '/': { body: '<p>Hello</p>' }, '/gone': { status: 410, body: '<p>gone</p>' } })
  gleaner = await openTestService({ GLEANER_DATA_DIR: folder })
})
afterAll(async () => {
  await gleaner.close()
  await origin.close()
  rmSync(folder, { recursive: true })
})

async function run(command: typeof runKeys | typeof runUsage, ...argv: string[]) {
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const out = (text: string) => void stdout.push(text)
  const err = (text: string) => void stderr.push(text)
  const code = await command({ access: gleaner.access, argv, out, err })
  return { code, stdout: stdout.join(''), stderr: stderr.join('') }
}
const keys = (...argv: string[]) => run(runKeys, ...argv)
const createKey = async (...flags: string[]) =>
  JSON.parse((await keys('create', '--name', 'mine', ...flags, '--json')).stdout) as { key: string; key_id: string }
const get = (key: string, path: string, parameters: Record<string, string> = {}) =>
  gleaner.get(path, parameters, { headers: { authorization: `Bearer ${key}` } })

describe('the account', () => {
  it('holds the credits of the key, those that it used, and its limit', async () => {
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

  it('of an unlimited key has no balance and counts all the same', async () => {
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

  it('without keys has no name and no credits', async () => {
    const open = await openTestService({}, { noAuth: true })
    expect(await (await fetch(`${open.url}/v1/account`)).json()).toEqual({
      ...{ key_id: null, name: null, credits_remaining: null, credits_used: 0, rate_limit: null },
    })
    await open.close()
  })
})

describe('usage', () => {
  it('counts results, failures and credits by day and operation, of this key alone', async () => {
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
    const listed = JSON.parse((await run(runUsage, '--key', key_id, '--json')).stdout)
    expect(listed.usage).toEqual([{ key_id, day: today, operation: 'scrape', requests: 2, failed: 1, credits: 1 }])
    const shown = (await run(runUsage)).stdout
    expect(shown).toMatch(/^KEY +DAY +OPERATION +REQUESTS +FAILED +CREDITS\n/)
    expect(shown).toMatch(new RegExp(`^${key_id} +${today} +scrape +2 +1 +1$`, 'm'))
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

  it('of an unknown key or of faulty days ends with exit code 2', async () => {
    expect((await run(runUsage, '--key', 'nothing')).code).toBe(2)
    expect(await run(runUsage, '--from', 'x')).toMatchObject({ code: 2, stderr: expect.stringContaining('--from') })
  })
})

describe('gleaner keys', () => {
  it('create --json prints exactly key, key_id, name and credits', async () => {
    const made = await createKey('--credits', '7')
    expect(made).toEqual({
      key: expect.stringMatching(/^glnr_/),
      key_id: made.key.split('_')[1],
      name: 'mine',
      credits: 7,
    })
    expect(Object.keys(made)).toEqual(['key', 'key_id', 'name', 'credits'])
  })

  it('show prints all terms, as JSON and as a table', async () => {
    const { key_id } = await createKey('--credits', '7', '--expires', '30d', '--rate-limit', '5', '--concurrency', '2')
    expect(JSON.parse((await keys('show', key_id, '--json')).stdout)).toMatchObject({
      ...{ key_id, name: 'mine', state: 'active', credits_remaining: 7, credits_used: 0, concurrency: 2 },
      rate_limit: { limit: 5, window_s: 60 },
    })
    const { stdout } = await keys('show', key_id)
    expect(stdout).toMatch(/^RATE_LIMIT +5 in 60 s$/m)
    expect((await keys('list')).stdout).toMatch(new RegExp(`^${key_id} +\\S+ +active +7 +0 +mine$`, 'm'))
    expect((await keys('show', 'nothing')).code).toBe(2)
  })

  it('rotate gives a second key of the same id; the first one works for the overlap', async () => {
    const { key, key_id } = await createKey()
    const rotated = JSON.parse((await keys('rotate', key_id, '--json')).stdout)
    expect(rotated.key_id).toBe(key_id)
    for (const one of [key, rotated.key]) expect((await get(one, '/v1/account')).status).toBe(200)
    const third = (await keys('rotate', key_id, '--overlap', '0s')).stdout.trim()
    expect((await get(third, '/v1/account')).status).toBe(200)
    for (const one of [key, rotated.key]) expect((await get(one, '/v1/account')).status).toBe(401)
    await keys('revoke', key_id)
    expect((await keys('rotate', key_id)).code).toBe(2)
  })

  it('grant adds to a balance, and to nothing else', async () => {
    const { key, key_id } = await createKey('--credits', '0')
    expect((await get(key, '/v1/scrape', { url: `${origin.url}/` })).status).toBe(402)
    expect(JSON.parse((await keys('grant', key_id, '5', '--json')).stdout)).toEqual({
      ...{ key_id, granted: 5, credits_remaining: 5 },
    })
    expect((await get(key, '/v1/scrape', { url: `${origin.url}/` })).status).toBe(200)
    const unlimited = await createKey()
    expect(await keys('grant', unlimited.key_id, '5')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('unlimited'),
    })
    for (const amount of ['0', '-1', '1.5', 'x']) expect((await keys('grant', key_id, amount)).code).toBe(2)
  })

  it('names the number of words that a command takes', async () => {
    expect((await keys('show')).stderr).toContain('keys show takes 1 word.')
    expect((await keys('grant', 'id')).stderr).toContain('keys grant takes 2 words.')
    expect((await keys('list', 'all')).stderr).toContain('keys list takes no words.')
  })

  it.each([
    [['create']],
    [['create', '--name', 'x', '--credits', '-1']],
    [['create', '--name', 'x', '--expires', 'tomorrow']],
    [['create', '--name', 'x', '--expires', '2020-01-01']],
    [['create', '--name', 'x', '--rate-limit', '0']],
    [['create', '--name', 'x', '--concurrency', 'many']],
    [['list', '--credits', '1']],
    [['show']],
    [['destroy', 'x']],
    [[]],
  ])('%j is refused with exit code 2', async (argv) => {
    expect((await keys(...argv)).code).toBe(2)
  })
})

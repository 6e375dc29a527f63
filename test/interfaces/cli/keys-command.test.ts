import { describe, expect, it } from 'vitest'
import { runKeys } from '../../../src/interfaces/cli/keys-command.ts'
import { createKey as createKeyOf, runCommand, startedService } from './run-command.ts'

const started = startedService()

const keys = (...argv: string[]) => runCommand(runKeys, started.gleaner.access, ...argv)
const createKey = (...flags: string[]) => createKeyOf(started.gleaner.access, ...flags)
const get = (key: string, path: string, parameters: Record<string, string> = {}) =>
  started.gleaner.get(path, parameters, { headers: { authorization: `Bearer ${key}` } })

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
    expect((await keys('list')).stdout).toMatch(new RegExp(`^${key_id} +\\S+ +\\S+ +active +7 +0 +mine$`, 'm'))
    expect((await keys('show', 'nothing')).code).toBe(2)
  })

  it('rotate issues a second key with the same id, and the first one works for the overlap', async () => {
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

  it('grant adds only to a balance', async () => {
    const { key, key_id } = await createKey('--credits', '0')
    expect((await get(key, '/v1/scrape', { url: `${started.origin.url}/` })).status).toBe(402)
    expect(JSON.parse((await keys('grant', key_id, '5', '--json')).stdout)).toEqual({
      ...{ key_id, granted: 5, credits_remaining: 5 },
    })
    expect((await get(key, '/v1/scrape', { url: `${started.origin.url}/` })).status).toBe(200)
    const unlimited = await createKey()
    expect(await keys('grant', unlimited.key_id, '5')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('unlimited'),
    })
    for (const amount of ['0', '-1', '1.5', 'x']) expect((await keys('grant', key_id, amount)).code).toBe(2)
  })

  it('reports how many arguments a command takes', async () => {
    expect((await keys('show')).stderr).toContain('keys show takes 1 argument.')
    expect((await keys('grant', 'id')).stderr).toContain('keys grant takes 2 arguments.')
    expect((await keys('list', 'all')).stderr).toContain('keys list takes no arguments.')
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

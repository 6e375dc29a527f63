import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { runKeys } from '../../src/interfaces/cli/keys-command.ts'
import { runCommand } from '../interfaces/cli/run-command.ts'
import { jsonOf, openTestService, type TestService } from '../service.ts'

const statusOf = async ({ url }: TestService, headers: Record<string, string>) =>
  (await fetch(`${url}/v1/account`, { headers })).status

describe('X-API-Key', () => {
  let gleaner: TestService
  beforeAll(async () => {
    gleaner = await openTestService()
  })
  afterAll(() => gleaner.close())

  it('is accepted instead of Authorization, over REST and MCP', async () => {
    const headers = { 'x-api-key': gleaner.key }
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    expect(await statusOf(gleaner, headers)).toBe(200)
    const listed = await fetch(`${gleaner.url}/mcp`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
    })
    expect(listed.status).toBe(200)
    expect(await listed.text()).toContain('"serverInfo"')
  })

  it('is accepted next to the same key in Authorization, and refused next to another one', async () => {
    const other = (await gleaner.access.issue('other')).key
    const both = { authorization: `Bearer ${gleaner.key}`, 'x-api-key': gleaner.key }
    expect(await statusOf(gleaner, both)).toBe(200)
    for (const differing of [{ 'x-api-key': other }, { 'x-api-key': '' }, { authorization: 'Basic YTpi' }]) {
      const response = await fetch(`${gleaner.url}/v1/account`, { headers: { ...both, ...differing } })
      expect(response.status).toBe(401)
      expect(JSON.stringify(await response.json())).toContain('Authorization and X-API-Key contain different keys')
    }
  })

  it('is refused like the other header if the key is unknown or incomplete', async () => {
    const message = async (headers: Record<string, string>) =>
      JSON.stringify((await jsonOf(fetch(`${gleaner.url}/v1/account`, { headers }))).detail)
    expect(await message({ 'x-api-key': gleaner.key.slice(0, -1) })).toContain('X-API-Key header has no complete')
    const unknown = (await gleaner.access.issue('gone')).key
    await gleaner.access.keys.revoke(unknown.split('_')[1] ?? '', new Date().toISOString())
    expect(await message({ 'x-api-key': unknown })).toContain('The API key is not valid')
  })
})

describe('a preset key', () => {
  const values = ['a preset key'.replaceAll(' ', '-').padEnd(24, '.'), 'another+preset/key=for~these.tests']
  const [first = '', second = ''] = values

  function dataFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'gleaner-preset-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    return folder
  }

  async function start(GLEANER_DATA_DIR: string, settings: Record<string, string>) {
    const service = await openTestService({ GLEANER_DATA_DIR, ...settings })
    onTestFinished(() => service.close())
    return service
  }

  const accepted = async (service: TestService) =>
    Promise.all(values.map((value) => statusOf(service, { authorization: `Bearer ${value}` })))

  it('exists from the first start, unlimited, in both headers, and survives a restart', async () => {
    const folder = dataFolder()
    const service = await start(folder, { GLEANER_PRESET_KEY: first })
    expect(await accepted(service)).toEqual([200, 401])
    expect(await statusOf(service, { 'x-api-key': first })).toBe(200)
    expect(await service.access.keys.find('preset')).toMatchObject({ name: 'preset', credits: null, expiresAt: null })
    const again = await start(folder, { GLEANER_PRESET_KEY: first })
    expect(await accepted(again)).toEqual([200, 401])
  })

  it('is replaced by a start with another value, for running nodes too, and revoked by a start without one', async () => {
    const folder = dataFolder()
    const running = await start(folder, { GLEANER_PRESET_KEY: first })
    await start(folder, { GLEANER_PRESET_KEY: second })
    expect(await accepted(running)).toEqual([401, 200])
    await start(folder, {})
    expect(await accepted(running)).toEqual([401, 401])
    await start(folder, { GLEANER_PRESET_KEY: first })
    expect(await accepted(running)).toEqual([200, 401])
  })

  it('can be read from a file, whose final newline is ignored', async () => {
    const folder = dataFolder()
    const file = join(folder, 'key')
    writeFileSync(file, `${first}\n`)
    expect(await accepted(await start(folder, { GLEANER_PRESET_KEY_FILE: file }))).toEqual([200, 401])
    writeFileSync(file, 'too short\n')
    await expect(start(folder, { GLEANER_PRESET_KEY_FILE: file })).rejects.toThrow('must be 24 to 200 printable')
    await expect(start(folder, { GLEANER_PRESET_KEY_FILE: join(folder, 'none') })).rejects.toThrow('ENOENT')
  })

  it('may have the form of other keys, but not the value of one', async () => {
    const folder = dataFolder()
    const before = await start(folder, {})
    const { key, id } = await before.access.issue('old')
    await expect(start(folder, { GLEANER_PRESET_KEY: key })).rejects.toThrow('the value of another key')
    await before.access.rotate(id, 60_000)
    await expect(start(folder, { GLEANER_PRESET_KEY: key })).rejects.toThrow('the value of another key')
    const elsewhere = await start(dataFolder(), { GLEANER_PRESET_KEY: key })
    expect(await statusOf(elsewhere, { 'x-api-key': key })).toBe(200)
  })

  it('is refused if it is short, has spaces or is set twice', async () => {
    const refused = (settings: Record<string, string>) => expect(start(dataFolder(), settings)).rejects
    for (const value of ['x'.repeat(23), 'x'.repeat(201), 'a key with spaces in it, which is long']) {
      await refused({ GLEANER_PRESET_KEY: value }).toThrow('GLEANER_PRESET_KEY: must be 24 to 200 printable ASCII')
    }
    await refused({ GLEANER_PRESET_KEY: first, GLEANER_PRESET_KEY_FILE: '/x' }).toThrow('GLEANER_PRESET_KEY_FILE')
  })

  it('cannot be revoked or rotated by a command, which names the setting', async () => {
    const { access } = await start(dataFolder(), { GLEANER_PRESET_KEY: first })
    for (const verb of ['revoke', 'rotate']) {
      const { code, stderr } = await runCommand(runKeys, access, verb, 'preset')
      expect([code, stderr]).toEqual([2, expect.stringContaining('GLEANER_PRESET_KEY')])
    }
    await expect(access.authenticate(`Bearer ${first}`)).resolves.toBe('preset')
  })
})

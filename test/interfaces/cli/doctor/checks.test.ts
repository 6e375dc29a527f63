import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { RedisFacts, StoreFacts } from '../../../../src/access/maintenance.ts'
import { composeProbes } from '../../../../src/compose/probes.ts'
import { unknownSettings } from '../../../../src/config/config.ts'
import { readSoundConfig } from '../../../../src/config/sound-config.ts'
import { type Check, runChecks } from '../../../../src/interfaces/cli/doctor/check.ts'
import {
  modelCheck,
  portCheck,
  riskCheck,
  settingsCheck,
} from '../../../../src/interfaces/cli/doctor/settings-checks.ts'
import {
  databaseCheck,
  dataFolderCheck,
  keysCheck,
  redisCheck,
} from '../../../../src/interfaces/cli/doctor/storage-checks.ts'
import { openLoopback } from '../../../origin.ts'
import { openTestService } from '../../../service.ts'
import { findingsOf } from './findings.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-doctor-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** A database that reports these facts. */
const databaseOf = (facts: Partial<StoreFacts>) => ({
  database: async () => ({
    ...{ program: 'PostgreSQL 17', tables: 2, latestTables: 2, activeKeys: 1, endedKeys: 0 },
    ...facts,
  }),
})

describe('the checks of the settings', () => {
  it('name every invalid or unknown setting, and the others keep their values', async () => {
    const env = {
      GLEANER_PORT: 'x',
      GLEANER_READERS: '900',
      GLEANER_PROT: '1',
      GLEANER_ZZZ: '1',
    }
    const findings = await findingsOf(settingsCheck, env)
    expect(findings.map(({ state, finding }) => `${state} ${finding.split(' ')[0]}`)).toEqual([
      ...['failed GLEANER_PORT', 'failed GLEANER_READERS', 'warning GLEANER_PROT', 'warning GLEANER_ZZZ'],
    ])
    expect(findings[2]?.remedy).toBe('did you mean GLEANER_PORT?')
    expect(await findingsOf(settingsCheck)).toMatchObject([{ state: 'ok' }])
  })

  it('ignore the common prefix when they suggest a name for a misspelled setting', async () => {
    const findings = await findingsOf(settingsCheck, { GLEANER_BOGUS: '1', GLEANER_LOG_LEVLE: '1' })
    expect(findings.map(({ remedy }) => remedy)).toEqual(['unset GLEANER_BOGUS', 'did you mean GLEANER_LOG_LEVEL?'])
  })

  it('treat a provider without its key as missing', async () => {
    const { config, problems } = readSoundConfig({ GLEANER_ADS_PROVIDER: 'oxylabs', GLEANER_PORT: '1234' })
    expect([config.GLEANER_ADS_PROVIDER, config.GLEANER_PORT]).toEqual([undefined, 1234])
    expect(Object.keys(problems)).toEqual(['GLEANER_ADS_PROVIDER_KEY'])
    const unsound = readSoundConfig({ GLEANER_ADS_PROVIDER: 'oxylabs', GLEANER_ADS_PROVIDER_KEY: 'no colon' })
    expect(unsound.config.GLEANER_ADS_PROVIDER).toBeUndefined()
    expect(unsound.problems).toEqual({ GLEANER_ADS_PROVIDER_KEY: 'must be USERNAME:PASSWORD for Oxylabs' })
  })

  it('keep a valid setting whose name begins the name of an invalid one', async () => {
    const { config, problems } = readSoundConfig({
      ...{
        GLEANER_MODEL: 'openai/small',
        OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
        GLEANER_MODEL_INPUT_TOKENS: 'many',
      },
      ...{ GLEANER_BROWSER_WS: 'ws://farm.example:3000', GLEANER_EGRESS_URL: 'http://gleaner:8788' },
      GLEANER_BROWSER_WS_FENCED: 'yes',
    })
    expect(config.GLEANER_MODEL).toBe('openai/small')
    expect(JSON.stringify(config.GLEANER_BROWSER_WS)).toContain('farm.example')
    expect(Object.keys(problems).toSorted()).toEqual(['GLEANER_BROWSER_WS_FENCED', 'GLEANER_MODEL_INPUT_TOKENS'])
  })

  it('warn about settings that let others in', async () => {
    const env = { GLEANER_ALLOW_ADDRESSES: '0.0.0.0/0', GLEANER_ALLOWED_HOSTS: '*', GLEANER_HOST: '0.0.0.0' }
    const findings = await findingsOf(riskCheck, { ...env, GLEANER_TRUST_PROXY: 'yes', GLEANER_METRICS: 'public' })
    expect(findings.map(({ state }) => state)).toEqual(['warning', 'warning', 'warning', 'warning'])
    expect(findings[0]?.finding).toContain('0.0.0.0/0')
    expect(await findingsOf(riskCheck)).toMatchObject([{ state: 'ok' }])
  })
})

describe('the checks of storage', () => {
  it('recognize a writable folder, one that will be created, and one that cannot be written', async () => {
    const folder = newFolder()
    chmodSync(folder, 0o700)
    expect(await findingsOf(dataFolderCheck, { GLEANER_DATA_DIR: folder })).toMatchObject([{ state: 'ok' }])
    chmodSync(folder, 0o755)
    expect(await findingsOf(dataFolderCheck, { GLEANER_DATA_DIR: folder })).toMatchObject([
      { state: 'warning', remedy: `chmod 700 ${folder}` },
    ])
    const later = await findingsOf(dataFolderCheck, { GLEANER_DATA_DIR: join(folder, 'a/b') })
    expect(later[0]?.finding).toContain('created on first start')
    expect(await findingsOf(dataFolderCheck, { GLEANER_DATA_DIR: '/proc/gleaner' })).toMatchObject([
      {
        state: 'failed',
        remedy: expect.stringMatching(/^mkdir -p \/proc\/gleaner, /),
      },
    ])
    const odd = await findingsOf(dataFolderCheck, { GLEANER_DATA_DIR: "/proc/it's; a b" })
    expect(odd[0]?.remedy).toContain("mkdir -p '/proc/it'\\''s; a b', ")
  })

  it('recognize a real database with no keys, a valid key, and only expired keys', async () => {
    const service = await openTestService()
    onTestFinished(service.close)
    const env = { GLEANER_DATA_DIR: service.config.GLEANER_DATA_DIR }
    expect(await findingsOf(databaseCheck, env)).toMatchObject(
      [{ state: 'ok', finding: /^SQLite .* with tables of version \d/ }].map(withWords),
    )
    expect(await findingsOf(keysCheck, env)).toMatchObject([{ state: 'ok', finding: '1 active, 0 revoked or expired' }])
    const [key] = await service.access.keys.list()
    await service.access.keys.revoke(key?.id ?? '', new Date().toISOString())
    expect(await findingsOf(keysCheck, env)).toMatchObject([
      { state: 'failed', finding: 'all 1 are revoked or expired' },
    ])
    const none = { GLEANER_DATA_DIR: newFolder() }
    expect(await findingsOf(databaseCheck, none)).toMatchObject([
      { state: 'ok', finding: 'SQLite, created on first start' },
    ])
    expect(await findingsOf(keysCheck, none)).toMatchObject([{ state: 'ok', finding: /^none yet/ }].map(withWords))
  })

  it('fail for a closed PostgreSQL or Redis port, for tables from a newer version, and without the shared secret', async () => {
    const closed = { GLEANER_DATABASE_URL: 'postgres://x:secret@127.0.0.1:1/x', GLEANER_SECRET: 'x'.repeat(16) }
    const [finding] = await findingsOf(databaseCheck, closed)
    expect(finding).toMatchObject({ state: 'failed', finding: expect.stringContaining('ECONNREFUSED') })
    expect(JSON.stringify(finding)).not.toContain('secret@')
    expect(await findingsOf(keysCheck, closed)).toMatchObject([{ state: 'warning' }])
    expect(await findingsOf(redisCheck, { GLEANER_REDIS_URL: 'redis://127.0.0.1:1' })).toMatchObject([
      { state: 'failed', finding: expect.stringContaining('ECONNREFUSED') },
    ])
    expect(await findingsOf(redisCheck)).toMatchObject([{ state: 'ok' }])
    expect(await findingsOf(databaseCheck, {}, databaseOf({ tables: 3 }))).toMatchObject([{ state: 'failed' }])
    const alone = { GLEANER_DATABASE_URL: 'postgres://127.0.0.1:1/x' }
    expect((await findingsOf(databaseCheck, alone))[0]?.remedy).toContain('GLEANER_SECRET=')
  })
})

describe('the check of Redis', () => {
  const facts: RedisFacts = { version: '7.0.15', isCluster: false, maxBytes: null, policy: 'noeviction' }
  const find = async (more: Partial<RedisFacts>) =>
    (await findingsOf(redisCheck, {}, { redis: async () => ({ ...facts, ...more }) }))[0]

  it('passes for a server that evicts nothing and has enough memory', async () => {
    expect(await find({})).toEqual({ name: 'Redis', state: 'ok', finding: 'Redis 7.0.15' })
    expect(await find({ policy: 'allkeys-lru' })).toMatchObject({ state: 'ok' })
    expect(await find({ maxBytes: 2 ** 30 })).toMatchObject({
      state: 'ok',
      finding: expect.stringContaining('1024 MiB'),
    })
  })

  it('warns about a server that evicts values or has too little memory, and fails for a cluster', async () => {
    const dropping = { state: 'warning', remedy: expect.stringContaining('noeviction') }
    expect(await find({ maxBytes: 2 ** 30, policy: 'allkeys-lru' })).toMatchObject(dropping)
    const small = { state: 'warning', remedy: expect.stringMatching(/^set GLEANER_REDIS_MB=204,/) }
    expect(await find({ maxBytes: 2 ** 28 })).toMatchObject(small)
    expect(await find({ isCluster: true })).toMatchObject({ state: 'failed' })
  })
})

describe('the check of the port', () => {
  it('distinguishes a free port from one used by Gleaner or another program', async () => {
    const gleaner = await openTestService()
    const other = await openLoopback(createServer((_, response) => response.end('hello')))
    onTestFinished(async () => void (await Promise.all([gleaner.close(), other.close()])))
    const at = (url: string) => findingsOf(portCheck, { GLEANER_PORT: new URL(url).port })
    expect(await findingsOf(portCheck, { GLEANER_PORT: '0' })).toMatchObject([{ state: 'ok' }])
    expect(await at(gleaner.url)).toMatchObject([{ state: 'ok', finding: expect.stringContaining('Gleaner runs on') }])
    expect(await at(other.url)).toMatchObject([{ state: 'warning', remedy: expect.stringContaining('GLEANER_PORT=') }])
    const far = await findingsOf(portCheck, { GLEANER_HOST: '192.0.2.1', GLEANER_ALLOWED_HOSTS: 'x' })
    expect(far).toMatchObject([{ state: 'failed', finding: expect.stringContaining('EADDRNOTAVAIL') }])
  })
})

describe('the check of language models', () => {
  it.each([
    [{}, { state: 'warning', finding: /^none/ }],
    [{ ANTHROPIC_API_KEY: 'k' }, { state: 'ok', finding: /^claude/ }],
    [
      { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', GLEANER_MODELS: 'openai/a' },
      { state: 'ok', finding: /^openai\/a$/ },
    ],
    [
      { ANTHROPIC_API_KEY: 'k', GLEANER_MODELS: 'openai/a' },
      { state: 'warning', finding: /openai\/a.*OPENAI_API_KEY/ },
    ],
    [{ OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' }, { state: 'warning', finding: /^none/ }],
  ])('names the models that are set up, or the missing setting: %j', async (env, expected) => {
    expect(await findingsOf(modelCheck, env)).toMatchObject([withWords(expected)])
  })
})

describe('checks', () => {
  it('fail at their time limit if they hang, and with the thrown error if they throw', async () => {
    const hanging: Check = { name: 'slow', limitMs: 20, run: () => new Promise(() => {}), remedy: 'wait' }
    expect(await findingsOf(hanging)).toEqual([
      { name: 'slow', state: 'failed', finding: 'no answer within 0.02 s', remedy: 'wait' },
    ])
    const cause = new Error('inner\nline')
    const throwing: Check = { name: 'bad', run: () => Promise.reject(new Error('outer', { cause })) }
    expect(await findingsOf(throwing)).toEqual([{ name: 'bad', state: 'failed', finding: 'outer (inner line)' }])
  })

  it('stop when the signal aborts', async () => {
    const { config, problems } = readSoundConfig({})
    const context = { config, problems, unknown: unknownSettings({}), probes: composeProbes(config) }
    const hanging: Check = { name: 'slow', run: () => new Promise(() => {}) }
    const signal = AbortSignal.abort(new Error('stopped'))
    await expect(runChecks([hanging], { ...context, signal }).next()).rejects.toThrow('stopped')
  })
})

/** Returns the expected fields, with patterns replaced by matchers. */
function withWords(expected: Record<string, unknown>) {
  const matcher = (value: unknown) => (value instanceof RegExp ? expect.stringMatching(value) : value)
  return Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, matcher(value)]))
}

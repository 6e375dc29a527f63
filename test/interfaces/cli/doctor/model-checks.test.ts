import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { anthropicCheck, openAiCheck } from '../../../../src/interfaces/cli/doctor/model-checks.ts'
import { openLoopback } from '../../../origin.ts'
import { findingsOf } from './findings.ts'

describe('the checks of language models', () => {
  it("ask the language model's service only with --online", async () => {
    const keys: unknown[] = []
    const server = createServer(({ headers, url }, response) => {
      keys.push(url, headers['x-api-key'])
      response.writeHead(headers['x-api-key'] === 'good' ? 200 : 401).end('{}')
    })
    const { url, close } = await openLoopback(server)
    onTestFinished(close)
    const env = { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'good' }
    expect(await findingsOf(anthropicCheck, {})).toMatchObject([{ state: 'warning' }])
    expect(await findingsOf(anthropicCheck, env)).toMatchObject([
      { state: 'ok', finding: expect.stringContaining('--online') },
    ])
    expect(keys).toEqual([])
    expect(await findingsOf(anthropicCheck, env, { isOnline: true })).toMatchObject([{ state: 'ok' }])
    expect(keys).toEqual(['/v1/models?limit=1', 'good'])
    const refused = { ...env, ANTHROPIC_API_KEY: 'bad' }
    expect(await findingsOf(anthropicCheck, refused, { isOnline: true })).toMatchObject([{ state: 'failed' }])
    const away = { ...env, ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' }
    expect(await findingsOf(anthropicCheck, away, { isOnline: true })).toMatchObject([
      { state: 'failed', remedy: expect.stringMatching(/./) },
    ])
  })

  it('know a service of chat completions, with a key and without', async () => {
    const seen: unknown[] = []
    const server = createServer(({ headers, url }, response) => {
      seen.push(url, headers.authorization ?? null)
      response.writeHead(headers.authorization === 'Bearer bad' ? 401 : 200).end('{}')
    })
    const { url, close } = await openLoopback(server)
    onTestFinished(close)
    const local = { OPENAI_BASE_URL: `${url}/v1`, GLEANER_MODELS: 'openai/qwen3' }
    expect(await findingsOf(openAiCheck)).toEqual([])
    expect(await findingsOf(anthropicCheck, local)).toEqual([])
    expect(await findingsOf(openAiCheck, { OPENAI_BASE_URL: url })).toMatchObject([
      { state: 'warning', remedy: 'GLEANER_MODELS=openai/NAME' },
    ])
    expect(await findingsOf(openAiCheck, { GLEANER_MODEL: 'openai/qwen3' })).toMatchObject([
      { state: 'warning', remedy: 'set OPENAI_BASE_URL or OPENAI_API_KEY' },
    ])
    expect(seen).toEqual([])
    expect(await findingsOf(openAiCheck, local, { isOnline: true })).toMatchObject([
      { state: 'ok', finding: 'OPENAI_BASE_URL without a key for openai/qwen3, accepted by the service' },
    ])
    const keyed = { ...local, OPENAI_API_KEY: 'bad' }
    expect(await findingsOf(openAiCheck, keyed, { isOnline: true })).toMatchObject([{ state: 'failed' }])
    expect(seen).toEqual(['/v1/models', null, '/v1/models', 'Bearer bad'])
  })
})

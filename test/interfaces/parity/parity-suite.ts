/** Runs the parity cases against the interfaces of one service: one process, or several behind one URL. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ErrorBody, errorBody } from '../../../src/contract/operation.ts'
import { createRegistry, type RegisteredOperation } from '../../../src/operations/registry.ts'
import { openScriptedModel, type ScriptedModel, testKey } from '../../model/scripted-model.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { type Json, jsonOf, testSettings } from '../../service.ts'
import {
  type InterfaceName,
  type Interfaces,
  interfaceNames,
  openInterfaces,
  type Reply,
  withoutTools,
} from '../interfaces.ts'
import type { ParityCase } from '../parity-case.ts'
import { modelScript, site } from '../parity-site.ts'

interface ParityWorld {
  origin: Origin
  interfaces: Interfaces
  settings: Record<string, string>
}

/** Opens the interfaces before a file's tests, and closes them afterwards. The fields are set before the first test. */
export function useParityWorld(openService?: Parameters<typeof openInterfaces>[1]): ParityWorld {
  const world = {} as ParityWorld
  let model: ScriptedModel
  beforeAll(async () => {
    world.origin = await openOrigin(site)
    model = await openScriptedModel(modelScript)
    world.settings = {
      ...testSettings,
      GLEANER_MAX_BODY_BYTES: String(2 * 1024 * 1024),
      GLEANER_BROWSER_PATH: '/nowhere/chromium',
      GLEANER_GOOGLE_URL: `${world.origin.url}/{domain}`,
      GLEANER_MODELS: 'claude-sonnet-5-5,openai/qwen3',
      ANTHROPIC_API_KEY: testKey,
      ANTHROPIC_BASE_URL: model.url,
      OPENAI_BASE_URL: `${model.url}/v1`,
    }
    world.interfaces = await openInterfaces(world.settings, openService)
  })
  afterAll(async () => {
    await world.interfaces?.close()
    await world.origin.close()
    await model.close()
  })
  return world
}

/** The body without fields that may differ between interfaces (docs/api.md, Interfaces). */
export function comparable(reply: Reply, input: Json = {}): unknown {
  if ('error' in reply) {
    const { request_id, ...error } = reply.error
    expect(request_id).toMatch(/^[0-9a-f-]{36}$/)
    return typeof error.text === 'string'
      ? error.text.replace(/(?: Retry after \d+ s\.)? \(request [\w-]+\)$/, '')
      : error
  }
  const { request_id, fetched_at, credits_remaining, ...result } = reply.result
  expect(request_id).toMatch(/^[0-9a-f-]{36}$/)
  expect(new Date(String(fetched_at)).toISOString()).toBe(fetched_at)
  expect(credits_remaining).toBeNull()
  // A later piece is free once another interface's result is stored, and timing decides which interface fetches it.
  if (Number(input.offset) > 0) delete result.credits_charged
  // Front matter also states the fetch time.
  // The URL of a search at coordinates also contains the time.
  const withoutTime = JSON.stringify(result).replaceAll(String(fetched_at), 'fetched_at')
  return JSON.parse(withoutTime.replace(/uule=a\+[\w%]+/g, 'uule=point'))
}

/** The line in a tool's text that states the error. */
function textOf({ detail, hint, credits_charged: charged }: ErrorBody): string {
  const said = detail.map(
    ({ loc: [, param], msg, type }) => `${type}: ${param ? `${param}: ` : ''}${msg.replace(/\.$/, '')}`,
  )
  return `${said.join('; ')}.${charged > 0 ? ` ${charged} credits were charged.` : ''} ${hint}`
}

/** The case with the URL of the site filled in. */
function filled<T>(value: T, { origin }: ParityWorld): T {
  return JSON.parse(JSON.stringify(value).replaceAll('{origin}', origin.url)) as T
}

/** Exit codes by HTTP status of the same failure. */
const exitCodes: Record<number, number> = { 422: 2, 502: 3, 504: 3, 503: 4, 500: 4 }

/** Runs each case on the interfaces in `names` that offer its operation. */
export function describeParity(
  world: ParityWorld,
  cases: readonly ParityCase[],
  names: readonly InterfaceName[] = interfaceNames,
): void {
  describe('the interfaces give the same', () => {
    const operations = createRegistry(['claude-haiku-5-5'])

    it.each(cases)('$title', async (testCase) => {
      const { operation, input, error, status, charged = 0, result, oneByOne } = filled(testCase, world)
      const { result: schema, isTool }: RegisteredOperation = operations[operation]
      const asked = isTool ? names : names.filter((name) => withoutTools.includes(name))
      const replies = new Map<InterfaceName, Reply>()
      // On a busy machine, a reader of documents may take longer to start than the default limit.
      const patient = { timeout_ms: 110_000, ...input }
      const ask = async (name: InterfaceName) =>
        replies.set(name, await world.interfaces.call(name, operation, patient))
      if (oneByOne) for (const name of asked) await ask(name)
      else await Promise.all(asked.map(ask))

      for (const [name, reply] of replies) {
        if ('result' in reply) {
          const { error: mismatch, data } = schema.safeParse(reply.result)
          expect(mismatch, name).toBeUndefined()
          // Parsed values are in the schema's order.
          expect(Object.keys(reply.result), name).toEqual(Object.keys(data ?? {}))
          expect(reply.result, name).toMatchObject(result ?? { nothing: 'expected' })
        } else if (typeof reply.error.text !== 'string') {
          const body = errorBody.parse(reply.error)
          expect(body.detail[0]?.type, name).toBe(error)
          expect(body.credits_charged).toBe(charged)
          if (name.startsWith('REST')) expect(reply.code).toBe(status)
          if (name === 'command line') expect(reply.code).toBe(error === 'model_failed' ? 4 : exitCodes[status ?? 0])
        }
      }
      const bodies = [...replies].map(([name, reply]) => [name, comparable(reply, input)] as const)
      const [, first] = bodies.find(([, body]) => typeof body !== 'string') ?? []
      for (const [name, body] of bodies) {
        expect(body, name).toEqual(typeof body === 'string' ? textOf(first as ErrorBody) : first)
      }
    })
  })
}

export function describeReadingOn(world: ParityWorld): void {
  describe('reading on', () => {
    const keeping = interfaceNames.filter((name) => name !== 'command line')

    it.each(keeping)('is served from the stored result for free: %s', async (name) => {
      const input = { url: `${world.origin.url}/article`, output: 'raw_html', max_chars: 150 }
      const pieces: Json[] = []
      const before = world.origin.requests.length
      for (let offset: unknown = 0; offset !== null; offset = pieces.at(-1)?.next_offset ?? null) {
        const reply = await world.interfaces.call(name, 'scrape', { ...input, offset: Number(offset) })
        if (!('result' in reply)) throw new Error(`${name} failed: ${JSON.stringify(reply.error)}`)
        pieces.push(reply.result)
      }
      expect(pieces.length).toBeGreaterThan(5)
      expect(pieces.map(({ credits_charged }) => credits_charged)).toEqual(pieces.map((_, i) => (i === 0 ? 1 : 0)))
      expect(new Set(pieces.map(({ fetched_at }) => fetched_at)).size).toBe(1)
      expect(pieces.map(({ content }) => content).join('')).toContain('<footer>Footer</footer></body></html>')
      const past = await world.interfaces.call(name, 'scrape', { ...input, offset: 100_000 })
      expect(past).toMatchObject({ result: { content: '', next_offset: null, credits_charged: 0 } })
      expect(world.origin.requests.length - before).toBe(1)
    })

    it('does not use results of other keys, and fetches and charges a lost result again', async () => {
      const { service } = world.interfaces
      const { key } = await service.access.issue('other')
      const input = { url: `${world.origin.url}/article`, output: 'raw_html', max_chars: '100', offset: '100' }
      await service.get('/v1/scrape', { ...input, offset: '0' })
      const mine = await jsonOf(service.get('/v1/scrape', input))
      const headers = { authorization: `Bearer ${key}` }
      const theirs = await jsonOf(service.get('/v1/scrape', input, { headers }))
      expect([mine.credits_charged, theirs.credits_charged]).toEqual([0, 1])
      expect(theirs.content).toBe(mine.content)
    })
  })
}

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ComposedAccess, composeAccess } from '../../../src/compose/access.ts'
import { readConfig } from '../../../src/config/config.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { startProgram } from '../../program.ts'
import { type Json, jsonOf, typesOf } from '../../service.ts'
import { lacksPostgres, lacksRedis, openPostgresServer, openRedisServer, type Service } from '../../services.ts'
import { until, within } from '../../waits.ts'

/** A node counts as dead after four missed heartbeats of ten seconds. */
const takeoverMs = 150_000

describe.skipIf(lacksPostgres || lacksRedis)('two processes on PostgreSQL and Redis', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-processes-'))
  const waiting: ServerResponse[] = []
  let servers: Service[]
  let origin: Origin
  let settings: Record<string, string>
  let access: ComposedAccess

  beforeAll(async () => {
    origin = await openOrigin({
      '/long': { body: `<h1>Long</h1><p>${'A long page. '.repeat(500)}</p>` },
      '/waits': (_, response) => void waiting.push(response),
      '/never': () => {},
    })
    const postgres = await openPostgresServer()
    const redis = await openRedisServer()
    servers = [postgres, redis]
    settings = {
      GLEANER_DATABASE_URL: postgres.url,
      GLEANER_REDIS_URL: redis.url,
      GLEANER_SECRET: 'one secret for both processes',
    }
    access = await composeAccess(readConfig({}, { ...settings, GLEANER_DATA_DIR: join(folder, 'own') }))
  })
  afterAll(async () => {
    await access.close()
    for (const server of servers) await server.close()
    await origin.close()
    rmSync(folder, { recursive: true })
  })

  async function startNode(name: string): Promise<{ child: ChildProcess; url: string }> {
    const child = startProgram(['serve', '--port', '0'], { ...settings, GLEANER_DATA_DIR: join(folder, name) })
    if (!child.stdout) throw new Error('no output')
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /listens on (http:\/\/127\.0\.0\.1:\d+)/.exec(line)?.[1]
      if (url !== undefined) return { child, url }
    }
    throw new Error('the node did not start')
  }
  async function kill({ child }: { child: ChildProcess }): Promise<void> {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await within('the end of a node', ended)
  }

  it(
    'share requests in flight, take over when one is killed, and charge once',
    async () => {
      const [a, b] = [await startNode('a'), await startNode('b')]
      const { key, id } = await access.issue('visitor', { credits: 100 })
      const ask = async (node: { url: string }, path: string, more: Record<string, string> = {}, name?: string) => {
        const query = new URLSearchParams({ url: origin.url + path, timeout_ms: '120000', ...more })
        const headers = { authorization: `Bearer ${key}`, ...(name === undefined ? {} : { 'idempotency-key': name }) }
        const response = await fetch(`${node.url}/v1/scrape?${query}`, { headers })
        return { status: response.status, body: await jsonOf(response) }
      }
      const balance = async () => (await access.keys.find(id))?.credits
      const inProgress = { status: 409, body: expect.objectContaining({ retryable: true }) }

      // While the request is in flight on one node, the other refuses it. Afterwards the other has its response.
      const first = ask(a, '/waits', {}, 'twice')
      await origin.arrived('/waits')
      const refused = await ask(b, '/waits', {}, 'twice')
      expect([refused.status, typesOf(refused.body)]).toEqual([409, ['idempotency_in_progress']])
      for (const response of waiting) response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Here</p>')
      const { body: answer } = await first
      const again = await ask(b, '/waits', {}, 'twice')
      expect(again).toMatchObject({ status: 200, body: { request_id: answer.request_id, content: 'Here' } })
      expect(await balance()).toBe(99)

      // A node's stored results outlive it. Its unfinished work is repeated, and no credits stay reserved.
      expect(await ask(a, '/long', { max_chars: '1000' })).toMatchObject({ status: 200, body: { credits_charged: 1 } })
      const lost = ask(a, '/never', {}, 'lost').catch((error: Error) => error)
      await origin.arrived('/never')
      expect(await balance()).toBe(97)
      await kill(a)
      expect(await lost).toBeInstanceOf(Error)
      const further = await ask(b, '/long', { max_chars: '1000', offset: '1000' })
      expect(further).toMatchObject({ status: 200, body: { credits_charged: 0, offset: 1000 } })
      expect(await ask(b, '/never', {}, 'lost')).toMatchObject(inProgress)
      let state: Json = {}
      await until(
        'the name of the lost request to be free',
        async () => {
          const { body } = await ask(b, '/long', {}, 'lost')
          state = body
          await pause(500)
          return !typesOf(body).includes('idempotency_mismatch')
        },
        takeoverMs,
      )
      expect(state).toMatchObject({ credits_charged: 1 })
      expect(await balance()).toBe(97)
      expect(origin.requests.filter((path) => path === '/long')).toHaveLength(2)
      await kill(b)
    },
    takeoverMs + 100_000,
  )
})

/** The attack `classes`: variations of weaknesses that were once found. The service lives, and every promise of each class holds. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { openLoopback } from '../../../test/origin.ts'
import type { AttackOptions, AttackResult } from '../attack.ts'
import { openRandom, seedOf } from '../random.ts'
import { type ServiceProcess, startServiceProcess } from '../service/service-process.ts'
import {
  type ClassAnswer,
  type ClassAttack,
  type DrawAttack,
  ownHeader,
  type Seen,
  type SiteName,
} from './class-attack.ts'
import { drawBody, drawNumbers } from './outside-classes.ts'
import { drawFreePage, drawHiddenFrame, drawOwnHeaders, drawPattern, drawSize } from './page-classes.ts'

const classes: Readonly<Record<string, DrawAttack>> = {
  size: drawSize,
  numbers: drawNumbers,
  bodies: drawBody,
  patterns: drawPattern,
  'hidden frames': drawHiddenFrame,
  'own headers': drawOwnHeaders,
  'free pages': drawFreePage,
}
export const classNames = Object.keys(classes)

const timeLimitMs = 150_000
/** Errors that the API documents for pages and models that can't be read. */
const refusals = new Set([
  ...['page', 'invalid_response', 'response_too_large', 'target_timeout', 'overloaded', 'too_many_redirects'],
  ...['model_failed', 'model_unavailable', 'unsupported_content_type', 'target_blocked'],
])

/** Draws `times` attacks of each class, as far as time allows. */
export async function runClasses(options: AttackOptions, times = 60): Promise<AttackResult> {
  const { seed, minutes, progress } = options
  const until = performance.now() + minutes * 60_000
  const broken: string[] = []
  const counts = new Map<string, number>()
  let deaths = 0
  let world = await openWorld()
  try {
    for (let n = 0; n < times; n++) {
      for (const [index, [name, draw]] of Object.entries(classes).entries()) {
        if (performance.now() > until) break
        const attack = draw(openRandom(seedOf(seed + index * 1000, n)))
        const faults = await world.attack(attack)
        counts.set(name, (counts.get(name) ?? 0) + 1)
        for (const fault of faults) {
          broken.push(`${name} ${n}, ${attack.name}: ${fault}`)
          progress(`  ${broken.at(-1)}`)
        }
        if (!world.hasEnded()) continue
        deaths++
        await world.close()
        world = await openWorld()
      }
    }
  } finally {
    await world.close()
  }
  const tried = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const note = [...counts].map(([name, count]) => `${name} ${count}`).join(', ')
  return { tried, broken, note: `seed ${seed}, ${deaths} deaths: ${note}` }
}

interface World {
  /** Returns the broken promises. */
  attack(attack: ClassAttack): Promise<string[]>
  hasEnded(): boolean
  close(): Promise<void>
}

/** Starts the service with two sites and the service of its models. */
async function openWorld(): Promise<World> {
  let current: ClassAttack | null = null
  let seen: Seen[] = []
  let sentBytes = 0
  const urls = { near: '', far: '' }

  function count(response: ServerResponse): ServerResponse {
    const { socket } = response
    const before = socket?.bytesWritten ?? 0
    response.once('close', () => {
      sentBytes += (socket?.bytesWritten ?? 0) - before
    })
    return response
  }

  const answerAs = (site: SiteName) => (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/'
    seen.push({ site, path, hasOwn: request.headers[ownHeader] !== undefined || request.headers.cookie !== undefined })
    const reply = current?.sites(urls)[site]?.[path.replace(/\?.*/, '')]
    if (reply?.write) return reply.write(count(response))
    const { status = reply ? 200 : 404, headers = {}, body = '<title>Small</title><p>A small page.' } = reply ?? {}
    count(response)
      .writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers })
      .end(body)
  }

  async function answerAsModel(request: IncomingMessage, response: ServerResponse) {
    request.resume().once('end', () => current?.model?.(count(response)))
  }

  const near = await openLoopback(createServer(answerAs('near')))
  const far = await openLoopback(createServer(answerAs('far')))
  const model = await openLoopback(createServer(answerAsModel))
  Object.assign(urls, { near: near.url, far: far.url })
  const settings = {
    ...{
      OPENAI_BASE_URL: `${model.url}/v1`,
      OPENAI_API_KEY: 'x',
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'x',
    },
    ...{ GLEANER_MODELS: 'openai/x,claude-haiku-5-5', GLEANER_PER_HOST_CONCURRENCY: '64' },
  }
  const service = await startServiceProcess({ keys: 2, settings })
  const [attacker = '', honest = ''] = service.keys

  async function measure(attack: ClassAttack): Promise<ClassAnswer> {
    current = attack
    seen = []
    sentBytes = 0
    const before = await stateOf(service)
    service.reset()
    const answer = await ask(service, attacker, { url: `${near.url}/`, timeout_ms: 30_000, ...attack.parameters })
    const after = await stateOf(service)
    const addedMb = (after?.residentMb ?? 0) - (before?.residentMb ?? 0)
    return { ...answer, seen, sentBytes, cpuMs: after?.cpuMs ?? 0, addedMb }
  }

  return {
    async attack(attack) {
      const smaller = attack.smaller && (await measure(attack.smaller))
      const answer = await measure(attack)
      current = null
      if (service.hasEnded()) return ['the service has stopped']
      const next = await ask(service, honest, { url: `${near.url}/next` })
      const fault = refusals.has(answer.outcome)
        ? attack.findFault(answer, smaller)
        : `answered ${answer.status} ${answer.outcome}`
      return [fault, next.body.status_code === 404 ? null : `the next page: ${next.outcome}`].filter(
        (one) => one !== null,
      )
    },
    hasEnded: service.hasEnded,
    async close() {
      await service.stop()
      service.remove()
      await Promise.all([near, far, model].map((one) => one.close()))
    },
  }
}

/** Null once the service has stopped, which is noticed shortly after its connections break. */
async function stateOf(service: ServiceProcess) {
  return service.hasEnded() ? null : service.state().catch(() => null)
}

/** Scrapes with a key. An answer that never comes has the status 0. */
async function ask({ url }: ServiceProcess, key: string, input: object) {
  try {
    const response = await fetch(`${url}/v1/scrape`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(timeLimitMs),
    })
    const text = await response.text()
    const body = JSON.parse(text) as Record<string, unknown> & { detail?: { type: string }[] }
    return { status: response.status, outcome: body.detail?.[0]?.type ?? 'page', body, text }
  } catch {
    return { status: 0, outcome: 'no answer', body: {}, text: '' }
  }
}

/** Makes the calls of an attempt over REST and MCP, and measures how much each one charges the key. */

import { expect } from 'vitest'
import { jsonHeaders, modern } from '../../interfaces/mcp/requests.ts'
import type { ScriptedModel } from '../../model/scripted-model.ts'
import type { Origin } from '../../origin.ts'
import type { TestService } from '../../service.ts'
import { until } from '../../waits.ts'
import { type Attempt, needsRest, type Step, secret } from './attempt.ts'

export interface MoneyWorld {
  gleaner: TestService
  model: ScriptedModel
  origin: Origin
}

type Transport = 'REST' | 'MCP'

interface Purse {
  key: string
  /** The key's id. */
  id: string
  balance(): Promise<number>
}

let asked = 0

/** Makes the calls in order, and checks the charge and content that each step expects. */
export async function makeAttempt(world: MoneyWorld, { steps, credits = 100 }: Attempt, transport: Transport) {
  const purses = await Promise.all([openPurse(world, credits), openPurse(world, credits)])
  // Each attempt has its own URLs, so it never finds pages kept by another attempt.
  const query = `attempt=${asked++}`
  for (const [n, step] of steps.entries()) {
    const purse = purses[step.other ? 1 : 0]
    const before = await purse.balance()
    const texts = await makeStep(world, step, { key: purse.key, query, transport })
    const where = `step ${n + 1}: ${step.path} ${JSON.stringify(step.parameters)}: ${texts.join('\n').slice(0, 600)}`
    const taken = async () => before - (await purse.balance())
    const shows = texts.some((text) => text.toLowerCase().includes(secret.toLowerCase()))
    // After a disconnection, the charge is made once the request has stopped.
    if (step.leaves !== undefined) await expect.poll(taken, { message: where }).toBe(step.charged)
    else if (step.charged !== null) expect(await taken(), where).toBe(step.charged)
    expect(shows, `shows content in ${where}`).toBe(step.charged === null ? (await taken()) > 0 : step.shows)
    if (step.fails !== undefined) expect(texts.join('\n'), where).toContain(step.fails)
  }
}

/** Issues a key with this many credits. */
export async function openPurse({ gleaner }: MoneyWorld, credits: number): Promise<Purse> {
  const { key, id } = await gleaner.access.issue('attempt', { credits })
  return { key, id, balance: async () => (await gleaner.access.keys.find(id))?.credits ?? Number.NaN }
}

interface Asking {
  key: string
  query: string
  transport: Transport
}

/** Resolves with the text of each response, or an empty list if the client disconnects. */
async function makeStep(world: MoneyWorld, step: Step, asking: Asking): Promise<string[]> {
  const { model, origin } = world
  const { times = 1, leaves, replies, path } = step
  model.play([...(replies ?? [])])
  const leaving = new AbortController()
  const before = origin.requests.length
  const send = async () => (await ask(world, step, asking, leaving.signal)).text()
  const sent = Promise.all(Array.from({ length: times }, send))
  if (leaves === undefined) return sent
  sent.catch(() => {})
  if (leaves === 'page') {
    await until('the request for the page', () => origin.requests.slice(before).some((one) => one.startsWith(path)))
  } else await until('the call of the model', () => model.requests.length > 0)
  leaving.abort()
  await expect(sent).rejects.toThrow()
  return []
}

function ask({ gleaner, origin }: MoneyWorld, step: Step, { key, query, transport }: Asking, signal: AbortSignal) {
  const { path, parameters, name, byGet, explains, headers } = step
  const input = { url: `${origin.url}${path}?${query}`, ...parameters }
  const authorization = `Bearer ${key}`
  if (transport === 'MCP') {
    if (needsRest(step)) throw new Error('MCP cannot make this step')
    const [body, options] = modern('tools/call', { name: 'scrape', arguments: input })
    return fetch(`${gleaner.url}/mcp`, {
      ...{ method: 'POST', body: JSON.stringify(body), signal },
      headers: { ...jsonHeaders, ...options.headers, authorization },
    })
  }
  const init = {
    signal,
    headers: { authorization, ...(name === undefined ? {} : { 'idempotency-key': `${query}-${name}` }), ...headers },
  }
  if (!byGet && !explains) return gleaner.post('/v1/scrape', input, init)
  const written = Object.entries(input).map(([field, value]) => [
    field,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])
  return gleaner.get(explains ? '/v1/explain' : '/v1/scrape', Object.fromEntries(written), init)
}

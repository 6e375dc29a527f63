/** Makes the calls of an attempt with `POST /v1/convert`. */

import { expect } from 'vitest'
import { type MoneyWorld, openPurse } from './ask.ts'
import { secret } from './attempt.ts'
import type { ConvertAttempt, ConvertStep } from './convert-attempts.ts'

let asked = 0

export async function makeConvertAttempt(world: MoneyWorld, { steps, credits = 100 }: ConvertAttempt) {
  const purses = await Promise.all([openPurse(world, credits), openPurse(world, credits)])
  const query = `conversion=${asked++}`
  for (const [n, step] of steps.entries()) {
    const purse = purses[step.other ? 1 : 0]
    const before = await purse.balance()
    const text = await (await send(world, step, purse.key, query)).text()
    const where = `step ${n + 1}: ${JSON.stringify(step.parameters)}: ${text.slice(0, 600)}`
    expect(before - (await purse.balance()), where).toBe(step.charged)
    expect(text.includes(secret), `shows content in ${where}`).toBe(step.shows)
    if (step.fails !== undefined) expect(text, where).toContain(step.fails)
  }
}

function send({ gleaner, origin }: MoneyWorld, step: ConvertStep, key: string, query: string): Promise<Response> {
  const { body, parameters = {}, type = 'text/html', name, scrapes } = step
  const headers: Record<string, string> = { authorization: `Bearer ${key}` }
  if (name !== undefined) headers['idempotency-key'] = `${query}-${name}`
  const urlOf = (path: string) => `${origin.url}${path}?${query}`
  if (scrapes !== undefined) return gleaner.get('/v1/scrape', { ...parameters, url: urlOf(scrapes) }, { headers })
  const { url, ...rest } = parameters
  const written = new URLSearchParams(url === undefined ? rest : { ...rest, url: urlOf(url) })
  return fetch(`${gleaner.url}/v1/convert?${written}`, {
    method: 'POST',
    body: new Blob([body as string]),
    headers: { ...headers, 'content-type': type },
  })
}

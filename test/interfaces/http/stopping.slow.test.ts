import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openOrigin } from '../../origin.ts'
import { type Json, openTestService, type TestService } from '../../service.ts'
import { holdTimeLimit } from '../../time-limit.ts'
import { initialize, jsonHeaders, messagesOf, modern, scrape } from '../mcp/requests.ts'

const open = () =>
  openTestService({ GLEANER_PER_HOST_CONCURRENCY: '400', GLEANER_KEY_CONCURRENCY: '400', GLEANER_RATE_LIMIT: '10000' })

interface Outcome {
  status: number
  type: string | null
  charged: number
}

/** Sends requests in every way that the HTTP interface offers. */
async function clientOf(gleaner: TestService, key: string) {
  const authorization = `Bearer ${key}`
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${gleaner.url}/mcp?result=structured`, {
      method: 'POST',
      headers: { ...jsonHeaders, authorization, ...headers },
      body: JSON.stringify(body),
    })
  const begun = await post(initialize)
  await begun.text()
  const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' }
  const readCall = async (response: Response): Promise<Outcome> => {
    const [{ result } = {}] = messagesOf(await response.text())
    const [{ text } = { text: '' }] = (result?.content ?? []) as { text: string }[]
    const { credits_charged: charged = 0 } = (result?.structuredContent ?? {}) as Json
    return {
      status: response.status,
      type: result?.isError ? text.replace(/:.*/s, '') : null,
      charged: Number(charged),
    }
  }
  return {
    async rest(url: string): Promise<Outcome> {
      const response = await gleaner.get('/v1/scrape', { url, timeout_ms: '120000' }, { headers: { authorization } })
      const { detail, credits_charged } = (await response.json()) as {
        detail?: { type: string }[]
        credits_charged: number
      }
      return { status: response.status, type: detail?.[0]?.type ?? null, charged: credits_charged }
    },
    legacy: async (url: string) => readCall(await post(scrape(1, url), session)),
    async modern(url: string) {
      const [body, { headers }] = modern('tools/call', { name: 'scrape', arguments: { url, timeout_ms: 120_000 } })
      return readCall(await post(body, headers))
    },
  }
}

describe('a service that stops with 100 requests in flight', () => {
  it('completes those that finish in time, refuses the others without a charge, and holds no credits', async () => {
    const gleaner = await open()
    const soon: ServerResponse[] = []
    const origin = await openOrigin({ '/soon': (_, response) => void soon.push(response), '/never': () => {} })
    onTestFinished(origin.close)
    const { key, id } = await gleaner.access.issue('poor', { credits: 1000 })
    const client = await clientOf(gleaner, key)
    const ways = [client.rest, client.legacy, client.modern, client.rest] as const
    // The worker threads start with the first page.
    await client.rest(`${origin.url}/first`)
    const outcomes = Array.from({ length: 100 }, (_, i) => {
      const path = i % 2 === 0 ? '/soon' : '/never'
      return ways[Math.floor(i / 25)]?.(`${origin.url}${path}`) as Promise<Outcome>
    })
    await origin.arrived(101)
    const { hostname, port } = new URL(gleaner.url)
    const lingering = [
      '',
      'GET /healthz HTTP/1.1\r\nhost: loc',
      'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n',
    ].map((text) => {
      const socket = connect(Number(port), hostname).on('error', () => {})
      socket.write(text)
      return new Promise<void>((resolve) => socket.resume().once('close', () => resolve()))
    })
    const { ms, pass } = holdTimeLimit()
    const stopped = gleaner.http.stop(ms)
    for (const response of soon) response.end('<p>late</p>')
    await Promise.all(outcomes.filter((_, i) => i % 2 === 0))
    pass()
    const ended = await Promise.all(outcomes)
    await Promise.all([stopped, ...lingering])
    const count = (path: number, wanted: Partial<Outcome>) =>
      ended.filter(
        (one, i) =>
          i % 2 === path && Object.entries(wanted).every(([name, value]) => one[name as keyof Outcome] === value),
      ).length
    expect(count(0, { status: 200, type: null, charged: 1 })).toBe(50)
    expect(count(1, { type: 'overloaded', charged: 0 })).toBe(50)
    expect((await gleaner.access.keys.find(id))?.credits).toBe(950)
    expect((await gleaner.access.keys.find(id))?.used).toBe(50)
    expect(gleaner.http.requests()).toBe(0)
    await Promise.all([gleaner.runtime.close(), gleaner.access.close()])
  })
})

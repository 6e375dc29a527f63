/** Serves the responses on loopback, and requests each through the service. */

import { createSecureServer } from 'node:http2'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { authority, certificate, certificateKey } from '../../test/fetch/certificate.ts'
import { httpResponse, listen, openRawServer } from '../../test/fetch/loopback.ts'
import { browserPath } from '../../test/render/open-renderer.ts'
import { jsonOf, openTestService } from '../../test/service.ts'
import type { Outcome } from './outcome.ts'
import { type ExpectedResult, type ResponseScenario, responseScenarios } from './responses.ts'

/** Number of concurrent scenarios. Some use their whole time limit, which a busy service would exceed. */
const lanes = 4

/** Runs a few scenarios at a time. Without a browser, skips those that need one. */
export async function runResponseScenarios(only = ''): Promise<Outcome[]> {
  const scenarios = responseScenarios.filter(
    ({ group, name, needsBrowser }) => `${group}/${name}`.includes(only) && (!needsBrowser || browserPath !== null),
  )
  if (scenarios.length === 0) return []
  const gleaner = await openTestService()
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, authority])
  try {
    const outcomes: Outcome[] = []
    const waiting = scenarios.entries()
    async function runLane(): Promise<void> {
      for (const [at, scenario] of waiting) {
        await using site = await serve(scenario)
        const query = { url: `${site.url}/`, ...scenario.parameters }
        outcomes[at] = judge(scenario, (await jsonOf(gleaner.get('/v1/scrape', query))) as Answer, site.url)
      }
    }
    // The first request starts the readers.
    await gleaner.get('/v1/scrape', { url: gleaner.url })
    await Promise.all(Array.from({ length: lanes }, runLane))
    return outcomes
  } finally {
    setDefaultCACertificates(before)
    await gleaner.close()
  }
}

interface Answer {
  content?: string
  final_url?: string
  complete?: boolean
  warnings?: { code: string }[]
  credits_charged?: number
  detail?: { type: string; msg: string }[]
}

async function serve({ site, isHttp2 }: ResponseScenario): Promise<AsyncDisposable & { url: string }> {
  if (isHttp2) {
    const server = createSecureServer({ cert: certificate, key: certificateKey, allowHTTP1: false })
    const url = `https://127.0.0.1:${await listen(server)}`
    return { url, [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())) }
  }
  const server = await openRawServer((socket, nth) => {
    const [, path = '/'] = server.requests[nth - 1]?.split(' ') ?? []
    socket.write(site[path] ?? httpResponse('<p>Not found', { status: 404 }))
  })
  return server
}

function judge({ group, name, expect }: ResponseScenario, answer: Answer, url: string): Outcome {
  const { content = '', complete, credits_charged: credits, detail } = answer
  const got: Record<keyof ExpectedResult, unknown> = {
    has: expect.has?.filter((text) => content.includes(text)),
    lacks: expect.lacks?.filter((text) => !content.includes(text)),
    finalPath: answer.final_url?.replace(url, ''),
    complete,
    warnings: answer.warnings?.map(({ code }) => code),
    credits,
    error: detail?.[0]?.type,
    message: detail?.[0]?.msg,
  }
  const failure = detail && !expect.error ? [`error: ${detail[0]?.type}: ${detail[0]?.msg}`] : []
  const keys = Object.keys(expect) as (keyof ExpectedResult)[]
  const faults = keys.flatMap((key) => {
    const isMet = key === 'message' || key === 'warnings' ? holds(got[key], expect[key]) : same(got[key], expect[key])
    return isMet ? [] : [`${key}: ${JSON.stringify(got[key])} instead of ${JSON.stringify(expect[key])}`]
  })
  const expected = keys.map((key) => `${key}: ${JSON.stringify(expect[key])}`)
  return { group, name, note: '', expected, faults: failure.length > 0 ? failure : faults }
}

/** True if a string contains another, or the warnings include the expected ones. If no warnings are expected, there must not be any. */
function holds(got: unknown, expected: string | string[] = ''): boolean {
  if (typeof expected === 'string') return String(got).includes(expected)
  const codes = Array.isArray(got) ? got : []
  return expected.length === 0 ? codes.length === 0 : expected.every((code) => codes.includes(code))
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

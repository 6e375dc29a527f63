/** Batches of the cluster torture test: sends one, reads its lines until they end, and gives the outcome of each URL. */

import { type Dispatcher, fetch } from 'undici'
import { judgeLine, judgeRest, type Known } from './answers.ts'
import type { Ask } from './asks.ts'

/** Time after which the client gives up. Each URL has a time limit of 12 seconds. */
const patienceMs = 30_000

interface LastLine {
  done: true
  ok: number
  failed: number
  credits_charged: number
}

/** Resolves with one outcome for each URL, or with the only one of a batch that was refused. Half of the lines are enough for a client that leaves. */
export async function sendBatch(
  { name, parameters, urls = [], sequel }: Ask,
  base: string,
  { dispatcher, headers }: { dispatcher: Dispatcher; headers: Record<string, string> },
): Promise<Known[]> {
  const leaving = new AbortController()
  const signal = AbortSignal.any([AbortSignal.timeout(patienceMs), leaving.signal])
  const found: Known[] = []
  let last: LastLine | null = null
  let text = ''
  let end = 'cut'

  function take(line: string): void {
    const value = JSON.parse(line) as LastLine | Parameters<typeof judgeLine>[0]
    if ('done' in value) last = value
    else found.push(judgeLine(value))
    if (sequel === 'leaves' && found.length >= urls.length / 2) leaving.abort()
  }

  try {
    const body = JSON.stringify({ urls, ...parameters })
    const response = await fetch(`${base}/v1/scrape/batch`, { method: 'POST', headers, body, dispatcher, signal })
    const contentType = response.headers.get('content-type') ?? ''
    if (contentType !== 'application/x-ndjson') {
      const requestId = response.headers.get('x-request-id')
      const refused = judgeRest({ status: response.status, contentType, requestId, text: await response.text() })
      if (refused.state !== 'unknown') return [{ ...refused, label: `batch: ${refused.label}` }]
      end = refused.label
    } else {
      const decoder = new TextDecoder()
      for await (const piece of response.body ?? []) {
        const lines = (text + decoder.decode(piece, { stream: true })).split('\n')
        text = lines.pop() ?? ''
        for (const line of lines) take(line)
      }
    }
  } catch (error) {
    if (error instanceof SyntaxError) return [{ state: 'broken', label: `${name}: a line that is not JSON` }]
    end = leaving.signal.aborted ? 'left' : 'connection'
  }
  return [...found, ...restOf(found, urls.length, last, end)]
}

/** Returns an unknown outcome for each URL without a line if the last line is missing. Otherwise, returns a broken promise if the sums differ. */
function restOf(found: readonly Known[], count: number, last: LastLine | null, end: string): Known[] {
  const missing = count - found.length
  if (last === null) {
    const unknown: Known = { state: 'unknown', label: `batch: ${end}`, requestId: null }
    return Array.from({ length: missing }, () => unknown)
  }
  const charged = found.reduce((sum, one) => sum + (one.state === 'answered' ? one.charged : 0), 0)
  if (missing === 0 && last.ok + last.failed === count && last.credits_charged === charged) return []
  return [
    { state: 'broken', label: `batch: ${found.length} of ${count} lines for ${charged}: ${JSON.stringify(last)}` },
  ]
}

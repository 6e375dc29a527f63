/** The attack `bodies`: hostile documents of every kind, in every output. Each gets a documented answer, and the next page is complete. */

import { openOrigin } from '../../../test/origin.ts'
import { openTestService } from '../../../test/service.ts'
import type { AttackOptions, AttackResult } from '../attack.ts'
import { openRandom } from '../random.ts'
import { type HostileDocument, hostileDocuments } from './documents.ts'

/** One name for each output, even if it has two. */
const outputs = ['markdown', 'raw_html', 'clean_html', 'html_head_metadata_json', 'links', 'emails'] as const

/** Valid errors for a document (docs/api.md, Errors). A page is also a valid answer. */
const refusals = new Set([
  ...['response_too_large', 'unsupported_content_type', 'invalid_response', 'target_timeout', 'selector_not_matched'],
])

const timeoutMs = 25_000
/** Reading a document takes at most 20 s, but a shared machine may report its end later. */
const maxMs = timeoutMs + 10_000
/** Maximum size of an answer relative to its document's. A larger answer indicates a bomb. */
const maxGrowth = 60
const atOnce = 2

export async function runBodies(
  { seed, minutes }: Pick<AttackOptions, 'seed' | 'minutes'>,
  documents: readonly HostileDocument[] = hostileDocuments,
): Promise<AttackResult> {
  const random = openRandom(seed)
  const until = performance.now() + minutes * 60_000
  const broken: string[] = []
  const made = documents.map((document) => Buffer.from(document.make(random)))
  const origin = await openOrigin({
    ...Object.fromEntries(
      documents.map(({ type }, at) => [
        `/${at}`,
        { body: new Uint8Array(made[at] ?? []), headers: { 'content-type': type } },
      ]),
    ),
    '/good': { body: '<title>Good</title><p>A good page.</p>' },
  })
  const service = await openTestService({ GLEANER_MAX_BODY_BYTES: String(32 * 1024 * 1024) })
  const answers = new Map<string, number>()
  let tried = 0
  let slowest = { ms: 0, name: '' }

  async function ask(path: string, output: string): Promise<{ status: number; type: string; chars: number }> {
    const parameters = { url: origin.url + path, output, timeout_ms: String(timeoutMs) }
    const response = await service.get('/v1/scrape', parameters)
    const text = await response.text()
    const body = JSON.parse(text) as { detail?: { type: string }[]; credits_charged: number }
    const type = body.detail?.[0]?.type ?? 'page'
    if (body.credits_charged !== (response.ok ? 1 : 0))
      broken.push(`${path} ${output}: charged ${body.credits_charged}`)
    return { status: response.status, type, chars: text.length }
  }

  async function attack(document: HostileDocument, at: number, output: string): Promise<void> {
    const startedAt = performance.now()
    const name = `${document.name} as ${output}`
    const { status, type, chars } = await ask(`/${at}`, output)
    const ms = performance.now() - startedAt
    tried++
    answers.set(type, (answers.get(type) ?? 0) + 1)
    if (ms > slowest.ms) slowest = { ms, name }
    if (status !== 200 && !refusals.has(type)) broken.push(`${name}: ${status} ${type}`)
    if (ms > maxMs) broken.push(`${name}: answered after ${Math.round(ms)} ms`)
    const size = made[at]?.length ?? 0
    if (chars > Math.max(100_000, size * maxGrowth)) broken.push(`${name}: ${chars} characters of ${size} bytes`)
  }

  try {
    const left = documents.flatMap((document, at) => outputs.map((output) => ({ document, at, output })))
    const work = async () => {
      for (let next = left.shift(); next && performance.now() < until; next = left.shift()) {
        await attack(next.document, next.at, next.output)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    const { type } = await ask('/good', 'markdown')
    if (type !== 'page') broken.push(`the next page was ${type}`)
  } finally {
    await service.close()
    await origin.close()
  }
  const counts = [...answers].sort(([, a], [, b]) => b - a).map(([type, count]) => `${type} ${count}`)
  const note = `${documents.length} documents × ${outputs.length} outputs: ${counts.join(', ')}; slowest ${Math.round(slowest.ms)} ms (${slowest.name})`
  return { tried, broken, note }
}

/** The attack `documents`: randomly broken documents of every kind, compressed, cut or mislabelled. Each gets a documented answer. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { documentTypes } from '../../../src/page/document-types.ts'
import { samples } from '../../../test/documents/hostile/mutations.ts'
import { openOrigin } from '../../../test/origin.ts'
import { openTestService } from '../../../test/service.ts'
import { documentFixtures } from '../../documents/fixtures.ts'
import type { AttackOptions, AttackResult } from '../attack.ts'
import { openRandom } from '../random.ts'
import { mutate } from './mutations.ts'

const refusals = new Set([
  ...[
    'response_too_large',
    'unsupported_content_type',
    'invalid_response',
    'target_unreachable',
    'selector_not_matched',
  ],
])
const outputs = ['markdown', 'markdown', 'html_head_metadata_json', 'links', 'emails', 'raw_html', 'images'] as const
const otherTypes = [
  'application/octet-stream',
  'text/html',
  'application/zip',
  'text/plain',
  'application/msword',
  '',
] as const
const deliveries = [
  'whole',
  'whole',
  'whole',
  'gzip',
  'no gzip',
  'gzip inside',
  'in chunks',
  'cut off',
  'a range',
] as const
const atOnce = 3
/** Matches links that a reader must not produce. */
const forbidden = /\]\((?:javascript|data|file|vbscript):|root:x:0/i

/** Stops after `most` documents, or earlier if time runs out. */
export async function runDocuments(
  { seed, minutes }: Pick<AttackOptions, 'seed' | 'minutes'>,
  max = Number.POSITIVE_INFINITY,
): Promise<AttackResult> {
  const random = openRandom(seed)
  const until = performance.now() + minutes * 60_000
  const sound = [...[...samples].map(([kind, bytes]) => ({ kind, bytes })), ...documentFixtures()]
  const served = new Map<string, { body: Buffer; type: string; delivery: (typeof deliveries)[number] }>()
  const asked: string[] = []
  const broken: string[] = []
  const answers = new Map<string, number>()
  let tried = 0

  function serve({ url = '' }: IncomingMessage, response: ServerResponse): void {
    const found = served.get(url.split('?')[1] ?? '')
    if (!found) return void response.writeHead(404).end()
    deliver(found, response)
  }
  const canary = (request: IncomingMessage, response: ServerResponse) => {
    asked.push(request.url ?? '')
    response.end()
  }
  const good = { body: '<title>Good</title><p>A good page.</p>' }
  const origin = await openOrigin({ '/document': serve, '/canary': canary, '/good': good })
  const service = await openTestService({})

  async function attack(number: number): Promise<void> {
    const { kind, bytes } = sound[random.integer(0, sound.length - 1)] as (typeof sound)[number]
    const { name, bytes: body } = mutate(kind, Buffer.from(bytes), `${origin.url}/canary`, random)
    const declared = documentTypes[kind as keyof typeof documentTypes]
    const type = random.chance(0.3) ? random.pick(otherTypes) : declared
    const [delivery, output] = [random.pick(deliveries), random.pick(outputs)]
    served.set(String(number), { body, type, delivery })
    const response = await service.get('/v1/scrape', { url: `${origin.url}/document?${number}`, output })
    served.delete(String(number))
    const text = await response.text()
    const { detail, credits_charged: charged } = JSON.parse(text)
    const answer: string = detail?.[0]?.type ?? 'page'
    const what = `${number}: ${kind}, ${name}, ${delivery}, as ${type} ${output}`
    tried++
    answers.set(answer, (answers.get(answer) ?? 0) + 1)
    if (!response.ok && !refusals.has(answer)) broken.push(`${what}: ${response.status} ${answer}`)
    if (charged !== (response.ok ? 1 : 0)) broken.push(`${what}: charged ${charged}`)
    if (output === 'markdown' && forbidden.test(text)) broken.push(`${what}: ${forbidden.exec(text)?.[0]}`)
  }

  try {
    const work = async () => {
      while (performance.now() < until && tried < max) await attack(tried + random.integer(1, 1e9))
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    const next = await (await service.get('/v1/scrape', { url: `${origin.url}/good` })).text()
    if (!next.includes('A good page.')) broken.push(`the next page was ${next.slice(0, 200)}`)
    if (asked.length > 0) broken.push(`${asked.length} requests to URLs in documents`)
  } finally {
    await service.close()
    await origin.close()
  }
  return { tried, broken, note: [...answers].map(([answer, count]) => `${answer} ${count}`).join(', ') }
}

function deliver(
  { body, type, delivery }: { body: Buffer; type: string; delivery: string },
  response: ServerResponse,
): void {
  const headers: Record<string, string> = type === '' ? {} : { 'content-type': type }
  const half = body.subarray(0, body.length >> 1)
  if (delivery === 'gzip') response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync(body))
  else if (delivery === 'no gzip') response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(body)
  else if (delivery === 'gzip inside') response.writeHead(200, headers).end(gzipSync(body))
  else if (delivery === 'a range') {
    response.writeHead(206, { ...headers, 'content-range': `bytes 0-${half.length - 1}/${body.length}` }).end(half)
  } else if (delivery === 'cut off') {
    response.writeHead(200, { ...headers, 'content-length': String(body.length) })
    response.write(half, () => response.destroy())
  } else if (delivery === 'in chunks') {
    response.writeHead(200, headers)
    for (let at = 0; at < body.length; at += 997) response.write(body.subarray(at, at + 997))
    response.end()
  } else response.writeHead(200, headers).end(body)
}

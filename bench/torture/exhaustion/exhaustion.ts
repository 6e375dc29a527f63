/** The attack `exhaustion`: one key holds scarce resources, while another key's requests are still answered and memory stays bounded. */

import { Agent, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { AttackOptions, AttackResult } from '../attack.ts'
import { percentile } from '../connections/honest-clients.ts'
import { askRest } from '../connections/requests.ts'
import { startServiceProcess } from '../service/service-process.ts'
import { type Hold, holds } from './holds.ts'

/** Maximum duration of each hold. */
const holdMs = 12_000
const askEveryMs = 400
/** Far more than a service uses for large pages, and far less than these attacks once made it use. */
const maxMb = 1300
/** Maximum share of honest requests that are refused or too slow. */
const maxRefused = 0.1
const maxMs = 15_000

export async function runExhaustion(
  { minutes, progress }: Pick<AttackOptions, 'minutes' | 'progress'>,
  chosen: readonly Hold[] = holds,
): Promise<AttackResult> {
  const until = performance.now() + minutes * 60_000
  const origin = await openScarceOrigin()
  const broken: string[] = []
  const notes: string[] = []
  let tried = 0
  try {
    for (const hold of chosen) {
      if (performance.now() >= until) break
      progress(`  ${hold.name}`)
      const found = await meet(hold, origin.url)
      tried++
      broken.push(...found.broken.map((what) => `${hold.name}: ${what}`))
      notes.push(`${hold.name} ${Math.round(found.peakMb)} MB`)
    }
  } finally {
    await origin.close()
  }
  return { tried, broken, note: notes.join(', ') }
}

async function meet(hold: Hold, origin: string): Promise<{ broken: string[]; peakMb: number }> {
  const service = await startServiceProcess({ keys: 2, settings: { GLEANER_MEMORY_MB: '845' } })
  const [attacker = '', honest = ''] = service.keys
  const agent = new Agent({ keepAlive: true })
  const broken: string[] = []
  const latencies: number[] = []
  const outcomes: string[] = []
  let peakMb = 0
  const asked: Promise<void>[] = []

  async function ask(): Promise<void> {
    const startedAt = performance.now()
    const target = { url: service.url, key: honest, page: `${origin}/` }
    const { outcome } = await askRest(target, agent).catch((error: NodeJS.ErrnoException) => {
      return { outcome: `broken: ${error.code ?? error.message}` }
    })
    outcomes.push(outcome)
    latencies.push(performance.now() - startedAt)
  }

  try {
    await ask()
    const letGo = hold.begin({ url: service.url, key: attacker, origin })
    for (const until = performance.now() + holdMs; performance.now() < until && !service.hasEnded(); ) {
      asked.push(ask())
      await pause(askEveryMs)
      peakMb = Math.max(peakMb, (await service.state()).residentMb)
    }
    await Promise.all(asked)
    letGo()
    const refused = outcomes.filter((outcome) => outcome !== 'ok')
    if (refused.length > outcomes.length * maxRefused) {
      broken.push(`${refused.length} of ${outcomes.length} honest requests: ${[...new Set(refused)].join(', ')}`)
    }
    latencies.sort((a, b) => a - b)
    const slowMs = percentile(latencies, 1 - maxRefused)
    if (slowMs > maxMs) broken.push(`honest requests took ${Math.round(slowMs)} ms`)
    if (peakMb > maxMb) broken.push(`the service held ${Math.round(peakMb)} MB`)
    if (service.hasEnded()) broken.push('the service has stopped')
    return { broken, peakMb }
  } finally {
    agent.destroy()
    await service.stop()
    service.remove()
  }
}

/** Serves pages that are large, slow or hard to read, or that stall. */
async function openScarceOrigin(): Promise<{ url: string; close(): Promise<void> }> {
  const large = Buffer.from(`<!doctype html><title>Large</title>${'<p>One of many paragraphs.</p>\n'.repeat(280_000)}`)
  const complex = Buffer.from(`<!doctype html><title>Complex</title>${'<div>'.repeat(200_000)}`)
  const half = Buffer.alloc(10 * 1024 * 1024, 'x')
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (path.startsWith('/large')) response.end(large)
    else if (path.startsWith('/complex')) response.end(complex)
    else if (path.startsWith('/slow')) setTimeout(() => response.end('<p>slow'), 8000)
    else if (path.startsWith('/stall')) response.write(half)
    else response.end('<!doctype html><title>Small</title><p>A small page.</p>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The attack `origins`: origin servers with every fault in the list. Each gets a documented answer, in time and free of charge. */

import { setTimeout as pause } from 'node:timers/promises'
import { openTestService } from '../../../test/service.ts'
import type { AttackOptions, AttackResult } from '../attack.ts'
import { createRandom } from '../random.ts'
import { openBrokenOrigin } from './broken-origin.ts'
import { type OriginFault, originFaults } from './faults.ts'

const timeoutMs = 3000
const slackMs = 4000
/** Number of concurrent faults. */
const atOnce = 6
const rounds = 3

/** Tests run each fault once: `rounds: 1`. */
export async function runOrigins(
  { seed, minutes }: Pick<AttackOptions, 'seed' | 'minutes'>,
  { faults = originFaults, times = rounds }: { faults?: readonly OriginFault[]; times?: number } = {},
): Promise<AttackResult> {
  const until = performance.now() + minutes * 60_000
  const broken: string[] = []
  const onFault = (error: unknown) => void broken.push(`uncaught: ${error instanceof Error ? error.stack : error}`)
  process.on('uncaughtException', onFault).on('unhandledRejection', onFault)
  const origin = await openBrokenOrigin(faults, createRandom(seed))
  const service = await openTestService({ GLEANER_MAX_BODY_BYTES: String(4 * 1024 * 1024) })
  const { key, id } = await service.access.issue('origins', { credits: 10_000 })
  const answers = new Map<string, number>()
  let tried = 0
  let slowestMs = 0

  async function meet(fault: OriginFault, url: string, mayBeLate = true): Promise<void> {
    const startedAt = performance.now()
    const parameters = { url, output: 'raw_html', timeout_ms: String(timeoutMs) }
    const response = await service.get('/v1/scrape', parameters, { headers: { authorization: `Bearer ${key}` } })
    const body = (await response.json()) as Answer
    const tookMs = performance.now() - startedAt
    const given = body.detail?.[0]?.type ?? body.status_code ?? 'nothing'
    const price = response.ok ? 1 : 0
    charged += price
    tried++
    if (body.credits_charged !== price) broken.push(`${fault.name}: charged ${body.credits_charged}`)
    const isKnown = fault.answers.includes(given)
    const isLate = tookMs > timeoutMs + slackMs || (!isKnown && given === 'target_timeout')
    // A busy machine is late only once. A request that waits for something that never arrives is late again.
    if (isLate && mayBeLate) return meet(fault, url, false)
    slowestMs = Math.max(slowestMs, tookMs)
    answers.set(String(given), (answers.get(String(given)) ?? 0) + 1)
    if (!isKnown) broken.push(`${fault.name}: ${response.status} ${given}, not ${fault.answers.join(' or ')}`)
    else if (isLate) broken.push(`${fault.name}: answered after ${Math.round(tookMs)} ms`)
  }

  let charged = 0
  try {
    for (let round = 0; round < times && performance.now() < until; round++) {
      const left = [...faults]
      const work = async () => {
        for (let fault = left.shift(); fault; fault = left.shift()) await meet(fault, origin.urlOf(fault))
      }
      await Promise.all(Array.from({ length: atOnce }, work))
    }
    await meet({ name: 'an honest page afterwards', serve() {}, answers: [200] }, origin.honestUrl)
    const account = await service.access.keys.find(id)
    if (account?.used !== charged) broken.push(`the key was charged ${account?.used} instead of ${charged}`)
  } finally {
    await service.close()
    await pause(200)
    if (origin.connections() > 0)
      broken.push(`${origin.connections()} connections are open after the service has stopped`)
    await origin.close()
    process.off('uncaughtException', onFault).off('unhandledRejection', onFault)
  }
  const counts = [...answers].sort(([, a], [, b]) => b - a).map(([name, count]) => `${name} ${count}`)
  return { tried, broken, note: `${faults.length} faults: ${counts.join(', ')}; slowest ${Math.round(slowestMs)} ms` }
}

interface Answer {
  detail?: { type: string }[]
  status_code?: number
  credits_charged?: number
}

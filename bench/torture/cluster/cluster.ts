/** Kills and cuts a cluster under load by a seed, and audits every answer and every credit. `npm run torture:cluster -- --help` */

import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Redis } from 'ioredis'
import { processTree } from '../../../src/render/browser/process-tree.ts'
import { answers, openScriptedModel, testKey } from '../../../test/answer/scripted-model.ts'
import { lacksBalancer, openBalancer } from '../../../test/cluster/balancer.ts'
import { openCluster } from '../../../test/cluster/cluster.ts'
import buildIfOld from '../../../test/ensure-build.ts'
import { openOrigin } from '../../../test/origin.ts'
import { browserPath, lacksBrowser } from '../../../test/render/open-renderer.ts'
import { lacksPostgres, lacksRedis } from '../../../test/services.ts'
import { openRelay, type Relay } from '../../../test/store/redis/relay.ts'
import { readLedger } from '../ledger-audit.ts'
import { openRandom } from '../random.ts'
import { drawRound, type LostProcess, recovery, stillAlive } from './faults.ts'
import { type Ask, drawAsk, type Known, send, settle } from './load.ts'

export interface ClusterTortureOptions {
  requests: number
  seed: number
  /** Requests at once. */
  loops: number
  progress(line: string): void
}

export interface ClusterTortureResult {
  requests: number
  /** Number of attempts by how they ended. */
  ends: Map<string, number>
  /** Faults with the seconds until everything was ready again. */
  faults: { name: string; recoveredAfterS: number | null }[]
  /** By key: what its answers say was charged, and what the database says. */
  keys: { granted: number; told: number; used: number; left: number }[]
  /** What a promise was broken by, a text each. */
  broken: string[]
  seconds: number
}

/** Time after which reservations of dead processes are released, jobs of dead ones are gone, and browsers of dead workers have ended. */
const settledWithinMs = 180_000
const recoveredWithinMs = 60_000

export async function tortureCluster(options: ClusterTortureOptions): Promise<ClusterTortureResult> {
  const { requests, seed, loops, progress } = options
  const startedAt = performance.now()
  const random = openRandom(seed)
  const site = await openSite()
  const model = await openScriptedModel(() => answers('An answer.'))
  const links = new Map<string, Relay>()
  const link = async (name: string, url: string) => {
    const relay = await openRelay(url)
    links.set(name, relay)
    return relay.url
  }
  const cluster = await openCluster({
    settings: {
      ...{ ANTHROPIC_API_KEY: testKey, ANTHROPIC_BASE_URL: model.url, GLEANER_RATE_LIMIT: '10000000' },
      // One host has all the pages.
      ...{ GLEANER_PER_HOST_CONCURRENCY: '64', GLEANER_STOP_GRACE_S: '20' },
    },
    nodeSettings: { GLEANER_BROWSER_PATH: '/nowhere' },
    workerSettings: { GLEANER_BROWSER_PATH: browserPath ?? '', GLEANER_BROWSER_PAGES: '2' },
    routesOf: async (name, { postgres, redis }) => ({
      GLEANER_REDIS_URL: await link(`${name} redis`, redis.url),
      ...(name.startsWith('node') ? { GLEANER_DATABASE_URL: await link(`${name} postgres`, postgres.url) } : {}),
    }),
  })
  const fronts: string[] = []
  for (const { name, address } of cluster.nodes) {
    fronts.push(new URL(await link(`balancer ${name}`, `http://${address}`)).host)
  }
  const balancer = await openBalancer(fronts)
  // The last one's credits do not last.
  const grants = [1_000_000, 1_000_000, 1_000_000, Math.ceil(requests / 5)]
  const keys = await Promise.all(grants.map((credits) => cluster.issue('torture', { credits })))
  const keyOf = ({ key }: Ask) => keys[key]?.key ?? ''

  const result: ClusterTortureResult = { requests: 0, ends: new Map(), faults: [], keys: [], broken: [], seconds: 0 }
  const told = grants.map(() => 0)
  const unknown: Ask[] = []
  const note = (ask: Ask, known: Known) => {
    const label = known.state === 'answered' ? known.label : `${known.label} (${known.state})`
    result.ends.set(label, (result.ends.get(label) ?? 0) + 1)
    if (known.state === 'answered') told[ask.key] = (told[ask.key] ?? 0) + known.charged
    if (known.state === 'broken') result.broken.push(`${ask.kind}: ${known.label}`)
  }

  // The load: as many requests as asked for, and on until every fault has been.
  let hasHadFaults = false
  let asked = 0
  async function ask(one: Ask): Promise<Known> {
    result.requests++
    const known = await send(balancer.url, keyOf(one), one)
    note(one, known)
    if (known.state === 'unknown') unknown.push(one)
    // As a client does that is told to ask again.
    if (known.state !== 'answered' || /^50[03]/.test(known.label)) await wait(250)
    return known
  }
  async function work(): Promise<void> {
    while (asked < requests || !hasHadFaults) {
      const index = asked++
      const first = drawAsk(random, index, { keys: keys.length, origin: site.url })
      let known = await ask(first)
      // To the end of its text, wherever the pieces come from.
      for (let piece = 2; known.state === 'answered' && known.nextOffset !== null && piece < 6; piece++) {
        const parameters = { ...first.parameters, offset: String(known.nextOffset) }
        known = await ask({ ...first, name: `${first.name}-${piece}`, parameters })
      }
    }
  }
  const lost: LostProcess[] = []
  async function disturb(): Promise<void> {
    while (asked < requests || !hasHadFaults) {
      // A sequence of its own: how fast requests go does not change it.
      for (const fault of drawRound({ cluster, links, random: openRandom(seed + result.faults.length + 1) }, lost)) {
        // Without load a fault shows nothing.
        if (hasHadFaults && asked >= requests) return
        await wait(1500)
        await fault.run()
        const recoveredAfterS = await recovery(cluster, recoveredWithinMs)
        result.faults.push({ name: fault.name, recoveredAfterS })
        if (recoveredAfterS === null) result.broken.push(`not ready a minute after ${fault.name}`)
        progress(`${fault.name}: ready again after ${recoveredAfterS?.toFixed(1)} s, ${result.requests} requests`)
      }
      hasHadFaults = true
    }
  }
  await Promise.all([disturb(), ...Array.from({ length: loops }, work)])

  progress(`${unknown.length} outcomes unknown: repeating them`)
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let one = unknown.pop(); one; one = unknown.pop()) {
        const attempts = await settle(balancer.url, keyOf(one), one, settledWithinMs)
        for (const attempt of attempts) note(one, attempt)
        if (attempts.at(-1)?.state !== 'answered') result.broken.push(`${one.kind}: no answer when repeated`)
      }
    }),
  )
  progress('waiting for what dead processes held')
  await auditRest()

  async function auditRest(): Promise<void> {
    const redis = new Redis(cluster.redis.url)
    const held = async () => {
      const ledger = await readLedger('', cluster.postgres.url)
      const jobs = (await redis.keys('gleaner:queue:*')).filter(isOfJob)
      const states = {
        ...{ 'reservations held': ledger.held, 'claims running': ledger.running, 'keys of jobs in Redis': jobs.length },
        'processes of killed workers': stillAlive(lost).length,
      }
      return { ledger, left: Object.entries(states).filter(([, count]) => count > 0) }
    }
    const until = performance.now() + settledWithinMs
    let state = await held()
    while (state.left.length > 0 && performance.now() < until) {
      await wait(1000)
      state = await held()
    }
    redis.disconnect()
    for (const [what, count] of state.left) result.broken.push(`${count} ${what}`)
    for (const [index, { id }] of keys.entries()) {
      const row = state.ledger.keys.find((one) => one.id === id)
      const granted = grants[index] ?? 0
      const key = { granted, told: told[index] ?? 0, used: row?.used ?? -1, left: row?.credits ?? -1 }
      result.keys.push(key)
      if (key.used !== key.told || key.left !== granted - key.told)
        result.broken.push(`key ${index + 1}: told ${key.told}, used ${key.used}, left ${key.left} of ${granted}`)
    }
  }

  for (const { pid } of cluster.workers) lost.push(...processTree(pid() ?? -1))
  await balancer.close()
  await cluster.close()
  if (stillAlive(lost).length > 0) result.broken.push(`${stillAlive(lost).length} processes outlive the cluster`)
  for (const relay of links.values()) await relay.close()
  await model.close()
  await site.close()
  result.seconds = Math.round((performance.now() - startedAt) / 1000)
  return result
}

/** Not of a queue as a whole. */
function isOfJob(key: string): boolean {
  const whole = ['meta', 'events', 'workers', 'turns', 'marker', 'pc', 'stalled-check', 'stalled', 'id']
  return !whole.includes(key.split(':')[3] ?? '')
}

const words = 'A sentence of a page of some length, with a number that differs. '

function openSite() {
  const html = (body: string) => ({ body: `<title>A page</title><main><h1>A page</h1>${body}</main>` })
  return openOrigin({
    '/page': html(`<p>${words.repeat(20)}</p><a href="/other">other</a>`),
    '/long': html(`<p>${words.repeat(25)}</p>`.repeat(4)),
    '/reset': (_, response) => void response.destroy(),
    '/missing': { status: 404, ...html('<p>It is not here.</p>') },
    '/rendered': html(
      `<p id="app"></p><script>fetch('/data').then(r => r.text()).then(t => { app.textContent = t })</script>`,
    ),
    '/data': (_, response) => void setTimeout(() => response.end(words.repeat(20)), 100),
  })
}

/** The table that a person reads. */
export function describeResult({ requests, ends, faults, keys, broken, seconds }: ClusterTortureResult): string {
  const sorted = [...ends].sort(([, a], [, b]) => b - a)
  const slowest = Math.max(...faults.map(({ recoveredAfterS }) => recoveredAfterS ?? Number.POSITIVE_INFINITY))
  return [
    `${requests} requests in ${seconds} s`,
    ...sorted.map(([label, count]) => `  ${String(count).padStart(7)}  ${label}`),
    `${faults.length} faults, ready again after at most ${slowest.toFixed(1)} s: ${faults.map(({ name }) => name).join(', ')}`,
    ...keys.map(
      ({ granted, told, used, left }, index) =>
        `  key ${index + 1}: granted ${granted}, answers say ${told}, ledger ${used}, left ${left}`,
    ),
    ...broken.map((line) => `BROKEN: ${line}`),
    broken.length === 0
      ? 'every answer documented, every credit accounted for, nothing left'
      : `${broken.length} broken`,
  ].join('\n')
}

async function main(): Promise<number> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { requests: text, seed: text, loops: text, help: { type: 'boolean' } } })
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  if (values.help) {
    say('torture:cluster -- [--requests 20000] [--seed 1] [--loops 12]')
    return 0
  }
  if (lacksPostgres || lacksRedis || lacksBrowser || lacksBalancer) return 1
  buildIfOld()
  const [requests, seed, loops] = [values.requests ?? 20_000, values.seed ?? 1, values.loops ?? 12].map(Number) as [
    ...[number, number, number],
  ]
  const progress = (line: string) => void process.stderr.write(`${line}\n`)
  const result = await tortureCluster({ requests, seed, loops, progress })
  say(`cluster torture, seed ${seed}, ${loops} at once, on Node ${process.version}`)
  say(describeResult(result))
  return result.broken.length === 0 ? 0 : 1
}

if (import.meta.main) {
  // The programs end with this one.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  process.exit(await main())
}

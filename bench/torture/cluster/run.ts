/** Performs one run with load and faults from a seed. Then repeats the requests that have no outcome yet, and audits everything. */

import { setTimeout as wait } from 'node:timers/promises'
import { processTree } from '../../../src/render/browser/process-tree.ts'
import { type KeyAccount, openAccounts } from './accounts.ts'
import type { Known } from './answers.ts'
import { type Ask, drawAsk, pieceOf, probeOf } from './asks.ts'
import { openTortureClient } from './client.ts'
import { begin, type Fault, type LostProcess, nameOfFault, planFaults, recovery, stillAlive } from './faults.ts'
import { createAttemptLog, type FaultFigures } from './figures.ts'
import { writeOldMovements } from './old-movements.ts'
import { settledWithinMs, untilAtRest } from './rest.ts'
import { openTortureWorld } from './world.ts'

interface ClusterTortureOptions {
  requests: number
  seed: number
  /** Concurrent callers. */
  callers: number
  /** All faults by default. */
  faults?: readonly Fault[]
  progress(line: string): void
}

export interface ClusterTortureResult {
  /** Number of requests, and of attempts, including repeats and later pieces. */
  asked: number
  attempts: number
  /** Number of attempts by outcome, and of requests by kind. */
  ends: Map<string, number>
  kinds: Map<string, number>
  faults: FaultFigures[]
  keys: KeyAccount[]
  /** Old movements that the nodes rolled up during the load. */
  rolledUp: number
  /** One message per broken promise. */
  broken: string[]
  /** Duration of the load with its faults, and of the whole run. */
  loadSeconds: number
  seconds: number
}

const recoveredWithinMs = 60_000
/** Enough for rolling up to last as long as the load. */
const oldPerRequest = 100
const maxPieces = 6
/** Number of pages requested simultaneously after the load. This exceeds the capacity of one worker. */
const lastRenders = 24

/** Returns the number of pages that a worker has rendered since it started. */
async function rendersOf(address: string): Promise<number> {
  const metrics = await fetch(`http://${address}/metrics`).then((response) => response.text())
  return [...metrics.matchAll(/^gleaner_renders_total\S* (\d+)/gm)].reduce((sum, [, count]) => sum + Number(count), 0)
}

export async function tortureCluster(options: ClusterTortureOptions): Promise<ClusterTortureResult> {
  const { requests, seed, callers, faults, progress } = options
  const startedAt = performance.now()
  const before = new Set(processTree(process.pid).map(({ pid }) => pid))
  const world = await openTortureWorld()
  const { cluster, fronts } = world
  // The last key runs out of credits.
  const grants = [1_000_000, 1_000_000, 1_000_000, Math.ceil(requests / 5)]
  const issued = await Promise.all(grants.map((credits) => cluster.issue('torture', { credits })))
  const accounts = openAccounts(issued.map(({ id }, index) => ({ id, granted: grants[index] ?? 0 })))
  const old = await writeOldMovements(cluster.postgres.url, oldPerRequest * requests)
  const client = openTortureClient(issued.map(({ key }) => key))
  const log = createAttemptLog()
  const lost: LostProcess[] = []
  const unknown: Ask[] = []
  const broken: string[] = []
  const ends = new Map<string, number>()
  const kinds = new Map<string, number>()
  const figures: (() => FaultFigures)[] = []
  const loadedAt = performance.now()
  let asked = 0
  let attempts = 0
  let hasHadFaults = false
  const isLoaded = () => asked < requests || !hasHadFaults

  async function attempt(ask: Ask, base: string, other = base): Promise<Known> {
    attempts++
    const sentAt = performance.now()
    return note(ask, await client.send(ask, { base, other }), sentAt)
  }

  /** A client that obeys Retry-After waits too. */
  async function askBatch(ask: Ask, base: string): Promise<void> {
    attempts++
    const sentAt = performance.now()
    const found = await client.sendBatch(ask, base)
    for (const known of found) note(ask, known, sentAt)
    if (found.some(({ state, label }) => state === 'unknown' || label.includes('503'))) await wait(1000)
  }

  function note(ask: Ask, known: Known, sentAt: number): Known {
    log.add(ask, known, sentAt)
    accounts.note(ask, known)
    const label = known.state === 'answered' ? known.label : `${known.label} (${known.state})`
    ends.set(label, (ends.get(label) ?? 0) + 1)
    if (known.state === 'broken') broken.push(`${ask.kind}: ${known.label}`)
    return known
  }

  async function ask(one: Ask, base: string, other?: string): Promise<Known> {
    const known = await attempt(one, base, other)
    const hasName = one.by === 'get' || one.by === 'post'
    if (known.state === 'unknown' && hasName) unknown.push(one)
    // A client that obeys Retry-After waits too.
    if (known.state !== 'answered') await wait(250)
    else if (known.label.includes('503')) await wait(1000)
    return known
  }

  /** Reads to the end of the content, alternating between nodes. */
  async function readOn(first: Ask, answered: Known): Promise<void> {
    let known = answered
    for (let piece = 2; known.state === 'answered' && known.nextOffset !== null && piece < maxPieces; piece++)
      known = await ask(pieceOf(first, piece, known.nextOffset), fronts[piece % 2] as string)
  }

  /** Checks that both nodes repeat a charged result unchanged and free of charge. */
  async function repeat(one: Ask, first: Known): Promise<void> {
    if (first.state !== 'answered' || first.charged === 0) return
    for (const front of fronts) {
      const again = await ask(one, front)
      if (again.state === 'answered' && again.charged > 0 && ![first.requestId, null].includes(again.requestId))
        broken.push(`${one.kind}: ${one.name} ran again under its Idempotency-Key, as ${again.requestId}`)
    }
  }

  async function call(): Promise<void> {
    while (isLoaded()) {
      const index = asked++
      const one = drawAsk(index, { seed, keys: grants.length, site: world.site })
      kinds.set(one.kind, (kinds.get(one.kind) ?? 0) + 1)
      if (one.by === 'batch') {
        await askBatch(one, world.url)
        continue
      }
      const [near, far] = index % 2 ? fronts : fronts.toReversed()
      const known = one.sequel === 'cancels' ? await ask(one, near as string, far) : await ask(one, world.url)
      if (one.sequel === 'reads on') await readOn(one, known)
      if (one.sequel === 'repeats') await repeat(one, known)
    }
  }

  const probes: Promise<Known>[] = []
  /** On top of the callers' load, requests two pages every half second until a page of each kind requested after this time has arrived. */
  async function probe(since: number, isOver: () => boolean): Promise<void> {
    while (!isOver() && !log.hasAnswered(since)) {
      for (const path of ['fetched', 'rendered'] as const)
        probes.push(ask(probeOf(path, `probe-${probes.length}`, world.site), world.url))
      await wait(500)
    }
  }

  async function disturb(): Promise<void> {
    for (const planned of planFaults(seed, requests, faults)) {
      while (asked < planned.atRequest) await wait(20)
      const name = nameOfFault(planned.fault)
      const since = performance.now()
      const atRequest = asked
      let readyAfterS: number | null = null
      let undoneAt = since
      let isOver = false
      let probed: Promise<void> | undefined
      try {
        const undo = await begin(planned, { cluster, links: world.links, lost })
        probed = probe(since, () => isOver)
        await wait(planned.forMs)
        await undo()
        undoneAt = performance.now()
        readyAfterS = await recovery(cluster, recoveredWithinMs)
        while (!log.hasAnswered(since) && performance.now() - undoneAt < recoveredWithinMs) await wait(50)
      } catch (error) {
        broken.push(`${name}: ${error instanceof Error ? error.message : error}`)
      }
      isOver = true
      await probed
      const until = performance.now()
      const found = log.between(since, until)
      const whole = { name, atS: (since - loadedAt) / 1000, atRequest, lastedS: (undoneAt - since) / 1000 }
      // Requests that are lost on a silent connection show up only when their client gives up.
      figures.push(() => ({ ...whole, ...log.between(since, until), readyAfterS }))
      if (readyAfterS === null) broken.push(`not ready a minute after ${name}`)
      if (found.fetchedAfterS === null || found.renderedAfterS === null) broken.push(`no page a minute after ${name}`)
      const shown = `first page after ${found.fetchedAfterS?.toFixed(1)} s, rendered ${found.renderedAfterS?.toFixed(1)} s`
      progress(`${name}: ${shown}, lost: ${found.lost}, ready after ${readyAfterS?.toFixed(1)} s; ${asked} requests`)
    }
    hasHadFaults = true
  }

  await Promise.all([disturb(), ...Array.from({ length: callers }, call)])
  await Promise.all(probes)
  const renderedBy = () => Promise.all(cluster.workers.map(({ address }) => rendersOf(address)))
  const rendered = await renderedBy()
  const last = Array.from({ length: lastRenders }, (_, n) => probeOf('rendered', `last-${n}`, world.site))
  await Promise.all(last.map((one) => ask(one, world.url)))
  for (const [index, renders] of (await renderedBy()).entries())
    if (renders === rendered[index]) broken.push(`${cluster.workers[index]?.name} is ready but renders nothing`)
  const loadSeconds = Math.round((performance.now() - loadedAt) / 1000)

  progress(`${unknown.length} outcomes unknown: repeating them`)
  /** Repeats a request until it has a final answer. There may be a 503 before any node knows what happened to the request. */
  async function settle(one: Ask): Promise<void> {
    const until = performance.now() + settledWithinMs
    const isAnswered = (known: Known) => known.state === 'answered' && !known.label.startsWith('503')
    while (!isAnswered(await attempt(one, world.url))) {
      if (performance.now() > until) return void broken.push(`${one.kind}: no answer when repeated`)
      await wait(1000)
    }
  }
  const settled = async () => {
    for (let one = unknown.pop(); one; one = unknown.pop()) await settle(one)
  }
  await Promise.all(Array.from({ length: 8 }, settled))

  progress('waiting for resources held by dead processes')
  const { ledger, held } = await untilAtRest(cluster, lost)
  const audited = accounts.audit(ledger)
  const rolledUp = await old.audit()
  broken.push(...held, ...audited.broken, ...rolledUp.broken)

  for (const { pid } of cluster.workers) lost.push(...processTree(pid() ?? -1))
  await client.close()
  await world.close()
  const children = processTree(process.pid).filter(({ pid }) => !before.has(pid))
  if (children.length > 0) broken.push(`${children.length} processes outlive the cluster`)
  if (stillAlive(lost).length > 0) broken.push(`${stillAlive(lost).length} processes of workers outlive the cluster`)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  return {
    asked,
    attempts,
    ends,
    kinds,
    faults: figures.map((figure) => figure()),
    keys: audited.keys,
    rolledUp: rolledUp.count,
    broken,
    loadSeconds,
    seconds,
  }
}

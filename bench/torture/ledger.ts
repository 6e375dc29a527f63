/** At random moments, kills processes that share a database, and audits the ledger afterwards. `npm run bench -- torture-ledger --help` */

import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createAccess } from '../../src/access/access.ts'
import { createMemoryLimiter } from '../../src/store/memory/limits.ts'
import { createOutcomeJournal } from '../../src/store/outcome-journal.ts'
import { lacksPostgres, openPostgresServer, type Service } from '../../test/services.ts'
import type { AttackOptions, AttackResult } from './attack.ts'
import { audit, type LedgerAudit, readLedger } from './ledger-audit.ts'
import { openTorturedStore, type TortureTask, tortureSecret, unavailable } from './ledger-world.ts'
import { createRandom } from './random.ts'

export interface TortureOptions {
  kills: number
  seed: number
  /** Concurrent processes. */
  processes?: number
  /** PostgreSQL, or null for SQLite. */
  server?: Service | null
  /** Number of kills between two crashes of the database itself, or 0 for no crashes. */
  serverCrashEvery?: number
}

export interface TortureResult extends LedgerAudit {
  kills: number
  serverCrashes: number
}

const worker = fileURLToPath(new URL('./ledger-worker.ts', import.meta.url))

/** Resolves with the audit after open reservations have been swept. The times of the kills depend only on the seed. */
export async function torture(options: TortureOptions): Promise<TortureResult> {
  const { kills, seed, processes = 4, server = null, serverCrashEvery = 0 } = options
  const random = createRandom(seed)
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-torture-'))
  const world = { folder, postgresUrl: server?.url ?? null }
  const keyIds = await makeKeys(world)
  let started = 0
  const spawn = () => {
    const number = ++started
    const recordFile = join(folder, `record-${number}.txt`)
    return startWorker({ ...world, keyIds, recordFile, loops: 4, seed: seed * 1_000_003 + number })
  }

  try {
    const alive = Array.from({ length: processes }, spawn)
    let serverCrashes = 0
    for (let killed = 0; killed < kills; killed++) {
      // One process in ten dies while it is starting. The others have done some work by then.
      const at = Math.floor(random() * processes)
      const victim = alive[at]
      if (!victim) throw new Error('no victim')
      if (random() < 0.9) await victim.ready
      await wait(random() * 60)
      await victim.kill()
      alive[at] = spawn()
      if (server && serverCrashEvery > 0 && (killed + 1) % serverCrashEvery === 0) {
        serverCrashes++
        await server.kill()
        await wait(random() * 300)
        // A process that is killed now leaves its outcomes only on disk.
        await alive[Math.floor(random() * processes)]?.kill()
        await server.start()
        for (const [index, one] of alive.entries()) if (one.isDead()) alive[index] = spawn()
      }
    }
    await Promise.all(alive.map((one) => one.kill()))
    await sweepAll(world)
    const files = readdirSync(folder).filter((name) => name.startsWith('record-'))
    const records = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    return { kills, serverCrashes, ...audit(await readLedger(folder, world.postgresUrl), records) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Creates keys and returns their IDs: two with a large balance, one that runs out, and an unlimited one. */
async function makeKeys(world: Pick<TortureTask, 'folder' | 'postgresUrl'>): Promise<string[]> {
  const store = await openTorturedStore(world)
  const access = accessOver(store, world.folder)
  const balances = [1_000_000, 1_000_000, 500, null]
  const issued = await Promise.all(balances.map((credits) => access.issue('torture', { credits })))
  await access.close()
  return issued.map(({ id }) => id)
}

/** Reopens the ledger until no reservation is open and no outcome is left on disk. */
async function sweepAll(world: Pick<TortureTask, 'folder' | 'postgresUrl'>): Promise<void> {
  const store = await openTorturedStore(world)
  const access = accessOver(store, world.folder, 20)
  access.start()
  while ((await readLedger(world.folder, world.postgresUrl)).held > 0 || outcomesIn(world.folder) > 0) await wait(50)
  await access.close()
}

function outcomesIn(folder: string): number {
  return readdirSync(folder).includes('outcomes') ? readdirSync(join(folder, 'outcomes')).length : 0
}

function accessOver(store: Awaited<ReturnType<typeof openTorturedStore>>, folder: string, sweepEveryMs = 60_000) {
  return createAccess({
    ...{ store, secrets: [tortureSecret], journal: createOutcomeJournal(folder), sweepEveryMs },
    ...{
      limiter: createMemoryLimiter(),

      serverLimit: { limit: 1, windowS: 1 },
      keyConcurrency: 32,
    },
  })
}

interface Worker {
  /** Resolves when the process has recorded its first request or has exited. */
  ready: Promise<void>
  isDead(): boolean
  kill(): Promise<void>
}

function startWorker(task: TortureTask): Worker {
  const child: ChildProcess = fork(worker, [JSON.stringify(task)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let isKilled = false
  child.once('exit', (code, signal) => {
    if (!isKilled && code !== unavailable) process.stderr.write(`a process exited unexpectedly: ${signal ?? code}\n`)
  })
  return {
    ready: Promise.race([new Promise<void>((resolve) => child.once('message', () => resolve())), exited]),
    isDead: () => child.exitCode !== null || child.signalCode !== null,
    async kill() {
      isKilled = true
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Counts that must be zero. */
export const faults = ['lost', 'chargedTwice', 'chargedForFailure', 'endedBadly', 'stillHeld', 'unbalanced'] as const

/** The attack `ledger`: a short run on SQLite. */
export async function runLedger({ seed, minutes }: AttackOptions): Promise<AttackResult> {
  const kills = Math.max(5, Math.min(100, Math.floor(minutes * 60)))
  const found = await torture({ kills, seed })
  const broken = faults.flatMap((name) => (found[name] === 0 ? [] : [`${name}: ${found[name]}`]))
  return { tried: kills, broken, note: `${found.asked} requests, ${found.settled} settled, ${found.swept} swept` }
}

async function main(): Promise<number> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { kills: text, seed: text, processes: text, database: text, help: { type: 'boolean' } },
  })
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  if (values.help) {
    say('npm run bench -- torture-ledger [--kills 1000] [--seed 1] [--processes 4] [--database sqlite|postgres]')
    return 0
  }
  const [kills, seed, processes] = [values.kills ?? 1000, values.seed ?? 1, values.processes ?? 4].map(Number) as [
    ...[number, number, number],
  ]
  if (values.database === 'postgres' && lacksPostgres) return 1
  const server = values.database === 'postgres' ? await openPostgresServer() : null
  const startedAt = performance.now()
  try {
    const found = await torture({ kills, seed, processes, server, serverCrashEvery: server ? 50 : 0 })
    say(`ledger torture on ${server ? 'PostgreSQL' : 'SQLite'}, seed ${seed}, ${processes} processes`)
    for (const [name, value] of Object.entries(found)) say(`  ${name.padEnd(18)} ${value}`)
    say(`  ${'seconds'.padEnd(18)} ${Math.round((performance.now() - startedAt) / 1000)}`)
    const bad = faults.filter((name) => found[name] !== 0)
    say(bad.length === 0 ? 'nothing lost, nothing charged twice, every balance exact' : `FAULTS: ${bad.join(', ')}`)
    return bad.length === 0 ? 0 : 1
  } finally {
    await server?.close()
  }
}

if (import.meta.main) {
  // Makes the processes stop when this one does.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  process.exitCode = await main()
}

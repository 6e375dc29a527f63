/** A complete cluster on loopback, like deploy/compose.cluster.yaml: two nodes and workers as programs, PostgreSQL and Redis. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { composeAccess } from '../../src/compose/access.ts'
import { readConfig } from '../../src/config/config.ts'
import { bin } from '../program.ts'
import { testSettings } from '../service.ts'
import { freePort, openPostgresServer, openRedisServer, type Service } from '../services.ts'
import { until, within } from '../waits.ts'

/** One of the cluster's nodes or workers. */
export interface ClusterProgram {
  name: string
  /** The program's `HOST:PORT`. A node serves everything, and a worker serves only health and metrics. */
  address: string
  /** Null while it isn't running. */
  pid(): number | null
  /** Starts the program and waits until it is ready. A restart uses the same port and folder. */
  start(): Promise<void>
  end(signal: NodeJS.Signals): Promise<void>
}

export interface Cluster {
  nodes: [ClusterProgram, ClusterProgram]
  workers: ClusterProgram[]
  postgres: Service
  redis: Service
  /** Creates a key in the database, unlimited unless `credits` is set. */
  issue(name: string, options?: { credits?: number }): Promise<{ key: string; id: string }>
  close(): Promise<void>
}

interface ClusterOptions {
  /** Settings of all programs. */
  settings?: Record<string, string>
  nodeSettings?: Record<string, string>
  workerSettings?: Record<string, string>
  workers?: number
  /** Extra arguments for Redis. */
  redisSettings?: readonly string[]
  /** Settings for a single program that reaches the databases indirectly. */
  routesOf?(name: string, servers: { postgres: Service; redis: Service }): Promise<Record<string, string>>
}

export async function openCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const { settings = {}, nodeSettings = {}, workerSettings = {}, workers = 2, redisSettings, routesOf } = options
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-cluster-'))
  const [postgres, redis] = await Promise.all([openPostgresServer(), openRedisServer(redisSettings)])
  const shared = {
    ...{ ...testSettings, GLEANER_SECRET: 'the same in the whole cluster' },
    ...{ GLEANER_DATABASE_URL: postgres.url, GLEANER_REDIS_URL: redis.url },
    // Like behind deploy/haproxy.cfg.
    ...{ GLEANER_ALLOWED_HOSTS: '127.0.0.1,localhost', GLEANER_TRUST_PROXY: 'true', GLEANER_STOP_GRACE_S: '5' },
    ...settings,
  }
  const commands = readConfig({}, { ...shared, GLEANER_REDIS_URL: '', GLEANER_DATA_DIR: join(folder, 'commands') })
  // Creates the tables before two nodes start simultaneously.
  const access = await composeAccess(commands)
  const all: ClusterProgram[] = []

  async function add(name: string, command: 'serve' | 'worker', own: Record<string, string>): Promise<ClusterProgram> {
    const port = String(await freePort())
    const program = describeProgram(name, command, `127.0.0.1:${port}`, {
      ...{ ...shared, ...own, GLEANER_DATA_DIR: join(folder, name) },
      ...{ GLEANER_PORT: port, GLEANER_WORKER_PORT: port },
      ...(await routesOf?.(name, { postgres, redis })),
    })
    all.push(program)
    return program
  }
  const nodes: Cluster['nodes'] = [
    await add('node-1', 'serve', nodeSettings),
    await add('node-2', 'serve', nodeSettings),
  ]
  const started: ClusterProgram[] = []
  for (let number = 1; number <= workers; number++)
    started.push(await add(`worker-${number}`, 'worker', workerSettings))
  await Promise.all(all.map((program) => program.start()))
  return {
    ...{ nodes, workers: started, postgres, redis },
    issue: (name, given = {}) => access.issue(name, given),
    async close() {
      await Promise.all(all.map((program) => program.end('SIGTERM')))
      await access.close()
      await Promise.all([postgres.close(), redis.close()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function describeProgram(
  name: string,
  command: 'serve' | 'worker',
  address: string,
  settings: Record<string, string>,
): ClusterProgram {
  let child: ChildProcess | null = null
  const isAlive = () => child !== null && child.exitCode === null && child.signalCode === null
  const kill = () => void child?.kill('SIGKILL')
  return {
    ...{ name, address },
    pid: () => (isAlive() ? (child?.pid ?? null) : null),
    async start() {
      const env = { PATH: process.env.PATH, ...settings }
      const started = spawn(process.execPath, [bin, command], { env, stdio: ['ignore', 'ignore', 'inherit'] })
      child = started
      process.once('exit', kill)
      await until(`${name} to be ready`, () => {
        if (started.exitCode !== null) throw new Error(`${name} ended with exit code ${started.exitCode} as it started`)
        return fetch(`http://${address}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
      })
    },
    async end(signal) {
      process.off('exit', kill)
      if (!isAlive() || child === null) return
      const ended = once(child, 'exit')
      child.kill(signal)
      // Kills and reports a program that doesn't stop in time.
      await within(`${name} to end by ${signal}`, ended).catch((error) => {
        child?.kill('SIGKILL')
        throw error
      })
    },
  }
}

/** Workers started as a user would start them, and a service without a browser that sends them pages. */

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Redis } from 'ioredis'
import { startProgram } from '../../program.ts'
import { openTestService, type TestService } from '../../service.ts'
import { openRedisServer, type Service } from '../../services.ts'
import { until, within } from '../../waits.ts'

export interface WorkerSetting {
  server: Service
  redis: Redis
  /** Settings that a service needs to send pages to these workers. */
  shared: Record<string, string>
  /** By default, this service can't render, so any rendered page comes from a worker. */
  service: TestService
  /** Starts a worker and waits until the service knows that it is alive. */
  startWorker(settings?: Record<string, string>): Promise<WorkerProgram>
  /** Names of the queue's keys in Redis, except those that belong to the queue as a whole. */
  leftovers(): Promise<string[]>
  close(): Promise<void>
}

interface WorkerProgram {
  child: ChildProcess
  /** URL of the worker's health and metrics endpoints. */
  url: string
  /** Resolves with the exit code once the worker has exited. */
  ended: Promise<number | null>
}

const secret = 'the secret of these tests'

/** `settings` apply to the service and its workers. `ofService` applies only to the service. */
export async function openWorkers(
  settings: Record<string, string> = {},
  ofService: Record<string, string> = {},
): Promise<WorkerSetting> {
  const server = await openRedisServer()
  const redis = new Redis(server.url)
  redis.on('error', () => {})
  const shared = { GLEANER_REDIS_URL: server.url, GLEANER_SECRET: secret, ...settings }
  const service = await openTestService({ ...shared, GLEANER_BROWSER_PATH: '/nonexistent', ...ofService })
  const children: ChildProcess[] = []
  const isAlive = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

  return {
    server,
    redis,
    shared,
    service,
    async startWorker(own = {}) {
      const before = new Set(await redis.zrange('gleaner:jobs:renders:workers', '0', '-1'))
      const child = startProgram(['worker'], { ...shared, GLEANER_WORKER_PORT: '0', ...own })
      children.push(child)
      const ended = once(child, 'exit').then(([code]) => code as number | null)
      if (!child.stdout) throw new Error('a worker has no standard output')
      const [line] = (await within('a worker to start', once(createInterface(child.stdout), 'line'))) as [string]
      await until('a worker', async () =>
        (await redis.zrange('gleaner:jobs:renders:workers', '0', '-1')).some((name) => !before.has(name)),
      )
      return { child, ended, url: /http:\/\/[\d.:]+/.exec(line)?.[0] ?? '' }
    },
    async leftovers() {
      const whole = ['meta', 'events', 'workers', 'stopping', 'turns', 'marker', 'pc', 'stalled-check', 'stalled', 'id']
      const keys = [...(await redis.keys('gleaner:queue:*')), ...(await redis.keys('gleaner:jobs:*'))]
      return keys.filter((key) => !whole.includes(key.split(':')[3] ?? ''))
    },
    async close() {
      for (const child of children.filter(isAlive)) child.kill('SIGKILL')
      redis.disconnect()
      await service.close()
      await server.close()
    },
  }
}

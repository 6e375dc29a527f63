/** Real PostgreSQL and Redis on free ports, in temporary folders. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findPostgres, findRedis } from '../scripts/ensure-services.mjs'
import { lacks } from './needs.ts'

export interface Service {
  url: string
  /** Ends it as a crash would. */
  kill(): Promise<void>
  /** Starts it again where it was. */
  start(): Promise<void>
  /** Ends it and removes what it wrote. */
  close(): Promise<void>
}

const postgresFolder = findPostgres()
const redisProgram = findRedis()

export const lacksPostgres = lacks('PostgreSQL', postgresFolder !== null)
export const lacksRedis = lacks('Redis', redisProgram !== null)

/** `settings` are lines of postgresql.conf. */
export async function openPostgresServer(settings: readonly string[] = []): Promise<Service> {
  const owner = process.getuid?.() === 0 ? postgresUser() : null
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-postgres-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const program = (name: string) => join(postgresFolder ?? '', name)
  const data = join(folder, 'data')
  const options = { ...owner, cwd: folder, stdio: 'ignore' } as const
  // initdb refuses root.
  const making = ['-D', data, '-U', 'gleaner', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C']
  execFileSync(program('initdb'), making, options)
  const port = await freePort()
  const chosen = settings.flatMap((line) => ['-c', line])
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, ...chosen]
  const url = `postgres://gleaner@127.0.0.1:${port}/postgres`
  const start = () => spawn(program('postgres'), args, options)
  return openService({ url, folder, signal: 'SIGQUIT', spawn: start, isReady: () => answersPostgres(url) })
}

export async function openRedisServer(): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-redis-'))
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '']
  const start = () => spawn(redisProgram ?? '', args, { cwd: folder, stdio: 'ignore' })
  const isReady = () => isOpen(port)
  return openService({ url: `redis://127.0.0.1:${port}`, folder, signal: 'SIGKILL', spawn: start, isReady })
}

interface ServiceParts {
  url: string
  folder: string
  /** What ends it at once. */
  signal: NodeJS.Signals
  spawn(): ChildProcess
  isReady(): Promise<boolean>
}

async function openService({ url, folder, signal, spawn: create, isReady }: ServiceParts): Promise<Service> {
  let child: ChildProcess | null = null
  const end = () => child?.kill(signal)
  process.once('exit', end)

  async function start() {
    child = create()
    const started = child
    while (!(await isReady())) {
      if (started.exitCode !== null) throw new Error(`a service ended at once with exit code ${started.exitCode}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  async function kill() {
    if (!child) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
    child = null
  }
  await start()
  return {
    url,
    start,
    kill,
    async close() {
      await kill()
      process.off('exit', end)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket
      .once('error', () => resolve(false))
      .once('connect', () => {
        socket.destroy()
        resolve(true)
      })
  })
}

/** It listens before it has recovered: only an answer counts. */
async function answersPostgres(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function postgresUser(): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString())
  return { uid: id('-u'), gid: id('-g') }
}

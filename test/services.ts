/** Real PostgreSQL and Redis on free ports, in temporary folders. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findPostgres, findRedis } from '../scripts/ensure-services.mjs'
import { processTree } from '../src/render/browser/process-tree.ts'
import { lacks } from './needs.ts'
import { until, within } from './waits.ts'

/** A server program that a test has started. */
export interface Service {
  url: string
  /** Its data folder. */
  folder: string
  /** Kills the server immediately, as in a crash. */
  kill(): Promise<void>
  /** Kills all of the server's processes with SIGKILL. */
  crash(): Promise<void>
  /** Restarts the server with the same port and folder. Resolves when it responds. */
  start(): Promise<void>
  /** Stops the server and removes its folder. */
  close(): Promise<void>
}

const postgresFolder = findPostgres()
const redisProgram = findRedis()

export const lacksPostgres = lacks('PostgreSQL', postgresFolder !== null)
export const lacksRedis = lacks('Redis', redisProgram !== null)

/** The search path for programs, including those of PostgreSQL. */
export const postgresPath = `${postgresFolder ?? ''}:${process.env.PATH}`

/** Starts PostgreSQL. `settings` are lines for its configuration file. */
export async function openPostgresServer(settings: readonly string[] = []): Promise<Service> {
  const owner = process.getuid?.() === 0 ? postgresUser() : null
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-postgres-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const program = (name: string) => join(postgresFolder ?? '', name)
  const data = join(folder, 'data')
  const options = { ...owner, cwd: folder, stdio: 'ignore' } as const
  // initdb refuses to run as root.
  const initArgs = ['-D', data, '-U', 'gleaner', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C']
  execFileSync(program('initdb'), initArgs, options)
  const port = await freePort()
  const settingArgs = settings.flatMap((line) => ['-c', line])
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, ...settingArgs]
  const url = `postgres://gleaner@127.0.0.1:${port}/postgres`
  const start = () => spawn(program('postgres'), args, options)
  return openService({
    name: 'PostgreSQL',
    url,
    folder,
    signal: 'SIGQUIT',
    spawn: start,
    isReady: () => respondsToSql(url),
  })
}

/** Starts Redis without persistence. `settings` are extra arguments. */
export async function openRedisServer(settings: readonly string[] = []): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-redis-'))
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', ...settings]
  const start = () => spawn(redisProgram ?? '', args, { cwd: folder, stdio: 'ignore' })
  const isReady = () => isOpen(port)
  return openService({
    name: 'Redis',
    url: `redis://127.0.0.1:${port}`,
    folder,
    signal: 'SIGKILL',
    spawn: start,
    isReady,
  })
}

interface ServiceParts {
  name: string
  url: string
  folder: string
  /** Stops the program immediately. */
  signal: NodeJS.Signals
  spawn(): ChildProcess
  isReady(): Promise<boolean>
}

async function openService({ name, url, folder, signal, spawn: create, isReady }: ServiceParts): Promise<Service> {
  let child: ChildProcess | null = null
  const end = () => child?.kill(signal)
  process.once('exit', end)

  async function start() {
    child = create()
    const started = child
    await until(`${name} to respond`, () => {
      if (started.exitCode !== null) throw new Error(`${name} ended with exit code ${started.exitCode} as it started`)
      return isReady()
    })
  }
  async function kill() {
    if (!child) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await within(`the end of ${name}`, ended)
    child = null
  }
  async function crash() {
    const processes = processTree(child?.pid ?? -1)
    for (const { pid } of processes) process.kill(pid, 'SIGKILL')
    const isAlive = ({ pid, startedTicks }: (typeof processes)[number]) =>
      processTree(pid)[0]?.startedTicks === startedTicks
    await until(`the end of all of ${name}`, () => !processes.some(isAlive))
    child = null
  }
  await start()
  return {
    ...{ url, folder, start, kill, crash },
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

/** PostgreSQL listens before it has recovered, so a connection alone doesn't prove that it is ready. */
async function respondsToSql(url: string): Promise<boolean> {
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

/** Returns a loopback port on which nothing listens. */
export async function freePort(): Promise<number> {
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

/** Runs the service as a user does, in a separate process with its own data folder, monitored from inside. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { composeAccess } from '../../../src/compose/access.ts'
import { readConfig } from '../../../src/config/config.ts'
import buildIfOld from '../../../test/ensure-build.ts'
import { bin } from '../../../test/program.ts'
import { testSettings } from '../../../test/service.ts'
import { within } from '../../../test/waits.ts'
import type { ProcessState } from './watch-process.ts'

export interface ServiceProcess {
  url: string
  /** The API keys. */
  keys: string[]
  /** Returns true if the service has exited unexpectedly. */
  hasEnded(): boolean
  /** Restarts the event loop measurement. */
  reset(): void
  state(): Promise<ProcessState>
  /** Resolves with the credits that each key has used. Only call it after `stop`. */
  credits(): Promise<{ used: number }[]>
  /** Sends SIGTERM. Resolves with the exit code, or null if the process had to be killed. */
  stop(): Promise<number | null>
  /** Deletes the data folder. */
  remove(): void
}

interface ServiceProcessOptions {
  /** Number of keys, and the credits of each. Null for unlimited keys. */
  keys: number
  credits?: number | null
  settings?: Record<string, string>
}

/** A process that has stopped can't be asked. Its callers notice that it has ended. */
const ignore = () => {}

const hook = fileURLToPath(new URL('./watch-process.ts', import.meta.url))

/** Starts the service with its default settings, except that loopback may be fetched. */
export async function startServiceProcess(options: ServiceProcessOptions): Promise<ServiceProcess> {
  const { keys: keyCount, credits = null, settings = {} } = options
  buildIfOld()
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-attacked-'))
  const environment = { ...testSettings, GLEANER_PORT: '0', GLEANER_DATA_DIR: folder, ...settings }
  const config = readConfig({}, environment)
  const access = await composeAccess(config)
  const issued = await Promise.all(Array.from({ length: keyCount }, () => access.issue('attack', { credits })))
  await access.close()
  // The service would restart itself with these flags, but would lose the channel to this process.
  const flags = ['--max-semi-space-size=16', '--import', hook]
  const child: ChildProcess = spawn(process.execPath, [...flags, bin, 'serve'], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let hasEnded = false
  const exited = once(child, 'exit').then(([code]) => {
    hasEnded = true
    return code as number | null
  })

  async function findUrl(): Promise<string> {
    for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
      const found = /listens on (http:\S+)/.exec(line)?.[1]
      if (found !== undefined) return found
    }
    throw new Error('the service did not say where it listens')
  }

  const url = await within('the service to listen', findUrl())
  child.stdout?.resume()
  return {
    url,
    keys: issued.map(({ key }) => key),
    hasEnded: () => hasEnded,
    reset: () => void child.send('reset', ignore),
    async state() {
      const answer = once(child, 'message')
      child.send('state', ignore)
      const [state] = await within('the state of the service', answer, 60_000)
      return state as ProcessState
    },
    async credits() {
      const opened = await composeAccess(config)
      const records = await Promise.all(issued.map(({ id }) => opened.keys.find(id)))
      await opened.close()
      return records.map((record) => ({ used: record?.used ?? 0 }))
    },
    async stop() {
      if (!hasEnded) child.kill('SIGTERM')
      const code = await within('the service to exit', exited, 40_000).catch(() => {
        child.kill('SIGKILL')
        return null
      })
      return code
    },
    remove() {
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

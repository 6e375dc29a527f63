/** Starts a browser process in its own group, folder and environment, with a pipe for DevTools messages. */

import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { orLate } from '../../base/deadline.ts'
import { browserEnvironment } from '../../config/config.ts'
import type { Containment } from './containment.ts'
import { type DevtoolsConnection, openConnection } from './devtools-connection.ts'
import type { MessageLimits } from './message-reader.ts'
import { processesOfGroup } from './process-tree.ts'

export interface BrowserProcess {
  readonly connection: DevtoolsConnection
  /** Describes how the browser is isolated from this machine. */
  readonly containment: string
  /** Resolves when the browser has exited, or its pipe has closed. */
  readonly ended: Promise<void>
  /** Resolves when the process has exited. During a normal exit, the browser still writes files after it closes the pipe. */
  readonly exited: Promise<void>
  /** Kills the browser's remaining processes, stops its watchdog, and removes its folder. */
  removeProfile(): Promise<void>
}

export interface ProcessOptions extends MessageLimits {
  executablePath: string
  flags: readonly string[]
  containment: Containment
}

/** The browser did not start. */
export class StartFailed extends Error {
  override readonly name = 'StartFailed'
}

/** Shorter than a request's default time limit, so that the response can name the problem. */
const startLimitMs = 15_000
const maxOutputChars = 4000
const killLimitMs = 2000

/** Resolves when the browser answers. Throws StartFailed, whose message contains the browser's output. */
export async function startProcess({
  executablePath,
  flags,
  containment,
  ...limits
}: ProcessOptions): Promise<BrowserProcess> {
  const { user, isSandboxed, words } = containment
  const profile = createProfile(user)
  const args = [
    ...[...flags, ...(isSandboxed ? [] : ['--no-sandbox'])],
    ...[`--user-data-dir=${profile.path}`, '--remote-debugging-pipe', '--no-startup-window'],
  ]
  const child = await spawnIn(profile, executablePath, args, user)
  const endWatch = child.pid === undefined ? () => {} : startWatchdog(child.pid, profile.path)
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let output = ''
  child.once('error', (error) => {
    output += error.message
    end()
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  void exited.then(end)
  child.stderr?.on('data', (chunk: Buffer) => {
    if (output.length < maxOutputChars) output += chunk.toString('latin1')
  })
  const [, , , commands, messages] = child.stdio as unknown as [null, null, Readable, Writable, Readable]
  messages.once('close', end)
  const remove = async () => {
    endWatch()
    // The browser's children, or the script that started it, may keep running for a moment and write files.
    if (child.pid !== undefined) {
      killGroup(child.pid)
      await endOf(child.pid)
    }
    await profile.remove()
  }
  const connection = openConnection({ commands, messages }, limits)

  try {
    const late = () => new StartFailed(`It did not respond within ${startLimitMs} ms`)
    const failure = ended.then(() => {
      throw new StartFailed(output.slice(0, maxOutputChars))
    })
    await orLate(
      performance.now() + startLimitMs,
      late,
      Promise.race([connection.root.send('Browser.getVersion'), failure]),
    )
  } catch (error) {
    connection.end()
    await remove()
    throw error instanceof StartFailed ? error : new StartFailed(output.slice(0, maxOutputChars), { cause: error })
  }
  return { connection, ended, exited, containment: words, removeProfile: remove }
}

async function spawnIn(
  { path, remove }: ReturnType<typeof createProfile>,
  program: string,
  args: readonly string[],
  user: Containment['user'],
): Promise<ChildProcess> {
  try {
    return spawn(program, args, {
      ...{ cwd: path, env: environmentIn(path), ...user },
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      // A separate group, so that all its processes can be killed together.
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
  } catch (error) {
    // The user doesn't exist on this system.
    await remove()
    throw new StartFailed(String(error), { cause: error })
  }
}

/** Makes the browser write only to its own folder. */
function environmentIn(folder: string): Record<string, string | undefined> {
  return browserEnvironment({ HOME: folder, USERPROFILE: folder, TMPDIR: folder, TEMP: folder, TMP: folder })
}

async function endOf(group: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < killLimitMs && processesOfGroup(group).length > 0; waitedMs += 20) await sleep(20)
}

function killGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // The process has already exited.
  }
}

interface BrowserProfile {
  path: string
  remove(): Promise<void>
}

/** Creates a folder that only the browser's user may open. */
export function createProfile(owner: { uid: number; gid: number } | null): BrowserProfile {
  const path = mkdtempSync(join(tmpdir(), `gleaner-browser-${process.pid}-`))
  if (owner) chownSync(path, owner.uid, owner.gid)
  return {
    path,
    async remove() {
      // A browser that was just killed may still be writing files, so this retries.
      await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => {})
    },
  }
}

/** The script waits for the end of its input, which stays open until this process exits. */
const script = 'read -r _; kill -s KILL -- "-$1"; sleep 0.2; rm -rf -- "$2"'

/**
 * Starts a process that kills the browser's group and removes its folder when this process exits, even after a SIGKILL. Call the returned
 * function when the browser has exited. Does nothing on systems without a shell.
 */
function startWatchdog(group: number, folder: string): () => void {
  if (process.platform === 'win32') return () => {}
  const child = spawn('/bin/sh', ['-c', script, 'gleaner-watchdog', String(group), folder], {
    env: browserEnvironment({}),
    stdio: ['pipe', 'ignore', 'ignore'],
    // Otherwise a signal to this process's group, such as Ctrl+C in a terminal, would kill the watchdog before it has done its work.
    detached: true,
  })
  child.on('error', () => {})
  child.stdin?.on('error', () => {})
  child.unref()
  // In Node, the pipe is a socket, although its type doesn't show that.
  const input = child.stdin as Socket | null
  input?.unref()
  return () => void child.kill('SIGKILL')
}

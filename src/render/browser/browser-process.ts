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
import { openConnection } from './devtools-connection.ts'
import type { MessageLimits } from './messages.ts'
import { killGroup, processesOfGroup } from './process-tree.ts'

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

export type BrowserProcess = Awaited<ReturnType<typeof startProcess>>

/** Resolves when the browser answers. Throws StartFailed, whose message contains the browser's output. */
export async function startProcess({ executablePath, flags, containment, ...limits }: ProcessOptions) {
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
      const until = performance.now() + killLimitMs
      while (processesOfGroup(child.pid).length > 0 && performance.now() < until) await sleep(20)
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
  return {
    connection,
    /** Describes how the browser is isolated from this machine. */
    containment: words,
    /** Resolves when the browser has exited, or its pipe has closed. */
    ended,
    /** Resolves when the process has exited. During a normal exit, the browser still writes files after it closes the pipe. */
    exited,
    /** Kills the browser's remaining processes, stops its watchdog, and removes its folder. */
    removeProfile: remove,
  }
}

async function spawnIn(
  { path, remove }: ReturnType<typeof createProfile>,
  program: string,
  args: readonly string[],
  user: Containment['user'],
): Promise<ChildProcess> {
  try {
    return spawn(program, args, {
      ...{ cwd: path, ...user },
      // Makes the browser write only to its own folder.
      env: browserEnvironment({ HOME: path, USERPROFILE: path, TMPDIR: path, TEMP: path, TMP: path }),
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

/** Creates a folder that only the browser's user may open. */
export function createProfile(owner: Containment['user']) {
  const path = mkdtempSync(join(tmpdir(), `gleaner-browser-${process.pid}-`))
  if (owner) chownSync(path, owner.uid, owner.gid)
  return {
    path,
    async remove(): Promise<void> {
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

/** How a browser is isolated from this machine. */
export interface Containment {
  /** The user that the browser runs as, or null for this process's user. */
  user: { uid: number; gid: number } | null
  isSandboxed: boolean
  words: string
}

/** The unprivileged user `nobody`, whose IDs are the same on all current distributions. */
const nobody = { uid: 65534, gid: 65534 }

/** Returns the containments to try, in order. Chromium's sandbox doesn't work as root. */
export function containmentsFor(platform: NodeJS.Platform, isRoot: boolean): Containment[] {
  if (!isRoot) return [{ user: null, isSandboxed: true, words: 'sandboxed' }]
  const asRoot = (why: string) => ({ user: null, isSandboxed: false, words: `NOT sandboxed, running as root: ${why}` })
  if (platform !== 'linux') return [asRoot('Chromium has no sandbox for root on this system')]
  return [
    { user: nobody, isSandboxed: true, words: 'sandboxed as nobody' },
    {
      ...{ user: nobody, isSandboxed: false },
      words: "NOT sandboxed, running as user 65534: this system doesn't let it use user namespaces",
    },
    asRoot("user 65534 doesn't exist here, or can't access the browser or the folder for temporary files"),
  ]
}

/**
 * Returns the containment to try after a start that failed with this message, or null if a weaker one wouldn't help. Only failures caused
 * by the containment lead to a weaker one. A crash doesn't.
 */
export function weakerAfter(
  containment: Containment,
  choices: readonly Containment[],
  failure: string,
): Containment | null {
  const { user, isSandboxed } = containment
  if (user === null) return null
  if (isSandboxed && /\bsandbox\b|namespace|clone|credentials\.cc/i.test(failure)) {
    return choices.find((other) => other.user !== null && !other.isSandboxed) ?? null
  }
  if (/permission denied|not permitted|EACCES|EPERM|EINVAL|cannot open shared object|not found/i.test(failure)) {
    return choices.find((other) => other.user === null) ?? null
  }
  return null
}

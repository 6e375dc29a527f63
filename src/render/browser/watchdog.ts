/** Kills a browser whose service has died: a hung browser doesn't notice that its pipe is closed. */

import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { browserEnvironment } from '../../config/config.ts'

/** The script waits for the end of its input, which stays open as long as this process lives. */
const script = 'read -r _; kill -s KILL -- "-$1"; sleep 0.2; rm -rf -- "$2"'

/**
 * Starts a process that kills the browser's group and removes its folder as soon as this process is gone, even by SIGKILL. Call the
 * returned function when the browser has exited. Without a shell, nothing is watched.
 */
export function startWatchdog(group: number, folder: string): () => void {
  if (process.platform === 'win32') return () => {}
  const child = spawn('/bin/sh', ['-c', script, 'gleaner-watchdog', String(group), folder], {
    env: browserEnvironment({}),
    stdio: ['pipe', 'ignore', 'ignore'],
    // Signals to this process's group, as from a terminal, would kill it before it has done its work.
    detached: true,
  })
  child.on('error', () => {})
  child.stdin?.on('error', () => {})
  child.unref()
  // In Node the pipe is a socket, though its type doesn't say so.
  const input = child.stdin as Socket | null
  input?.unref()
  return () => void child.kill('SIGKILL')
}

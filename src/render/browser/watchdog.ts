/** Ends a browser whose service has died: one that hangs does not notice that the pipe to it is closed. */

import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { browserEnvironment } from '../../config/config.ts'

/** It waits for the end of its input, which is open as long as this process lives. */
const script = 'read -r _; kill -s KILL -- "-$1"; sleep 0.2; rm -rf -- "$2"'

/**
 * Starts a process that ends the browser's group and removes its folder as soon as this process is gone, by SIGKILL too. Call what
 * it returns when the browser has ended. Where there is no shell, nothing is watched.
 */
export function startWatchdog(group: number, folder: string): () => void {
  if (process.platform === 'win32') return () => {}
  const child = spawn('/bin/sh', ['-c', script, 'gleaner-watchdog', String(group), folder], {
    env: browserEnvironment({}),
    stdio: ['pipe', 'ignore', 'ignore'],
    // Signals to the group of this process, as from a terminal, would end it before it has done its work.
    detached: true,
  })
  child.on('error', () => {})
  child.stdin?.on('error', () => {})
  child.unref()
  // A pipe is a socket in Node, though its type says less.
  const input = child.stdin as Socket | null
  input?.unref()
  return () => void child.kill('SIGKILL')
}

/** Kills a browser after this service has died, because a hung browser doesn't notice that its pipe is closed. */

import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { browserEnvironment } from '../../config/config.ts'

/** The script waits for the end of its input, which stays open until this process exits. */
const script = 'read -r _; kill -s KILL -- "-$1"; sleep 0.2; rm -rf -- "$2"'

/**
 * Starts a process that kills the browser's group and removes its folder when this process exits, even after a SIGKILL. Call the returned
 * function when the browser has exited. Does nothing on systems without a shell.
 */
export function startWatchdog(group: number, folder: string): () => void {
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

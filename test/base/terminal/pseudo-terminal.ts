/** Runs the program in a pseudo-terminal, created by util-linux's `script`. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { bin } from '../../program.ts'
import { testSettings } from '../../service.ts'

/** True if util-linux is missing. On other systems, `script` takes different flags. */
export const lacksScript = (() => {
  try {
    return !execFileSync('script', ['--version']).toString().includes('util-linux')
  } catch {
    return true
  }
})()

/** Starts `gleaner …` in a terminal. Standard output is the terminal's text. Words in `call` contain no spaces. */
export function startOnTerminal(call: string, settings: Record<string, string> = {}): ChildProcess {
  // A shell in between would also be interrupted.
  const command = `exec ${process.execPath} ${bin} ${call}`
  return spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: { PATH: process.env.PATH, TERM: 'xterm-256color', ...testSettings, ...settings },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

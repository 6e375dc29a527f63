/** The program on a pseudo-terminal, as `script` of util-linux makes one. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { bin } from '../../program.ts'
import { testSettings } from '../../service.ts'

/** util-linux has it; that of other systems takes other flags. */
export const lacksScript = (() => {
  try {
    return !execFileSync('script', ['--version']).toString().includes('util-linux')
  } catch {
    return true
  }
})()

/** Starts `gleaner …`, both streams on the terminal, whose text is the process's standard output. `call` holds no spaces in words. */
export function startOnTerminal(call: string, settings: Record<string, string> = {}): ChildProcess {
  // A shell between them would be interrupted, too.
  const command = `exec ${process.execPath} ${bin} ${call}`
  return spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: { PATH: process.env.PATH, TERM: 'xterm-256color', ...testSettings, ...settings },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

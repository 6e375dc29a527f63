/** Runs the program on a pseudo-terminal, created by `script` of util-linux. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { bin } from '../../program.ts'
import { testSettings } from '../../service.ts'

/** util-linux has it; other systems' `script` takes other flags. */
export const lacksScript = (() => {
  try {
    return !execFileSync('script', ['--version']).toString().includes('util-linux')
  } catch {
    return true
  }
})()

/** Starts `gleaner …` with both streams on the terminal, whose text is the process's standard output. Words in `call` contain no spaces. */
export function startOnTerminal(call: string, settings: Record<string, string> = {}): ChildProcess {
  // A shell in between would be interrupted too.
  const command = `exec ${process.execPath} ${bin} ${call}`
  return spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: { PATH: process.env.PATH, TERM: 'xterm-256color', ...testSettings, ...settings },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

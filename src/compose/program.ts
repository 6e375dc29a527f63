/** The program: runs the command in argv, handles signals, and exits with its code. */

import { ServiceError } from '../base/errors.ts'
import { ConfigError, hasDumbTerminal } from '../config/config.ts'
import { misspeltSettings } from '../config/sound-config.ts'
import { UsageError } from '../interfaces/cli/command.ts'
import { createCommands } from '../interfaces/cli/commands.ts'
import { exitCodeOf } from '../interfaces/cli/operation-failure.ts'
import { createTerminal } from '../interfaces/cli/terminal/terminal.ts'
import { version } from '../interfaces/version.ts'
import { composeAccess, composeStore } from './access.ts'
import { composeRuntime, locateBrowser } from './compose.ts'
import { composeProbes } from './probes.ts'
import { composeWorker } from './worker.ts'

const { stdout, stderr } = process
const terminal = createTerminal({ stdout, stderr, isDumb: hasDumbTerminal() })
const { out, err, foreign, paint, startProgress } = terminal

const compose = {
  runtime: composeRuntime,
  worker: composeWorker,
  access: composeAccess,
  store: composeStore,
  probes: composeProbes,
  locateBrowser,
}

/** Runs one command and exits with its exit code. */
export async function runProgram(argv: readonly string[]): Promise<never> {
  const stop = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // The second signal exits immediately.
    process.on(signal, () =>
      stop.signal.aborted ? process.exit(130) : stop.abort(new DOMException(signal, 'AbortError')),
    )
  }
  const outputFailures: Error[] = []
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // It isn't an error if the reader has closed the output (`| head`).
    if (error.code !== 'EPIPE') outputFailures.push(error)
  })
  const code = await run(argv, stop.signal)
  // Exiting would cut off output that is still being written to a pipe.
  await written(process.stdout)
  const [failure] = outputFailures
  if (failure) err(`gleaner: can't write the output: ${failure.message}\n`)
  await written(process.stderr)
  process.exit(failure ? 4 : code)
}

async function run([given = 'help', ...argv]: readonly string[], signal: AbortSignal): Promise<number> {
  if (['--version', '-v', 'version'].includes(given)) {
    out(`${version}\n`)
    return 0
  }
  const commands = createCommands()
  const name = ['--help', '-h'].includes(given) ? 'help' : given
  const command = commands.find((candidate) => candidate.name === name)
  if (!command) {
    const { unknownCommand } = await import('../interfaces/cli/help-command.ts')
    err(unknownCommand(name, commands))
    return 2
  }
  // The doctor reports them itself.
  if (name !== 'doctor') for (const line of misspeltSettings()) err(`${paint.err('yellow', 'warning')}: ${line}\n`)
  const endProgress = command.isQuiet ? () => {} : startProgress(`gleaner ${name}`)
  return orExitCode(command.run({ argv, signal, compose, ...terminal }).finally(endProgress), signal)
}

const listenErrors = new Set(['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'])

/** Turns the outcome of a command into an exit code, and an error into one clear line. */
async function orExitCode(work: Promise<number>, signal: AbortSignal): Promise<number> {
  try {
    return await work
  } catch (error) {
    if (signal.aborted) return 130
    if (error instanceof UsageError) {
      err(`${error.message}\n`)
      return 2
    }
    if (error instanceof ConfigError) {
      err(foreign.err(`gleaner: invalid setting\n${error.message}\n`))
      return 2
    }
    if (error instanceof ServiceError) {
      const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
      err(foreign.err(`gleaner: ${error.type}: ${error.message}${cause}\n`))
      return exitCodeOf(error)
    }
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== undefined && listenErrors.has(code)) {
      err(`gleaner: can't listen: ${message}. Set GLEANER_PORT or GLEANER_HOST.\n`)
      return 2
    }
    throw error
  }
}

function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => void stream.write('', () => resolve()))
}

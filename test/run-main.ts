/** Runs the program's commands in this process, through `main`, for tests of their output. */

import { main } from '../src/main.ts'
import type { EndedProgram } from './program.ts'
import { testSettings } from './service.ts'

let last: Promise<unknown> = Promise.resolve()

/** Runs `gleaner …` as `runProgram` does, but one at a time, because runs share this process's output and environment. */
export function runMain(argv: readonly string[], settings: Record<string, string> = {}): Promise<EndedProgram> {
  const run = last.then(() => runAlone(argv, settings))
  last = run.catch(() => {})
  return run
}

async function runAlone(argv: readonly string[], settings: Record<string, string>): Promise<EndedProgram> {
  const { env, exit } = process
  const { promise: exited, resolve } = Promise.withResolvers<number>()
  const [stdout, stderr] = [captureOutput(process.stdout), captureOutput(process.stderr)]
  const removeListeners = rememberListeners()
  process.env = { PATH: env.PATH, ...testSettings, ...settings }
  process.exit = ((code: number) => resolve(code)) as typeof exit
  try {
    const code = await Promise.race([exited, main(argv)])
    return { code, stdout: stdout.read(), stderr: stderr.read() }
  } finally {
    Object.assign(process, { env, exit })
    stdout.release()
    stderr.release()
    removeListeners()
  }
}

function captureOutput(stream: NodeJS.WriteStream): { read(): string; release(): void } {
  const { write } = stream
  let written = ''
  stream.write = (chunk: unknown, ...rest: unknown[]) => {
    written += String(chunk)
    const onWritten = rest.at(-1)
    if (typeof onWritten === 'function') onWritten()
    return true
  }
  return {
    read: () => written,
    release() {
      stream.write = write
    },
  }
}

/** Returns a function that removes listeners added since this call, because `main` never removes its own. */
function rememberListeners(): () => void {
  const remembered = [
    { emitter: process as NodeJS.EventEmitter, events: ['SIGTERM', 'SIGINT'] },
    { emitter: process.stdout as NodeJS.EventEmitter, events: ['error'] },
  ].flatMap(({ emitter, events }) => events.map((event) => ({ emitter, event, before: emitter.rawListeners(event) })))
  return () => {
    for (const { emitter, event, before } of remembered) {
      for (const listener of emitter.rawListeners(event)) {
        if (!before.includes(listener)) emitter.removeListener(event, listener as () => void)
      }
    }
  }
}

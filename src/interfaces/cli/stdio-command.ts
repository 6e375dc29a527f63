/** `gleaner stdio`: the MCP server on standard input and output. */

import { readConfig } from '../../config/config.ts'
import { version } from '../version.ts'
import { reportBugs } from './bug-report.ts'
import type { CommandContext } from './command.ts'
import type { Manual } from './help/manual.ts'

/** How long it may take to close the browser and to write responses that may not be read any more. */
const lastStepsMs = 1000

export const stdioManual: Manual = {
  about: 'The MCP server for clients that start it: it reads messages from standard input and ends with its client.',
  groups: [],
  notes:
    'npx node scripts/packaging/install-lines.ts prints what to paste into a client. It takes no flags: settings are those of the environment.',
}

/** Resolves when the client has closed the input, the parent process has ended, or the signal aborts. */
export async function runStdio({ signal, compose, err, foreign }: CommandContext): Promise<number> {
  const runtime = compose.runtime(readConfig(), { keepsSnapshots: true })
  reportBugs({ err, foreign })
  const [{ createMcpFeatures }, { serveMcpStdio }] = await Promise.all([
    import('../mcp/features/features.ts'),
    import('../mcp/stdio.ts'),
  ])
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  if (!signal.aborted) {
    await Promise.race([serveMcpStdio({ features: createMcpFeatures(runtime), version }), aborted, parentEnd()])
  }
  // The client is gone: what has not ended by then ends with the process.
  setTimeout(() => process.exit(0), lastStepsMs)
  await runtime.close()
  return 0
}

/** Resolves when the parent process has ended: the input may stay open then, held by another process. */
function parentEnd(): Promise<void> {
  const parent = process.ppid
  return new Promise((resolve) => {
    const watch = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(watch)
      resolve()
    }, 250)
    watch.unref()
  })
}

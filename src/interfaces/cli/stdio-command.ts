/** `gleaner stdio`: the MCP server on standard input and output. */

import { type Config, readConfig } from '../../config/config.ts'
import type { ReadFile } from '../../page/page.ts'
import { type CommandContext, readFlags, reportBugs } from './command.ts'
import type { Manual } from './help/manual.ts'

/** Time limit for closing the browser and writing the last responses, which may have no reader. */
const lastStepsMs = 1000

export const stdioManual: Manual = {
  about:
    'Runs the MCP server for clients that start it themselves. It reads messages from standard input and stops when its client does.',
  notes:
    'npx node scripts/packaging/install-lines.ts prints what to paste into a client. There are no flags; settings are environment variables.',
}

/** Resolves when the client closes the input, the parent process exits, or the signal aborts. */
export async function runStdio({ argv, signal, compose, err, foreign }: CommandContext): Promise<number> {
  readFlags('stdio', {}, argv)
  const config = readConfig()
  const runtime = compose.runtime(config, { keepsSnapshots: true, readFile: folderReader(config) })
  reportBugs({ err, foreign })
  const [{ createMcpFeatures }, { serveMcpStdio }] = await Promise.all([
    import('../mcp/features/features.ts'),
    import('../mcp/stdio.ts'),
  ])
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  if (!signal.aborted) {
    const features = createMcpFeatures(runtime, { resultSetting: config.GLEANER_MCP_RESULT })
    await Promise.race([serveMcpStdio(features), aborted, parentEnd()])
  }
  // The client is gone, so work that isn't finished within this time is dropped.
  setTimeout(() => process.exit(0), lastStepsMs)
  await runtime.close()
  return 0
}

function folderReader({ GLEANER_FILES: folders, GLEANER_MAX_BODY_BYTES: maxBytes }: Config): ReadFile | undefined {
  if (folders === undefined) return undefined
  return async (url) => (await import('./given/given-file.ts')).readFileBelow(url, folders.split(':'), maxBytes)
}

/** Resolves when the parent process has exited. Another process may still hold the input open. */
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

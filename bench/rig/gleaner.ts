/** The service as a user runs it, on a free port with its own data folder; loopback may be fetched. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bin, runProgram } from '../../test/program.ts'
import { testSettings } from '../../test/service.ts'
import { type Child, startChild } from './child.ts'

export interface Gleaner extends Child {
  /** Keys with large balances. */
  keys: readonly string[]
  /** The first key; undefined where the service asks for none. */
  key: string | undefined
  /** The address that scrapes a page. */
  scrapeUrl(page: string, parameters?: Record<string, string>): string
}

export interface GleanerOptions {
  /** With SQLite, as a service starts without settings. */
  asksForKeys?: boolean
  /** Number of keys to issue, with `asksForKeys`. */
  keyCount?: number
  /** Added to the settings of a bench. */
  own?: Record<string, string>
  /** The checkout to start, which ends with a slash; this one by default. */
  checkout?: string
}

export async function startGleaner(options: GleanerOptions = {}): Promise<Gleaner> {
  const { asksForKeys = false, keyCount = 1, own = {}, checkout } = options
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-bench-'))
  const settings = {
    ...{ ...testSettings, GLEANER_PORT: '0', GLEANER_DATA_DIR: folder },
    // All pages of a bench have one host, and all requests one key.
    ...{ GLEANER_PER_HOST_CONCURRENCY: '64', GLEANER_RATE_LIMIT: '10000000', ...own },
  }
  const keys: string[] = []
  for (let n = 0; asksForKeys && n < keyCount; n++) keys.push(await issueKey(settings))
  const program = checkout === undefined ? bin : `${checkout}bin/gleaner.mjs`
  const args = [program, 'serve', ...(asksForKeys ? [] : ['--no-auth'])]
  const child = await startChild(args, settings, { hasChannel: false })
  return {
    ...child,
    keys,
    key: keys[0],
    scrapeUrl: (page, parameters = {}) => `${child.url}/v1/scrape?${new URLSearchParams({ url: page, ...parameters })}`,
    async stop() {
      await child.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

async function issueKey(settings: Record<string, string>): Promise<string> {
  const argv = ['keys', 'create', '--name', 'bench', '--credits', '1000000000', '--json']
  const { stdout } = await runProgram(argv, settings)
  return String(JSON.parse(stdout).key)
}

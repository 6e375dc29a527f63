/** Runs the service as a user does, on a free port with a separate data folder. It may fetch from loopback. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bin, runProgram } from '../../test/program.ts'
import { testSettings } from '../../test/service.ts'
import { type Child, startChild } from './child.ts'

export interface Gleaner extends Child {
  /** Keys with large balances. */
  keys: readonly string[]
  /** The first key, or undefined if the service doesn't require keys. */
  key: string | undefined
  /** Returns the URL that scrapes a page. */
  scrapeUrl(page: string, parameters?: Record<string, string>): string
}

export interface GleanerOptions {
  /** True to require keys, with SQLite, as a service does by default. */
  asksForKeys?: boolean
  /** Number of keys to issue, with `asksForKeys`. */
  keyCount?: number
  /** Overrides the benchmark's settings. */
  own?: Record<string, string>
  /** Path of the checkout to start, with a trailing slash. By default, this checkout. */
  checkout?: string
}

export async function startGleaner(options: GleanerOptions = {}): Promise<Gleaner> {
  const { asksForKeys = false, keyCount = 1, own = {}, checkout } = options
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-bench-'))
  const settings = {
    ...{ ...testSettings, GLEANER_PORT: '0', GLEANER_DATA_DIR: folder },
    // All pages of a benchmark are on one host, and all requests use one key.
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

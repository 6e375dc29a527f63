/** The service as a user runs it, on a free port and a data folder of its own; loopback may be fetched. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { composeAccess } from '../../src/compose/access.ts'
import { readConfig } from '../../src/config.ts'
import { bin } from '../../test/program.ts'
import { testSettings } from '../../test/service.ts'
import { type Child, startChild } from './child.ts'

export interface Gleaner extends Child {
  /** A key with a large balance; undefined where the service asks for none. */
  key: string | undefined
  /** The address that scrapes a page. */
  scrapeUrl(page: string, parameters?: Record<string, string>): string
}

export interface GleanerOptions {
  /** With SQLite, as a service starts without settings. */
  asksForKeys?: boolean
  /** Beside those of a bench. */
  own?: Record<string, string>
}

export async function startGleaner({ asksForKeys = false, own = {} }: GleanerOptions = {}): Promise<Gleaner> {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-bench-'))
  const settings = {
    ...{ ...testSettings, GLEANER_PORT: '0', GLEANER_DATA_DIR: folder },
    // All pages of a bench have one host, and all requests one key.
    ...{ GLEANER_PER_HOST_CONCURRENCY: '64', GLEANER_RATE_LIMIT: '10000000', ...own },
  }
  const key = asksForKeys ? await issueKey(settings) : undefined
  const args = [bin, 'serve', ...(asksForKeys ? [] : ['--no-auth'])]
  const child = await startChild(args, settings, { hasChannel: false })
  return {
    ...child,
    key,
    scrapeUrl: (page, parameters = {}) => `${child.url}/v1/scrape?${new URLSearchParams({ url: page, ...parameters })}`,
    async stop() {
      await child.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

async function issueKey(settings: Record<string, string>): Promise<string> {
  const access = await composeAccess(readConfig({}, settings))
  const { key } = await access.issue('bench', { credits: 1_000_000_000 })
  await access.close()
  return key
}

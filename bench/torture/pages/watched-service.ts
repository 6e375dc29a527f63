/** Runs the service in a separate process with a small heap, monitors its memory, and serves the site that it reads. */

import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openOrigin, type Site } from '../../../test/origin.ts'
import { readFirstKey, startProgram } from '../../../test/program.ts'
import { within } from '../../../test/waits.ts'

export interface WatchedService extends AsyncDisposable {
  origin: string
  /** Renders a page of the site. Resolves with null if the service doesn't answer. */
  render(path: string, timeoutMs: number): Promise<Rendering | null>
  /** Returns the service process's current and peak resident megabytes, or null if it has exited. */
  memory(): { nowMb: number; peakMb: number } | null
  /** True while the process lives. */
  isAlive(): boolean
}

interface Rendering {
  status: number
  /** The error type, or `page`, or `page, cut` for an incomplete page. */
  outcome: string
  creditsCharged: number
  content: string
}

const goodPage = '/a-good-page'

const heapMb = 1024

/** Serves the site and a good page. */
export async function startWatchedService(site: Site, settings: Record<string, string> = {}): Promise<WatchedService> {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-torture-'))
  const origin = await openOrigin({
    ...site,
    [goodPage]: { body: '<p id="a">x</p><script>a.textContent = "a good page"</script>' },
  })
  const child = startProgram(['serve', '--port', '0'], {
    ...{ GLEANER_DATA_DIR: folder, GLEANER_BROWSER_MEMORY_MB: '1024', NODE_OPTIONS: `--max-old-space-size=${heapMb}` },
    ...{ HOME: process.env.HOME ?? '/root', ...settings },
  })
  child.stderr?.resume()
  const lines: string[] = []
  if (!child.stdout) throw new Error('The service has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (line.includes('curl')) break
  }
  const text = lines.join('\n')
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? []
  const key = readFirstKey(folder)

  return {
    origin: origin.url,
    async render(path, timeoutMs) {
      const query = new URLSearchParams({ url: origin.url + path, render_js: 'true', timeout_ms: String(timeoutMs) })
      try {
        const response = await fetch(`${url}/v1/scrape?${query}`, {
          headers: { authorization: `Bearer ${key}` },
          signal: AbortSignal.timeout(timeoutMs + 60_000),
        })
        const body = (await response.json()) as Record<string, never> & { detail?: { type: string }[] }
        const page = body.complete === false ? 'page, cut' : 'page'
        return {
          status: response.status,
          outcome: body.detail?.[0]?.type ?? page,
          creditsCharged: body.credits_charged ?? Number.NaN,
          content: String(body.content ?? ''),
        }
      } catch {
        return null
      }
    },
    memory() {
      if (child.exitCode !== null || child.signalCode !== null) return null
      const status = readFileSync(`/proc/${child.pid}/status`, 'latin1')
      const mb = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
      return { nowMb: mb('VmRSS'), peakMb: mb('VmHWM') }
    },
    isAlive: () => child.exitCode === null && child.signalCode === null,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await within('the end of the service', once(child, 'exit'))
      }
      await origin.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves with true if the next page, from another site, arrives complete. */
export async function rendersGoodPage({ render }: Pick<WatchedService, 'render'>): Promise<boolean> {
  const page = await render(goodPage, 60_000)
  return page?.outcome === 'page' && page.content.includes('a good page')
}

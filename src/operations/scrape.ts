/** How `scrape` keeps its promise: page → format → window. */

import { createHash } from 'node:crypto'
import type { ScrapeInput, ScrapeResult, scrapeOperation } from '../contract/scrape.ts'
import { checkSelector } from '../document/selector.ts'
import { ServiceError } from '../errors.ts'
import type { AddressPolicy } from '../fetch/address-policy.ts'
import type { Page, PageSource } from '../page.ts'
import type { Sandbox } from '../sandbox/pool.ts'
import type { SnapshotStore } from '../snapshot/snapshot-store.ts'
import type { Handler, Outcome, Run } from './context.ts'
import { createDeadline } from './deadline.ts'
import { windowOf } from './window.ts'

export interface ScrapeParts {
  policy: AddressPolicy
  fetchPage: PageSource
  renderPage: PageSource
  sandbox: Sandbox
  snapshots: SnapshotStore
}

/** What is stored for reading on: the whole result, less its window and receipt. */
type Stored = Omit<
  ScrapeResult,
  'total_chars' | 'offset' | 'next_offset' | 'credits_charged' | 'credits_remaining' | 'request_id'
>

export function createScrape(
  operation: ReturnType<typeof scrapeOperation>,
  { policy, fetchPage, renderPage, sandbox, snapshots }: ScrapeParts,
): Handler<ScrapeInput> {
  async function load(input: ScrapeInput, run: Run): Promise<Stored> {
    policy.checkUrl(new URL(input.url))
    if (input.prompt !== undefined) {
      throw new ServiceError('model_not_configured', 'No language model is configured on this server')
    }
    const deadline = createDeadline(input.timeout_ms, run.signal)
    try {
      const { host } = new URL(input.url)
      run.progress(input.render_js ? `Rendering ${host}` : `Fetching ${host}`)
      const source = input.render_js ? renderPage : fetchPage
      const page = await source.load({ url: input.url, ...deadline })
      run.progress(`Reading ${page.body.byteLength} bytes as ${input.output}`)
      return await read(page, input, deadline.signal)
    } finally {
      deadline.clear()
    }
  }

  async function read(page: Page, input: ScrapeInput, signal: AbortSignal): Promise<Stored> {
    const request = {
      output: input.output,
      cssSelector: input.css_selector ?? null,
      mainContent: input.main_content,
    }
    const { body, ...facts } = page
    const formatted = await sandbox.run('format', [page, request], { signal, transfer: [body.buffer] })
    return {
      url: input.url,
      final_url: facts.finalUrl,
      status_code: facts.status,
      content_type: facts.contentType,
      title: formatted.title,
      output: input.output,
      content: formatted.content,
      rendered: facts.rendered,
      complete: facts.complete,
      model: null,
      usage: null,
      warnings: [...targetStatus(facts.status), ...facts.warnings, ...formatted.warnings],
      fetched_at: new Date().toISOString(),
    }
  }

  return {
    operation,
    rules: [
      {
        param: 'css_selector',
        check: ({ css_selector }) => (typeof css_selector === 'string' ? checkSelector(css_selector) : null),
      },
    ],
    isStored: async (input, keyId) => input.offset > 0 && (await snapshots.get(snapshotName(input, keyId))) !== null,
    async run(input, run): Promise<Outcome> {
      const name = snapshotName(input, run.caller.keyId)
      const known = input.offset > 0 ? ((await snapshots.get(name)) as Stored | null) : null
      const stored = known ?? (await load(input, run))
      const { content, ...window } = windowOf(stored.content, input.offset, input.max_chars ?? null)
      if (!known) {
        const beside = JSON.stringify({ ...stored, content: null }).length
        await snapshots.set(name, stored, window.total_chars + beside)
      }
      const { model, usage, warnings, fetched_at, ...head } = stored
      return {
        body: { ...head, content, ...window, model, usage, warnings, fetched_at },
        free: known !== null || stored.status_code >= 400,
      }
    },
  }
}

function targetStatus(status: number): ScrapeResult['warnings'] {
  if (status < 400) return []
  return [
    { code: 'target_status', message: `The target answered ${status}; its page is returned and nothing is charged` },
  ]
}

/** The same for all pieces of one result: who asked and for what, but not which piece and how long to wait. */
function snapshotName({ max_chars, offset, timeout_ms, ...shaping }: ScrapeInput, keyId: string | null): string {
  const inputs = Object.entries(shaping).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify(['scrape', keyId, inputs]))
    .digest('base64url')
}

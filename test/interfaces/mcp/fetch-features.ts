/** The features with the real contract and the real `invoke`, but with a plain fetch instead of the handlers. */

import { unlimitedLedger } from '../../../src/access/ledger.ts'
import { ServiceError } from '../../../src/base/errors.ts'
import type { Receipt } from '../../../src/contract/operation.ts'
import type { ScrapeResult } from '../../../src/contract/scrape.ts'
import {
  createMcpFeatures,
  type FeaturesOptions,
  type McpFeatures,
} from '../../../src/interfaces/mcp/features/features.ts'
import { createTools, type ToolsOptions } from '../../../src/interfaces/mcp/features/tools.ts'
import type { HandlerOf, OpenHandler } from '../../../src/operations/handler.ts'
import { createInvoke } from '../../../src/operations/invoke.ts'
import { createRegistry, type RegisteredOperation, type Registry } from '../../../src/operations/registry.ts'
import type { TypedInvoke } from '../../../src/operations/runtime.ts'
import { createMemorySnapshots } from '../../../src/pages/snapshot/memory-stores.ts'

const registry = createRegistry(['model-a'])

export const operations: Pick<Registry, 'scrape' | 'google_ads'> = {
  scrape: registry.scrape,
  google_ads: registry.google_ads,
}

/** `scrape` returns the body of the response unchanged, `google_ads` fails, and nothing is stored. */
const handlers: { [Name in keyof typeof operations]: HandlerOf<Registry[Name]> } = {
  scrape: {
    async run({ url }, { signal, progress }) {
      progress?.(`Fetching ${url.host}`)
      const response = await fetch(url, { signal })
      const content = await response.text()
      const result = {
        ...emptyResult,
        url: url.written,
        final_url: response.url,
        content,
        total_chars: content.length,
      }
      return { result: (receipt) => ({ ...result, ...receipt }) }
    },
  },
  google_ads: {
    async run() {
      throw new ServiceError('target_unreachable', 'Google is out of reach')
    },
  },
}

export function createFetchFeatures(options?: FeaturesOptions): McpFeatures {
  return createMcpFeatures({ operations, invoke: createFetchInvoke(), snapshots: createMemorySnapshots() }, options)
}

export function createFetchTools(options?: ToolsOptions) {
  return createTools(Object.values(operations), createFetchInvoke(), options)
}

function createFetchInvoke(): TypedInvoke {
  const openHandler = (async ({ name }: RegisteredOperation) => handlers[name as keyof typeof handlers]) as OpenHandler
  return createInvoke({ openHandler, ledger: unlimitedLedger })
}

const emptyResult: Omit<ScrapeResult, 'url' | 'final_url' | 'content' | 'total_chars' | keyof Receipt> = {
  status_code: 200,
  content_type: 'text/html; charset=utf-8',
  page_count: null,
  title: 'A page',
  output: 'markdown',
  rendered: false,
  complete: true,
  offset: 0,
  next_offset: null,
  content_tokens: 2,
  content_hash: null,
  unchanged: null,
  outline: null,
  highlights: null,
  quotes: null,
  fragment_offset: null,
  extra: null,
  from_cache: false,
  model: null,
  usage: null,
  warnings: [],
  fetched_at: '2026-01-01T00:00:00.000Z',
}

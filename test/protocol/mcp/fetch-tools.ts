/** The tools over the real contract and the real way in, with a plain fetch in place of the scraping rooms. */

import { unlimitedLedger } from '../../../src/access/ledger.ts'
import { createOperations } from '../../../src/contract/operations.ts'
import { ServiceError } from '../../../src/errors.ts'
import type { OperationHandler } from '../../../src/operations/handler.ts'
import { createInvoke } from '../../../src/operations/invoke.ts'
import type { Invoke } from '../../../src/operations/runtime.ts'
import { createMcpFeatures, type McpFeatures } from '../../../src/protocol/mcp/features/features.ts'
import { createTools, type Tools, type ToolsOptions } from '../../../src/protocol/mcp/features/tools.ts'
import { createMemorySnapshots } from '../../../src/snapshot/snapshot-store.ts'

export const operations = createOperations(['model-a'])

/** `scrape` gives the body of the address as it came; google_ads is not reached; nothing is stored. */
export function createFetchFeatures(options?: ToolsOptions): McpFeatures {
  return createMcpFeatures({ operations, invoke: createFetchInvoke(), snapshots: createMemorySnapshots() }, options)
}

export function createFetchTools(options?: ToolsOptions): Tools {
  return createTools(operations, createFetchInvoke(), options)
}

function createFetchInvoke(): Invoke {
  const scrape: OperationHandler = {
    operation: operations[0] as OperationHandler['operation'],
    rules: [],
    async run(input, { signal, progress }) {
      const url = String(input.url)
      progress?.(`Fetching ${new URL(url).host}`)
      const response = await fetch(url, { signal })
      const content = await response.text()
      return {
        body: { ...emptyResult, url, final_url: response.url, content, total_chars: content.length },
        free: false,
      }
    },
  }
  const google: OperationHandler = {
    operation: operations[1] as OperationHandler['operation'],
    rules: [],
    async run() {
      throw new ServiceError('target_unreachable', 'Google is out of reach')
    },
  }
  return createInvoke({
    handler: async (name) => (name === 'scrape' ? scrape : google),
    ledger: unlimitedLedger,
  })
}

const emptyResult = {
  status_code: 200,
  content_type: 'text/html; charset=utf-8',
  title: 'A page',
  output: 'markdown',
  rendered: false,
  complete: true,
  offset: 0,
  next_offset: null,
  model: null,
  usage: null,
  warnings: [],
  fetched_at: '2026-01-01T00:00:00.000Z',
}

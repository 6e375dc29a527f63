/** The tools with a given `invoke`, and a result for it to return. */

import { noShare } from '../../../src/base/share.ts'
import type { OperationResult } from '../../../src/contract/operation.ts'
import type { McpRequest } from '../../../src/interfaces/mcp/features/mcp-request.ts'
import { createTools } from '../../../src/interfaces/mcp/features/tools.ts'
import { createRegistry } from '../../../src/operations/registry.ts'
import type { Invoke } from '../../../src/operations/runtime.ts'

export const body: OperationResult = {
  url: 'https://example.com/a',
  final_url: 'https://example.com/b',
  status_code: 200,
  content_type: 'text/html',
  title: null,
  output: 'markdown',
  content: '# Head\n\nText.\n',
  rendered: false,
  complete: true,
  total_chars: 90_000,
  offset: 0,
  next_offset: 40_000,
  content_tokens: 5,
  outline: [{ level: 1, text: 'Head', offset: 0, page: null }],
  highlights: null,
  quotes: null,
  fragment_offset: null,
  extra: null,
  from_cache: false,
  model: null,
  usage: null,
  warnings: [{ code: 'needs_javascript', message: 'The page is a shell' }],
  credits_charged: 1,
  credits_remaining: 41,
  fetched_at: '2026-01-01T00:00:00.000Z',
  request_id: 'r-1',
}

export function toolsThat(invoke: Invoke, options?: Parameters<typeof createTools>[2]) {
  return createTools(Object.values(createRegistry(['model-a', 'model-b'])), invoke, options)
}

const stay = () => new AbortController().signal
export const call = (more: Partial<McpRequest> = {}): McpRequest => ({
  caller: { keyId: null, transport: 'mcp-stdio' },
  share: noShare,
  requestId: 'r-1',
  signal: stay(),
  resultForm: 'text',
  ...more,
})

export const structured = { resultForm: 'structured' } as const

export function textIn({ content: [first] }: Awaited<ReturnType<ReturnType<typeof createTools>['call']>>): string {
  return first?.type === 'text' ? first.text : ''
}

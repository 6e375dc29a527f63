// @modelcontextprotocol/client: the client of version 2, without a model, for the revisions of 2025 and of 2026.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { callInTurn } from './raw-calls.mjs'

const modes = { '2025-11-25': 'legacy', '2026-07-28': { pin: '2026-07-28' } }

export async function open({ stdio, http }, revision) {
  const client = new Client({ name: 'reader', version: '1.0.0' }, { versionNegotiation: { mode: modes[revision] } })
  const transport = stdio
    ? new StdioClientTransport(stdio)
    : new StreamableHTTPClientTransport(new URL(http.url), { requestInit: { headers: http.headers } })
  await client.connect(transport)
  return {
    run: callInTurn((call, options) => client.callTool(call, options)),
    close: () => client.close(),
  }
}

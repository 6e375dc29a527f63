// @modelcontextprotocol/sdk: the client of version 1, without a model. Its results are what every client built on it starts from.

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { callInTurn } from './raw-calls.mjs'

export async function connect({ stdio, http }) {
  const client = new Client({ name: 'reader', version: '1.0.0' })
  const transport = stdio
    ? new StdioClientTransport(stdio)
    : new StreamableHTTPClientTransport(new URL(http.url), { requestInit: { headers: http.headers } })
  await client.connect(transport)
  return client
}

export async function open(server) {
  const client = await connect(server)
  return {
    run: callInTurn((call, options) => client.callTool(call, undefined, options)),
    close: () => client.close(),
  }
}

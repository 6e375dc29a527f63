// mcp-remote, which clients without OAuth start as a server over stdio. It registers itself, and opens the browser.

import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

export async function open({ url, folder, show }) {
  const program = fileURLToPath(import.meta.resolve('../node_modules/mcp-remote/dist/proxy.js'))
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, url],
    // The browser is a command that does nothing: the URL is also in the log.
    env: { PATH: process.env.PATH, HOME: folder, MCP_REMOTE_CONFIG_DIR: folder, BROWSER: 'true' },
    stderr: 'pipe',
  })
  let log = ''
  transport.stderr.on('data', (chunk) => {
    log += chunk
    // It names the URL before it listens for the code.
    const [lines, shown] = /by visiting:\s+(\S+).*?Waiting for authorization/s.exec(log) ?? []
    if (!lines) return
    log = log.replace(lines, '')
    show(shown)
  })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  return {
    scrape: async (page) => (await client.callTool({ name: 'scrape', arguments: { url: page } })).content[0].text,
    close: () => client.close(),
  }
}

// The smallest tool server possible with version 1 of the MCP SDK: one tool, over stdio.

import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const server = new McpServer({ name: 'minimal', version: '1.0.0' })
server.registerTool('scrape', { description: 'Reads a page', inputSchema: { url: z.string() } }, ({ url }) => ({
  content: [{ type: 'text', text: url }],
}))
await server.connect(new StdioServerTransport())

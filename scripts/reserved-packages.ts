/** Packages that only some folders of `src/` may import. */

export const reserved: readonly { what: string; packages: RegExp; folders: readonly string[] }[] = [
  {
    what: 'the MCP SDKs',
    packages: /^@modelcontextprotocol\//,
    folders: ['interfaces/mcp/legacy/', 'interfaces/mcp/modern/'],
  },
  {
    what: 'the HTTP servers and clients of Node',
    packages: /^node:(http|https|http2)$/,
    folders: ['interfaces/', 'fetch/'],
  },
  {
    what: 'database and queue drivers',
    packages: /^(node:sqlite|better-sqlite3|pg|postgres|redis|ioredis|bullmq)(\/|$)/,
    folders: ['store/'],
  },
]

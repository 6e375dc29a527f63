/** Common parts of every message in the modern era of MCP (revision 2026-07-28). */

export const jsonHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

export const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'torture', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

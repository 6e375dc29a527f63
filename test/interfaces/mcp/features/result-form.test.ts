import { describe, expect, it } from 'vitest'
import {
  chooseResultForm,
  type McpClient,
  needsStructured,
} from '../../../../src/interfaces/mcp/features/mcp-request.ts'

describe('the form of results', () => {
  it.each([
    ['the form in the URL, regardless of the setting', 'text', 'structured', true, 'text'],
    ['the setting, if the URL names no form', null, 'structured', false, 'structured'],
    ['the setting, regardless of the client', null, 'text', true, 'text'],
    ['text by default', null, 'auto', false, 'text'],
    ['structured for clients that need it', null, 'auto', true, 'structured'],
  ] as const)('is %s', (_, requested, setting, needs, form) => {
    expect(chooseResultForm(requested, setting, needs)).toBe(form)
  })
})

describe('the clients that need structured content', () => {
  const emptyUi = { extensions: { 'io.modelcontextprotocol/ui': {} } }
  const showsUi = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } }

  it.each([
    [
      'Mastra, by its empty extension',
      { clientInfo: { name: 'gleaner', version: '1.0.0' }, capabilities: emptyUi },
      true,
    ],
    ['Mastra, by its name', { clientInfo: { name: 'mastra', version: '0.14.5' }, capabilities: {} }, true],
    ['a client that shows a UI', { clientInfo: { name: 'goose', version: '1.0.0' }, capabilities: showsUi }, false],
    ['Claude Code', { clientInfo: { name: 'claude-code', version: '2.1.197' }, capabilities: { roots: {} } }, false],
    ['a client that says nothing', {}, false],
  ] as [string, McpClient, boolean][])('%s', (_, client, needs) => {
    expect(needsStructured(client)).toBe(needs)
  })
})

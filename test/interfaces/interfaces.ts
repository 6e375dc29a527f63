/** The interfaces of one service, each opened once and called through a client that users would use. */

import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client'
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio'
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as LegacyStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as LegacyHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect } from 'vitest'
import { z } from 'zod'
import { composeRuntime } from '../../src/compose/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { parseFlags } from '../../src/interfaces/cli/flags.ts'
import { printOperation, readParameters } from '../../src/interfaces/cli/operation-command.ts'
import { createTerminal } from '../../src/interfaces/cli/terminal/terminal.ts'
import { coerceValues } from '../../src/interfaces/coerce.ts'
import { createRegistry, type RegisteredOperation } from '../../src/operations/registry.ts'
import { bin } from '../program.ts'
import { type Json, openTestService, type TestService } from '../service.ts'
import { within } from '../waits.ts'
import { readErrorText } from './mcp/error-in-text.ts'

type OperationName = 'scrape' | 'google_ads' | 'explain'
export type OperationInput = Record<
  string,
  string | number | boolean | readonly string[] | Readonly<Record<string, unknown>>
>

/** A value in the form used in query strings and flags. */
const written = (value: OperationInput[string]) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** A result body, or an error body with its HTTP status or exit code. */
export type Reply = { result: Json } | { error: Json; code: number | null }

type Call = (operation: OperationName, input: OperationInput) => Promise<Reply>

export const interfaceNames = [
  'REST',
  'REST by POST',
  'command line',
  'legacy MCP over HTTP',
  'legacy MCP over stdio',
  'modern MCP over HTTP',
  'modern MCP over stdio',
] as const
/** Interfaces that also offer operations that aren't tools. */
export const withoutTools: readonly InterfaceName[] = ['REST', 'command line']
export type InterfaceName = (typeof interfaceNames)[number]

/** The server for REST and MCP over HTTP: a service in this process, or several programs behind one URL. */
export interface AskedService extends Pick<TestService, 'url' | 'key' | 'get' | 'post' | 'close'> {
  access: { issue(name: string): Promise<{ key: string }> }
}

export interface Interfaces {
  service: AskedService
  call(name: InterfaceName, ...request: Parameters<Call>): Promise<Reply>
  close(): Promise<void>
}

/** Starts a service, two programs on standard input and output, and the command line in this process. */
export async function openInterfaces(
  settings: Record<string, string>,
  openService: (settings: Record<string, string>) => Promise<AskedService> = openTestService,
): Promise<Interfaces> {
  // The structured content shows whether all interfaces return the same result. Its text is what clients get by default.
  const structured = { ...settings, GLEANER_MCP_RESULT: 'structured' }
  const service = await openService(structured)
  const headers = { authorization: `Bearer ${service.key}` }
  const url = new URL(`${service.url}/mcp`)
  const env = { PATH: process.env.PATH ?? '', ...structured }
  const program = { command: process.execPath, args: [bin, 'stdio'], env }
  const info = { name: 'parity', version: '1' }
  const modern = { versionNegotiation: { mode: { pin: '2026-07-28' } } }

  const [legacyHttp, legacyStdio] = [new LegacyClient(info), new LegacyClient(info)]
  const [modernHttp, modernStdio] = [new ModernClient(info, modern), new ModernClient(info, modern)]
  const connecting = Promise.all([
    legacyHttp.connect(new LegacyHttp(url, { requestInit: { headers } })),
    legacyStdio.connect(new LegacyStdio(program)),
    modernHttp.connect(new ModernHttp(url, { requestInit: { headers } })),
    modernStdio.connect(new ModernStdio(program)),
  ])
  await within('the MCP clients to connect', connecting)
  const commands = openCommands(settings)

  const calls: Record<InterfaceName, Call> = {
    REST: (operation, input) => callRest(service, operation, input),
    'REST by POST': (operation, input) => postRest(service, operation, input),
    'command line': commands.call,
    'legacy MCP over HTTP': (...request) => callTool(legacyHttp, ...request),
    'legacy MCP over stdio': (...request) => callTool(legacyStdio, ...request),
    'modern MCP over HTTP': (...request) => callTool(modernHttp, ...request),
    'modern MCP over stdio': (...request) => callTool(modernStdio, ...request),
  }
  return {
    service,
    call: (name, ...request) => within(`${name}: ${JSON.stringify(request)}`, calls[name](...request)),
    async close() {
      const clients = [legacyHttp, legacyStdio, modernHttp, modernStdio]
      await Promise.all([...clients.map((client) => client.close()), commands.close()])
      await service.close()
    },
  }
}

async function callRest(service: AskedService, operation: OperationName, input: OperationInput): Promise<Reply> {
  const parameters = Object.entries(input).map(([name, value]) => [name, written(value)])
  return replyOf(await service.get(`/v1/${operation}`, Object.fromEntries(parameters)))
}

async function postRest(service: AskedService, operation: OperationName, input: OperationInput): Promise<Reply> {
  return replyOf(await service.post(`/v1/${operation}`, input))
}

async function replyOf(response: Response): Promise<Reply> {
  const body = (await response.json()) as Json
  return response.ok ? { result: body } : { error: body, code: response.status }
}

/** The commands as `gleaner` runs them, in this process: their `--json` output and exit code. */
function openCommands(settings: Record<string, string>): { call: Call; close(): Promise<void> } {
  const { operations, invoke, close } = composeRuntime(readConfig({}, settings), { keepsSnapshots: false })
  return {
    async call(name, input) {
      const operation: RegisteredOperation = operations[name]
      const argv = Object.entries(input).map(([flag, value]) => `--${flag.replaceAll('_', '-')}=${written(value)}`)
      let printed = ''
      const out = (text: string) => {
        printed += text
      }
      const signal = new AbortController().signal
      const parameters = readParameters({ operation }, parseFlags(operation, [...argv, '--json']))
      const { paint, foreign, progress } = createTerminal({
        stdout: process.stdout,
        stderr: process.stderr,
        isDumb: true,
      })
      const run = { operation, invoke, signal, out, err: expect.fail, paint, foreign, progress }
      const code = await printOperation(run, parameters)
      return code === 0 ? { result: JSON.parse(printed) } : { error: JSON.parse(printed), code }
    },
    close,
  }
}

interface ToolCaller {
  callTool(call: { name: string; arguments: Json }): Promise<unknown>
}

interface ToolResult {
  isError?: boolean
  structuredContent?: Json
  content: { type: string; text: string }[]
}

/** Calls a tool. The text must end with the content, and an error must be a single line. */
async function callTool(client: ToolCaller, name: OperationName, input: OperationInput): Promise<Reply> {
  const { content, isError, structuredContent } = (await client.callTool({ name, arguments: input })) as ToolResult
  expect(content.map(({ type }) => type)).toEqual(content.map(() => 'text'))
  const [text = '', ...extras] = content.map((block) => block.text)
  if (isError) {
    expect(structuredContent).toBeUndefined()
    expect(extras).toEqual([])
    expect(text.length).toBeLessThanOrEqual(2000)
    return { error: { text, request_id: readErrorText(text).requestId }, code: null }
  }
  const shown = text.slice(text.indexOf('\n\n') + 2)
  const result = wholeResult(name, input, structuredContent ?? {}, shown)
  if (!result.highlights) expect(shown).toBe(asText(result.content ?? result.ads))
  const given = Object.entries((result.extra ?? {}) as Json).filter(([, extra]) => extra !== null)
  expect(extras).toEqual(given.map(([output, extra]) => `extra ${output}:\n${asText(extra)}`))
  return { result }
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value || '(empty)'
  const json = JSON.stringify(value)
  return json === '[]' || json === '{}' ? '(empty)' : json
}

/** Adds the fields that structured content leaves out: those that repeat the input, null and the usual values. */
function wholeResult(name: OperationName, input: OperationInput, structured: Json, shown: string): Json {
  const { input: schema, result } = operations[name] as RegisteredOperation
  const shape = (result as unknown as z.ZodObject).shape
  const nulls = Object.fromEntries(Object.keys(shape).map((field) => [field, null]))
  const given = Object.fromEntries(Object.entries(input).filter(([param]) => param in shape && param !== 'model'))
  const fixed = name === 'scrape' ? { complete: true, rendered: false } : { domain: 'com' }
  const parsed = z
    .object(schema.shape)
    .partial()
    .parse(coerceValues({ input: schema }, given).raw)
  const { output, offset, query, domain, locale, geo_location } = { ...fixed, ...parsed } as Json
  const repeated =
    name === 'scrape' ? { url: input.url, output, offset } : { query, domain, locale, geo_location, output }
  for (const field of Object.keys(repeated)) expect(structured).not.toHaveProperty(field)
  const content = name === 'google_ads' && output === 'markdown' ? { content: shown } : {}
  return { ...nulls, ...fixed, ...JSON.parse(JSON.stringify(repeated)), ...content, ...structured }
}

const operations = createRegistry(['model-a'])

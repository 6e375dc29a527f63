/** MCP over standard input and output: every message goes to its era, which is loaded when its first message comes. */

import { randomUUID } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { createLineReader } from './mcp-lines.ts'
import type { Tools } from './mcp-tools.ts'

export interface McpStdioOptions {
  tools: Tools
  version: string
  input?: Readable
  output?: Writable
}

type Era = 'classic' | 'modern'
type RequestId = string | number

/** A JSON-RPC message, as far as it is looked at here. */
interface Message {
  jsonrpc: '2.0'
  id?: RequestId
  method?: string
  params?: { _meta?: Record<string, unknown> }
}

/** What both SDKs take for a transport. */
interface Wire {
  onmessage?: (message: Message) => void
  onclose?: () => void
  onerror?: (error: Error) => void
  start(): Promise<void>
  send(message: object): Promise<void>
  close(): Promise<void>
}

const maxLineBytes = 4 * 1024 * 1024

/** A request of revision 2026-07-28 and later names its revision under this key. @see MCP 2026-07-28, Base Protocol */
const revisionKey = 'io.modelcontextprotocol/protocolVersion'

/** Resolves when the client has closed the input, or does not read the output any more; what was in flight is aborted. */
export async function serveMcpStdio(options: McpStdioOptions): Promise<void> {
  const { tools, version, input = process.stdin, output = process.stdout } = options
  const ended = new AbortController()
  const wires = new Map<Era, Wire>()
  let latest: Era = 'classic'
  let work = Promise.resolve()

  const send = (message: object) =>
    new Promise<void>((resolve) => {
      if (output.writable) output.write(`${JSON.stringify(message)}\n`, () => resolve())
      else resolve()
    })
  const refuse = (code: number, message: string, id: RequestId | null = null) =>
    send({ jsonrpc: '2.0', id, error: { code, message } })

  async function open(era: Era): Promise<Wire> {
    const wire: Wire = {
      start: async () => {},
      send,
      async close() {
        wires.delete(era)
        this.onclose?.()
      },
    }
    wires.set(era, wire)
    const caller = { keyId: null, door: 'mcp-stdio' } as const
    const circumstances = { tools, version, caller, createRequestId: randomUUID, signal: ended.signal }
    if (era === 'classic') await (await import('./mcp-classic.ts')).connectClassic(circumstances, wire)
    else (await import('./mcp-modern.ts')).connectModern(circumstances, wire)
    return wire
  }

  async function receive(line: string | null): Promise<void> {
    if (line === null) return refuse(-32600, `Invalid Request: a message is at most ${maxLineBytes} bytes long`)
    const message = parse(line)
    if (message === undefined) return refuse(-32700, 'Parse error: the line is not valid JSON')
    if (!isMessage(message)) {
      return refuse(-32600, 'Invalid Request: the line is not a JSON-RPC message', requestIdOf(message))
    }
    latest = eraOf(message) ?? latest
    const wire = wires.get(latest) ?? (await open(latest))
    wire.onmessage?.(message)
  }

  const read = createLineReader(maxLineBytes, (line) => {
    work = work.then(() => receive(line))
  })
  await new Promise<void>((resolve) => {
    input.on('data', read)
    // Whichever way the client goes, it is gone.
    for (const event of ['end', 'close', 'error']) input.once(event, () => resolve())
    for (const event of ['close', 'error']) output.once(event, () => resolve())
  })
  input.off('data', read)
  await work
  // What needs no waiting, such as a list, is answered still.
  await new Promise((resolve) => setImmediate(resolve))
  ended.abort(new DOMException('The client has left', 'AbortError'))
  await Promise.all([...wires.values()].map((wire) => wire.close()))
}

/** The era that a message belongs to by itself; null for one that follows what came before. */
function eraOf({ method, params }: Message): Era | null {
  if (params?._meta?.[revisionKey] !== undefined) return 'modern'
  return method === 'initialize' ? 'classic' : null
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || !('jsonrpc' in value) || value.jsonrpc !== '2.0') return false
  if ('id' in value && typeof value.id !== 'string' && !Number.isSafeInteger(value.id)) return false
  if ('params' in value && !(isObject(value.params) && (!('_meta' in value.params) || isObject(value.params._meta)))) {
    return false
  }
  return 'method' in value ? typeof value.method === 'string' : 'id' in value
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Where the refusal of what is no message belongs, as far as that can be told. */
function requestIdOf(value: unknown): RequestId | null {
  const id = isObject(value) && 'jsonrpc' in value && 'id' in value ? value.id : null
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as RequestId) : null
}

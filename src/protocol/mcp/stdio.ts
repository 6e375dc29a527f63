/** MCP over standard input and output: every message goes to its era, which is loaded when its first message comes. */

import { randomUUID } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { succeedsWithin } from '../../deadline.ts'
import type { McpFeatures } from './features/features.ts'
import { createLineReader } from './wire/line-reader.ts'

export interface McpStdioOptions {
  features: McpFeatures
  version: string
  input?: Readable
  output?: Writable
}

type Era = 'legacy' | 'modern'
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

/** How long after the end of the input such answers are waited for. */
const lastAnswersMs = 500

/** A request of revision 2026-07-28 and later names its revision under this key. @see MCP 2026-07-28, Base Protocol */
const revisionKey = 'io.modelcontextprotocol/protocolVersion'

/** Resolves when the client has closed the input, or does not read the output any more; what was in flight is aborted. */
export async function serveMcpStdio(options: McpStdioOptions): Promise<void> {
  const { features, version, input = process.stdin, output = process.stdout } = options
  const ended = new AbortController()
  const wires = new Map<Era, Wire>()
  /** Requests that need no waiting for the outside, by id, until they are answered. */
  const brief = new Set<RequestId>()
  let latest: Era = 'legacy'
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
      async send(message) {
        await send(message)
        if ('id' in message && !('method' in message)) brief.delete(message.id as RequestId)
      },
      async close() {
        wires.delete(era)
        this.onclose?.()
      },
    }
    wires.set(era, wire)
    const caller = { keyId: null, transport: 'mcp-stdio' } as const
    const context = { features, version, caller, createRequestId: randomUUID, signal: ended.signal }
    if (era === 'legacy') {
      const { connectLegacyServer } = await import('./legacy/server.ts')
      await connectLegacyServer({ ...context, logging: { level: null } }, wire)
    } else (await import('./modern/server.ts')).connectModernServer(context, wire)
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
    if (message.id !== undefined && message.method !== undefined && message.method !== 'tools/call')
      brief.add(message.id)
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
  // What needs no waiting, such as a list, is answered still; a client that does not read is not waited for.
  const until = performance.now() + lastAnswersMs
  await succeedsWithin(lastAnswersMs, work)
  while (brief.size > 0 && performance.now() < until) await setTimeout(5)
  ended.abort(new DOMException('The client has left', 'AbortError'))
  await Promise.all([...wires.values()].map((wire) => wire.close()))
}

/** The era that a message belongs to by itself; null for one that follows what came before. */
function eraOf({ method, params }: Message): Era | null {
  if (params?._meta?.[revisionKey] !== undefined) return 'modern'
  return method === 'initialize' ? 'legacy' : null
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** As strict as the SDKs' own schemas: what those do not take they pass over in silence, and its caller waits. */
function isMessage(value: unknown): value is Message {
  if (!isObject(value) || !('jsonrpc' in value) || value.jsonrpc !== '2.0') return false
  if ('id' in value && !isName(value.id)) return false
  if ('params' in value && !isParams(value.params)) return false
  if ('method' in value)
    return typeof value.method === 'string' && Object.keys(value).every((key) => inRequest.has(key))
  return 'id' in value
}

const inRequest = new Set(['jsonrpc', 'id', 'method', 'params'])

function isParams(value: unknown): boolean {
  if (!isObject(value) || !('_meta' in value)) return isObject(value)
  return isObject(value._meta) && (!('progressToken' in value._meta) || isName(value._meta.progressToken))
}

/** What JSON-RPC ids and progress tokens may be. */
function isName(value: unknown): boolean {
  return typeof value === 'string' || Number.isSafeInteger(value)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Where the refusal of what is no message belongs, as far as that can be told. */
function requestIdOf(value: unknown): RequestId | null {
  const id = isObject(value) && 'jsonrpc' in value && 'id' in value ? value.id : null
  return isName(id) ? (id as RequestId) : null
}

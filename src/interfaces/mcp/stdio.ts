/** MCP over standard input and output. Passes every message to the server for its revision, which is loaded on first use. */

import { randomUUID } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { z } from 'zod'
import { succeedsWithin } from '../../base/deadline.ts'
import { noShare } from '../../base/share.ts'
import { maxMessageBytes } from '../../contract/service-limits.ts'
import { createLineReader } from '../line-reader.ts'
import { JsonTooComplexError, parseJson } from '../parse-json.ts'
import type { McpFeatures } from './features/features.ts'
import { createLogSetting } from './features/mcp-request.ts'

type Era = 'legacy' | 'modern'
type RequestId = string | number

/** The fields of a JSON-RPC message that are used here. */
interface Message {
  jsonrpc: '2.0'
  id?: RequestId
  method?: string
  params?: { _meta?: Record<string, unknown> }
}

interface SdkTransport {
  onmessage?: (message: Message) => void
  onclose?: () => void
  onerror?: (error: Error) => void
  start(): Promise<void>
  send(message: object): Promise<void>
  close(): Promise<void>
}

/** Time to wait for responses to short requests after the end of the input. */
const lastResponsesMs = 500

/** A request in revision 2026-07-28 or later states its revision under this key. @see MCP 2026-07-28, Base Protocol */
const revisionKey = 'io.modelcontextprotocol/protocolVersion'

/** Resolves when the client closes the input or stops reading the output. Aborts calls in flight. */
export async function serveMcpStdio(
  features: McpFeatures,
  input: Readable = process.stdin,
  output: Writable = process.stdout,
): Promise<void> {
  const ended = new AbortController()
  const transports = new Map<Era, SdkTransport>()
  /** IDs of open requests other than tool calls. Answering them depends on nothing outside this process. */
  const shortRequests = new Set<RequestId>()
  let onShortRequestsDone = () => {}
  let latestEra: Era = 'legacy'
  let work = Promise.resolve()

  const send = (message: object) =>
    new Promise<void>((resolve) => {
      if (output.writable) output.write(`${JSON.stringify(message)}\n`, () => resolve())
      else resolve()
    })
  const refuse = (code: number, message: string, id: RequestId | null = null) =>
    send({ jsonrpc: '2.0', id, error: { code, message } })

  async function open(era: Era): Promise<SdkTransport> {
    const transport: SdkTransport = {
      start: async () => {},
      async send(message) {
        await send(message)
        if ('id' in message && !('method' in message)) shortRequests.delete(message.id as RequestId)
        if (shortRequests.size === 0) onShortRequestsDone()
      },
      async close() {
        transports.delete(era)
        this.onclose?.()
      },
    }
    transports.set(era, transport)
    const caller = { keyId: null, transport: 'mcp-stdio' } as const
    const context = {
      ...{ features, caller, share: noShare, createRequestId: randomUUID, signal: ended.signal },
      requestedForm: null,
    }
    if (era === 'legacy') {
      const { connectLegacyServer } = await import('./legacy/server.ts')
      await connectLegacyServer({ ...context, logging: createLogSetting() }, transport)
    } else (await import('./modern/server.ts')).connectModernServer(context, transport)
    return transport
  }

  async function receive(line: string | null): Promise<void> {
    if (line === null) return refuse(-32600, `Invalid Request: a message must not exceed ${maxMessageBytes} bytes`)
    let message: unknown
    try {
      message = parseJson(line)
    } catch (error) {
      if (error instanceof JsonTooComplexError) return refuse(-32600, `Invalid Request: ${error.message}`)
      return refuse(-32700, `Parse error: the line is not valid JSON: ${(error as Error).message}`)
    }
    if (!isMessage(message)) {
      return refuse(-32600, 'Invalid Request: the line is not a JSON-RPC message', requestIdOf(message))
    }
    latestEra = eraOf(message) ?? latestEra
    const transport = transports.get(latestEra) ?? (await open(latestEra))
    if (message.id !== undefined && message.method !== undefined && message.method !== 'tools/call')
      shortRequests.add(message.id)
    transport.onmessage?.(message)
  }

  const read = createLineReader(maxMessageBytes, (line) => {
    work = work.then(() => receive(line))
  })
  await new Promise<void>((resolve) => {
    input.on('data', read)
    // Each of these events means that the client has disconnected.
    for (const event of ['end', 'close', 'error']) input.once(event, () => resolve())
    for (const event of ['close', 'error']) output.once(event, () => resolve())
  })
  input.off('data', read)
  // Short requests such as lists still get their responses, if the client reads them in time.
  const shortRequestsDone = async () => {
    await work
    if (shortRequests.size > 0) await new Promise<void>((resolve) => (onShortRequestsDone = resolve))
  }
  await succeedsWithin(lastResponsesMs, shortRequestsDone())
  ended.abort(new DOMException('The client has disconnected', 'AbortError'))
  await Promise.all([...transports.values()].map((transport) => transport.close()))
}

/** Returns the era that a message names, or null if it has the same era as the previous message. */
function eraOf({ method, params }: Message): Era | null {
  if (params?._meta?.[revisionKey] !== undefined) return 'modern'
  return method === 'initialize' ? 'legacy' : null
}

const requestId = z.union([z.string(), z.int()])
const params = z.looseObject({ _meta: z.looseObject({ progressToken: requestId.optional() }).optional() })
const message = z.union([
  z.strictObject({
    jsonrpc: z.literal('2.0'),
    id: requestId.optional(),
    method: z.string(),
    params: params.optional(),
  }),
  z.looseObject({ jsonrpc: z.literal('2.0'), id: requestId, method: z.never().optional() }),
])

/** Checks messages as strictly as the SDKs' schemas. The SDKs silently drop other messages, so their senders would wait forever. */
function isMessage(value: unknown): value is Message {
  return message.safeParse(value).success
}

/** Returns the id of an invalid message for the error response, or null. */
function requestIdOf(value: unknown): RequestId | null {
  return z.object({ jsonrpc: z.unknown(), id: requestId }).safeParse(value).data?.id ?? null
}

/** A loopback collector that decodes the exports it receives over OTLP/HTTP. */

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { openLoopback } from '../../../origin.ts'
import { type Message, readMessage } from './protobuf.ts'

export interface ReceivedSpan {
  traceId: string
  spanId: string
  /** Empty for the first span of a trace. */
  parentId: string
  name: string
  kind: number
  startNs: bigint
  endNs: bigint
  attributes: Record<string, unknown>
  /** 2 is an error. */
  status: number
}

export interface Collector {
  url: string
  spans: ReceivedSpan[]
  /** Headers of the latest export. */
  resource: Record<string, unknown>
  /** Path and headers of each export. */
  exports: { path: string; headers: IncomingHttpHeaders }[]
  close(): Promise<void>
}

/** `respond` may return a status other than 200, or never respond. */
export async function openCollector(respond = (response: ServerResponse) => void response.end()): Promise<Collector> {
  const collector: Omit<Collector, 'url' | 'close'> = { spans: [], resource: {}, exports: [] }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    collector.exports.push({ path: request.url ?? '', headers: request.headers })
    for (const resourceSpans of readMessage(Buffer.concat(chunks)).messages(1)) {
      collector.resource = attributesOf(resourceSpans.messages(1)[0]?.messages(1) ?? [])
      const scopes = resourceSpans.messages(2)
      collector.spans.push(...scopes.flatMap((scope) => scope.messages(2)).map(toSpan))
    }
    respond(response)
  })
  return Object.assign(collector, await openLoopback(server))
}

/** @see https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto */
function toSpan(span: Message): ReceivedSpan {
  return {
    traceId: span.bytes(1).toString('hex'),
    spanId: span.bytes(2).toString('hex'),
    parentId: span.bytes(4).toString('hex'),
    name: span.bytes(5).toString(),
    kind: Number(span.number(6)),
    startNs: span.number(7),
    endNs: span.number(8),
    attributes: attributesOf(span.messages(9)),
    status: Number(span.messages(15)[0]?.number(3) ?? 0),
  }
}

/** Strings and integers. */
function attributesOf(pairs: readonly Message[]): Record<string, unknown> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const value = pair.messages(2)[0]
      return [pair.bytes(1).toString(), value?.has(1) ? value.bytes(1).toString() : Number(value?.number(3))]
    }),
  )
}

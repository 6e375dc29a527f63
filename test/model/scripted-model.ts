/** A loopback server with the Messages API's wire format, which sends scripted answers, refusals and broken streams. */

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that the server received. */
export interface SentRequest {
  headers: IncomingHttpHeaders
  path: string
  body: {
    model: string
    max_tokens: number
    stream?: boolean
    system: { type: string; text: string }[]
    messages: { role: string; content: string | { type: string; text: string; cache_control?: unknown }[] }[]
    output_config?: { format: { type: string; schema: Record<string, unknown> } }
  } & Record<string, unknown>
  /** Resolves when the client closes the connection before the response ends. */
  left: Promise<void>
}

export type Reply = (response: ServerResponse, request: SentRequest) => void

/** The reply to call number `n`, counted from 0. */
export type Script = (request: SentRequest, n: number) => Reply

export interface ScriptedModel extends AsyncDisposable {
  url: string
  requests: SentRequest[]
  /** Replaces the script and clears `requests`. */
  play(script: Script | Reply[]): void
  close(): Promise<void>
}

export const testKey = 'sk-ant-api03-NeverToBeSeenAnywhere_0123456789-abcdefghijklmnop'

export async function openScriptedModel(script: Script | Reply[] = []): Promise<ScriptedModel> {
  let current = toScript(script)
  const requests: SentRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const left = new Promise<void>((resolve) => {
      response.once('close', () => response.writableFinished || resolve())
    })
    const sent: SentRequest = {
      headers: request.headers,
      path: request.url ?? '',
      body: JSON.parse(Buffer.concat(chunks).toString()),
      left,
    }
    requests.push(sent)
    current(sent, requests.length - 1)(response, sent)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    play(next) {
      requests.length = 0
      current = toScript(next)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** An array has one reply per call, and the last one is repeated. */
function toScript(script: Script | Reply[]): Script {
  if (typeof script === 'function') return script
  return (_, n) => script[Math.min(n, script.length - 1)] ?? fails(500, 'api_error')
}

interface AnswerOptions {
  stop?: string
  usage?: Record<string, number>
  /** Model id in the response. */
  model?: string
  /** Characters in one event of the stream. */
  chunk?: number
}

const event = (type: string, rest: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`

function startOf(request: SentRequest, { usage, model }: AnswerOptions) {
  return {
    id: 'msg_01XFDUDYJgAACzvnptvVoYEL',
    type: 'message',
    role: 'assistant',
    model: model ?? request.body.model,
    content: [] as object[],
    container: null,
    diagnostics: null,
    stop_reason: null as string | null,
    stop_sequence: null,
    stop_details: null,
    usage: { input_tokens: 25, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 1, ...usage },
  }
}

/** The events of a complete answer. @see https://platform.claude.com/docs/en/build-with-claude/streaming */
function* eventsOf(text: string, request: SentRequest, options: AnswerOptions): Generator<string> {
  yield event('message_start', { message: startOf(request, options) })
  yield event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } })
  yield event('ping', {})
  const size = options.chunk ?? 12
  for (let at = 0; at < text.length; at += size) {
    yield event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: text.slice(at, at + size) } })
  }
  yield event('content_block_stop', { index: 0 })
  const delta = { stop_reason: options.stop ?? 'end_turn', stop_sequence: null, stop_details: null, container: null }
  yield event('message_delta', { delta, usage: { output_tokens: options.usage?.output_tokens ?? 15 } })
  yield event('message_stop', {})
}

const sse = { 'content-type': 'text/event-stream; charset=utf-8', 'request-id': 'req_018EeWyXxfu5pfWkrYcMdjWG' }

/** A stream if the request asks for one, otherwise a complete message. */
export function answers(text: string, options: AnswerOptions = {}): Reply {
  return (response, request) => {
    if (!request.body.stream) return answersWhole(text, options)(response, request)
    response.writeHead(200, sse)
    for (const part of eventsOf(text, request, options)) response.write(part)
    response.end()
  }
}

/** A complete JSON message, even if the request asks for a stream. */
export function answersWhole(text: string, options: AnswerOptions = {}): Reply {
  return (response, request) => {
    const message = startOf(request, options)
    message.content.push({ type: 'text', text })
    message.stop_reason = options.stop ?? 'end_turn'
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message))
  }
}

/** An error status with the API's error body. */
export function fails(status: number, type: string, headers: Record<string, string> = {}, message = 'No.'): Reply {
  return (response) => {
    const body = { type: 'error', error: { type, message }, request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy' }
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
}

/** A stream that ends early, either cleanly or with a broken connection. */
export function breaksOff(text: string, how: 'end' | 'destroy' = 'destroy'): Reply {
  return (response, request) => {
    response.writeHead(200, sse)
    const events = [...eventsOf(text, request, {})]
    const sent = events.slice(0, -3).join('')
    if (how === 'end') response.end(sent)
    else response.write(sent, () => response.destroy())
  }
}

/** A stream with an error event after its beginning. */
export function failsInStream(type: string, text = ''): Reply {
  return (response, request) => {
    response.writeHead(200, sse)
    for (const part of [...eventsOf(text, request, {})].slice(0, -3)) response.write(part)
    response.end(event('error', { error: { type, message: 'Broken inside' } }))
  }
}

/** A response with arbitrary bytes. */
export function sends(body: string, headers: Record<string, string> = sse): Reply {
  return (response) => void response.writeHead(200, headers).end(body)
}

/** A stream that begins and never ends. */
export function hangs(text = ''): Reply {
  return (response, request) => {
    response.writeHead(200, sse)
    for (const part of [...eventsOf(text, request, {})].slice(0, -3)) response.write(part)
  }
}

/** A stream that waits for `goOn` before its second half. */
export function answersInTwo(first: string, second: string): { reply: Reply; goOn(): void } {
  let goOn = () => {}
  return {
    reply(response, request) {
      hangs(first)(response, request)
      goOn = () => {
        for (const part of [...eventsOf(second, request, {})].slice(3)) response.write(part)
        response.end()
      }
    },
    goOn: () => goOn(),
  }
}

/** All text of a request. */
export function textOf({ body }: SentRequest): string {
  const messages = body.messages.flatMap(({ content }) =>
    typeof content === 'string' ? [content] : content.map(({ text }) => text),
  )
  return [...body.system.map(({ text }) => text), ...messages].join('\n')
}

/** The fenced page of a request. */
export function pageOf({ body }: SentRequest): string {
  const content = body.messages[0]?.content
  return typeof content === 'string' ? content : (content?.[0]?.text ?? '')
}

/** The task that follows the page. */
export function taskOf({ body }: SentRequest): string {
  const content = body.messages[0]?.content
  return typeof content === 'string' ? '' : (content?.[1]?.text ?? '')
}

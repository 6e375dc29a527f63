/** Chat completion replies for the scripted server: answers, refusals and broken streams. */

import type { Reply, SentRequest } from '../scripted-model.ts'

export interface ChatOptions {
  /** The `finish_reason`. */
  stop?: string
  /** Null for a service that doesn't report usage. */
  usage?: object | null
  /** Characters in one chunk of the stream. */
  chunk?: number
  /** The model's refusal. The answer then has no text. */
  refusal?: string
}

/** The body of a request. */
export interface ChatBody {
  model: string
  messages: { role: string; content: string }[]
  response_format?: { type: string; json_schema?: { name: string; strict: boolean; schema: Record<string, unknown> } }
  [parameter: string]: unknown
}

export const chatBody = ({ body }: SentRequest) => body as unknown as ChatBody

const head = (request: SentRequest, object: string) => ({
  ...{ id: 'chatcmpl-B9MHDbslfkBeAs8l4bebGdFOJ6PeG', object, created: 1_741_570_283, model: request.body.model },
  system_fingerprint: 'fp_fc9f1d7035',
})

const usageOf = ({ usage }: ChatOptions) =>
  usage === null ? {} : { usage: usage ?? { prompt_tokens: 25, completion_tokens: 15, total_tokens: 40 } }

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`

/** The events of a complete answer. @see https://platform.openai.com/docs/api-reference/chat-streaming */
function* eventsOf(text: string, request: SentRequest, options: ChatOptions): Generator<string> {
  const chunk = (delta: object, finish: string | null = null) =>
    data({
      ...head(request, 'chat.completion.chunk'),
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    })
  yield chunk({ role: 'assistant', content: '', refusal: null })
  if (options.refusal) yield chunk({ refusal: options.refusal })
  const size = options.chunk ?? 12
  for (let at = 0; at < text.length; at += size) yield chunk({ content: text.slice(at, at + size) })
  yield chunk({}, options.stop ?? 'stop')
  if (options.usage !== null) {
    yield data({ ...head(request, 'chat.completion.chunk'), choices: [], ...usageOf(options) })
  }
  yield 'data: [DONE]\n\n'
}

const sse = { 'content-type': 'text/event-stream; charset=utf-8', 'x-request-id': 'req_b1c6f7' }

/** A streamed answer. */
export function answers(text: string, options: ChatOptions = {}): Reply {
  return (response, request) => {
    response.writeHead(200, sse)
    for (const part of eventsOf(text, request, options)) response.write(part)
    response.end()
  }
}

/** A complete JSON completion, from a gateway that does not stream. */
export function answersWhole(text: string, options: ChatOptions = {}): Reply {
  return (response, request) => {
    const message = { role: 'assistant', content: text, refusal: options.refusal ?? null, annotations: [] }
    const choices = [{ index: 0, message, logprobs: null, finish_reason: options.stop ?? 'stop' }]
    const completion = { ...head(request, 'chat.completion'), choices, ...usageOf(options) }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(completion))
  }
}

/** An error status with the API's error body. */
export function fails(status: number, type: string, headers: Record<string, string> = {}, message = 'No.'): Reply {
  return refuses(status, { type, message }, headers)
}

/** An error status with any error. */
export function refuses(status: number, error: object, headers: Record<string, string> = {}): Reply {
  return (response) => {
    const body = { error: { message: 'No.', type: 'invalid_request_error', param: null, code: null, ...error } }
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
}

/** The beginning of an answer, without the final event. */
const beginning = (text: string, request: SentRequest) => [...eventsOf(text, request, {})].slice(0, -3)

/** A stream that ends early, either cleanly or with a broken connection. */
export function breaksOff(text: string, how: 'end' | 'destroy' = 'destroy'): Reply {
  return (response, request) => {
    response.writeHead(200, sse)
    const sent = beginning(text, request).join('')
    if (how === 'end') response.end(sent)
    else response.write(sent, () => response.destroy())
  }
}

/** A stream with an error after its beginning. */
export function failsInStream(type: string, text = ''): Reply {
  return (response, request) => {
    response.writeHead(200, sse)
    for (const part of beginning(text, request)) response.write(part)
    response.end(data({ error: { message: 'Broken inside', type, param: null, code: null } }))
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
    for (const part of beginning(text, request)) response.write(part)
  }
}

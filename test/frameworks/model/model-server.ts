/**
 * A scripted language model on loopback, which speaks the formats of Anthropic's and OpenAI's APIs. It calls the tools that a test
 * names, and records what a client sends it as their results.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { openLoopback } from '../../origin.ts'
import { chat } from './chat.ts'
import { messages } from './messages.ts'
import { responses } from './responses.ts'
import {
  imagesIn,
  type ModelRequest,
  type ModelTurn,
  type SentImage,
  type SentResult,
  type WireFormat,
} from './wire.ts'

/** Name of the tool, without a client's prefix, and its arguments. */
export type ToolCall = readonly [name: string, args: Record<string, unknown>]

/** The end of a request's path, and its format. */
const formats: Readonly<Record<string, WireFormat>> = {
  '/messages': messages,
  '/chat/completions': chat,
  '/responses': responses,
}

export interface Conversation {
  /** Base URL for the client, without a version. */
  url: string
  tools: ModelRequest['tools']
  results: SentResult[]
  /** The images in the last request that has some. */
  images: SentImage[]
}

interface ScriptedConversation {
  calls: readonly ToolCall[]
  seen: Conversation
}

/** Starts the model. Each conversation has a URL, at which the model makes these calls in order. */
export async function openModel() {
  const conversations = new Map<string, ScriptedConversation>()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://model.test')
    const [, id = ''] = pathname.split('/')
    const conversation = conversations.get(id)
    const [, format] = Object.entries(formats).find(([end]) => pathname.endsWith(end)) ?? []
    if (!conversation || !format || request.method !== 'POST') return void response.writeHead(404).end('{}')
    const body = (await json(request)) as Record<string, never>
    const turn = takeTurn(conversation, format.read(body))
    const images = imagesIn(body)
    if (images.length > 0) conversation.seen.images = images
    if (!body.stream)
      return void response.setHeader('content-type', 'application/json').end(JSON.stringify(format.write(turn)))
    response.setHeader('content-type', 'text/event-stream').end(format.stream(turn).join(''))
  }

  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  const { url, close } = await openLoopback(server)
  return {
    close,
    converse(id: string, calls: readonly ToolCall[]): Conversation {
      const seen: Conversation = { url: `${url}/${id}`, tools: {}, results: [], images: [] }
      conversations.set(id, { calls, seen })
      return seen
    },
  }
}

/** Records what the client sent, and returns what the model does next. */
function takeTurn({ calls, seen }: ScriptedConversation, { tools, results }: ModelRequest): ModelTurn {
  const offersTools = Object.keys(tools).length > 0
  if (offersTools) Object.assign(seen, { tools, results })
  // Anthropic's SDK sends only what is new, and the API keeps the rest.
  else seen.results.push(...results)
  const id = `call_${seen.results.length + 1}`
  const call = calls[seen.results.length]
  // Clients put the server's name before that of the tool.
  const tool = call && Object.keys(seen.tools).find((name) => name.endsWith(call[0]))
  // A request with neither tools nor results asks for a title or the like.
  const isPartOfTask = offersTools || results.length > 0
  return call && tool && isPartOfTask ? { id, tool, args: JSON.stringify(call[1]) } : { id, text: 'Done.' }
}

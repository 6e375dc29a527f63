/**
 * Sampling, which uses the client's own language model if the server has no key for a model service. Only legacy clients support it,
 * because revision 2026-07-28 deprecates it.
 */

import { randomUUID } from 'node:crypto'
import {
  CreateMessageResultSchema,
  type JSONRPCMessage,
  McpError,
  type RequestId,
  type SamplingMessage,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { ServiceError } from '../../../base/errors.ts'
import {
  type LanguageModel,
  type ModelRequest,
  modelFailed,
  modelServiceFailed,
} from '../../../model/model/language-model.ts'

/** Sends a request to the client as part of a call. */
type SendRequest = (
  request: ServerRequest,
  schema: typeof CreateMessageResultSchema,
  options: { signal: AbortSignal; timeout: number },
) => Promise<ReturnType<typeof CreateMessageResultSchema.parse>>

/** Returns the client's model as the port that answers prompts. @see MCP 2025-11-25, Client Features, Sampling */
export function createSamplingModel(send: SendRequest): LanguageModel {
  return {
    async generate(modelRequest) {
      const { signal, deadlineAt } = modelRequest
      const request: ServerRequest = {
        method: 'sampling/createMessage',
        params: {
          systemPrompt: modelRequest.system,
          messages: messagesOf(modelRequest),
          maxTokens: modelRequest.maxOutputTokens,
          modelPreferences: { hints: [{ name: modelRequest.model }], speedPriority: 1, costPriority: 1 },
          includeContext: 'none',
        },
      }
      try {
        const timeout = Math.max(1, Math.ceil(deadlineAt - performance.now()))
        const { content, model, stopReason } = await send(request, CreateMessageResultSchema, { signal, timeout })
        const text = content.type === 'text' ? content.text : ''
        if (text.trim() === '') throw modelFailed("The client's language model returned no text")
        modelRequest.onText?.(text)
        return { text, model, usage: null, isTruncated: stopReason === 'maxTokens' }
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof ServiceError) throw error
        // The client's error message may contain anything, so only its code is passed on.
        const why = error instanceof McpError ? `did not respond (code ${error.code})` : 'returned an invalid response'
        throw modelServiceFailed(`The client's language model ${why}`)
      }
    },
  }
}

function messagesOf({ page, task, schema, correction }: ModelRequest): SamplingMessage[] {
  const form = schema ? `\n\n(The JSON must match this JSON Schema: ${JSON.stringify(schema)})` : ''
  const toMessage = (role: 'user' | 'assistant', text: string): SamplingMessage => ({
    role,
    content: { type: 'text', text },
  })
  const prompt = toMessage('user', `${page}\n\n${task}${form}`)
  return correction
    ? [prompt, toMessage('assistant', correction.answer), toMessage('user', correction.problem)]
    : [prompt]
}

export type SamplingResponses = ReturnType<typeof createSamplingResponses>

/** Receives the response to a request of a call. */
type SamplingCall = (response: JSONRPCMessage) => void

/**
 * Creates the table of requests waiting for a response. Over HTTP, the client's response is a separate POST, which may reach another node.
 * `passOn` sends a response to the other nodes, because one of them may be waiting for it.
 */
export function createSamplingResponses(passOn: (session: string, response: object) => void) {
  const waiting = new Map<string, { call: SamplingCall; id: RequestId }>()
  const nameOf = (session: string, id: unknown) => JSON.stringify([session, id])

  function deliver(session: string, response: { id?: unknown }): boolean {
    const name = nameOf(session, response.id)
    const request = waiting.get(name)
    if (!request) return false
    waiting.delete(name)
    request.call({ ...response, id: request.id } as JSONRPCMessage)
    return true
  }

  return {
    /** Returns the request with an id that is unique in its session. `call` receives the response with the original id. */
    send<Message extends JSONRPCMessage>(session: string, message: Message, call: SamplingCall): Message {
      if (!('method' in message) || !('id' in message)) return message
      const id = randomUUID()
      waiting.set(nameOf(session, id), { call, id: message.id })
      return { ...message, id }
    },
    /** Delivers a response to the request that is waiting for it, here or on another node. Returns false for any other message. */
    receive(session: string, message: unknown): boolean {
      const response = responseSchema.safeParse(message).data
      if (response && !deliver(session, response)) passOn(session, response)
      return response !== undefined
    },
    deliver,
    end(call: SamplingCall): void {
      for (const [name, request] of waiting) if (request.call === call) waiting.delete(name)
    },
  }
}

/** A response to one of this service's requests, whose ids are UUIDs. */
const responseSchema = z.looseObject({ jsonrpc: z.literal('2.0'), id: z.uuid(), method: z.never().optional() })

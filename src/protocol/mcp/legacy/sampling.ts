/**
 * The client's own language model behind the port, for clients of the initialize era that offer sampling and servers without a
 * key. The newest revision deprecates sampling: what uses this file says so, and can do without it.
 */

import { randomUUID } from 'node:crypto'
import {
  type ClientCapabilities,
  CreateMessageResultSchema,
  type JSONRPCMessage,
  McpError,
  type RequestId,
  type SamplingMessage,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js'
import { type LanguageModel, type ModelRequest, modelFailed } from '../../../answer/model/language-model.ts'
import { ServiceError } from '../../../errors.ts'

/** How a request goes back to the client within the call that it belongs to. */
type SendRequest = (
  request: ServerRequest,
  schema: typeof CreateMessageResultSchema,
  options: { signal: AbortSignal; timeout: number },
) => Promise<ReturnType<typeof CreateMessageResultSchema.parse>>

export function offersSampling(capabilities: ClientCapabilities | undefined): boolean {
  return capabilities?.sampling !== undefined
}

/** @see MCP 2025-11-25, Client Features, Sampling */
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
        if (text.trim() === '') throw modelFailed("The client's language model gave no text")
        modelRequest.onText?.(text)
        return { text, model, usage: null, isTruncated: stopReason === 'maxTokens' }
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof ServiceError) throw error
        // What a client says of its refusal may hold anything: its code is enough.
        const why = error instanceof McpError ? `did not answer (code ${error.code})` : 'gave what is no answer'
        throw modelFailed(`The client's language model ${why}`)
      }
    },
  }
}

function messagesOf({ page, task, schema, correction }: ModelRequest): SamplingMessage[] {
  const form = schema ? `\n\n(The JSON must match this JSON Schema: ${JSON.stringify(schema)})` : ''
  const say = (role: 'user' | 'assistant', text: string): SamplingMessage => ({ role, content: { type: 'text', text } })
  const asked = say('user', `${page}\n\n${task}${form}`)
  return correction ? [asked, say('assistant', correction.answer), say('user', correction.problem)] : [asked]
}

/** Over HTTP the client's answer comes by a request of its own: who offered sampling, and what waits for an answer. */
export interface SamplingResponses {
  /** Remembers what a client said of itself when its session began. */
  began(session: string, message: unknown): void
  offers(session: string): boolean
  /** The request under an id that is unique in its session; its answer goes to `deliver` under the old one. */
  ask<Message extends JSONRPCMessage>(session: string, message: Message, asker: Asker): Message
  /** Whether the message was an answer that somebody waited for. */
  answered(session: string, message: unknown): boolean
  /** Nobody waits there any more. */
  left(asker: Asker): void
}

export interface Asker {
  deliver(answer: JSONRPCMessage): void
}

export function createSamplingResponses(maxSessions = 10_000): SamplingResponses {
  const offering = new Set<string>()
  const waiting = new Map<string, { asker: Asker; id: RequestId }>()
  const nameOf = (session: string, id: RequestId) => `${session} ${id}`
  return {
    began(session, message) {
      const { params } = message as { params?: { capabilities?: ClientCapabilities } }
      if (!offersSampling(params?.capabilities)) return
      offering.add(session)
      const [oldest] = offering
      if (offering.size > maxSessions && oldest !== undefined) offering.delete(oldest)
    },
    offers: (session) => offering.has(session),
    ask(session, message, asker) {
      if (!('method' in message) || !('id' in message)) return message
      const id = randomUUID()
      waiting.set(nameOf(session, id), { asker, id: message.id })
      return { ...message, id }
    },
    answered(session, message) {
      if (typeof message !== 'object' || message === null || 'method' in message || !('id' in message)) return false
      const name = nameOf(session, message.id as RequestId)
      const asked = waiting.get(name)
      if (!asked) return false
      waiting.delete(name)
      asked.asker.deliver({ ...message, id: asked.id } as JSONRPCMessage)
      return true
    },
    left(asker) {
      for (const [name, asked] of waiting) if (asked.asker === asker) waiting.delete(name)
    },
  }
}

/** Reads a chat completion, streamed or whole: its text, token usage and stop reason. */

import type { OpenAI } from 'openai'
import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions'
import type { CompletionUsage } from 'openai/resources/completions'
import { Stream } from 'openai/streaming'
import { parseContentType } from '../../page/content-type.ts'
import type { TokenUsage } from '../model/language-model.ts'
import { IncompleteStreamError } from '../model/service-error.ts'
import { type ReceivedMessage, type Stop, tokenCount } from '../model/service-model.ts'

interface ReadOptions {
  /** If this isn't passed, the SDK logs unparseable data to the console. */
  client: OpenAI
  /** Cancels the response. */
  controller: AbortController
  onText?: ((piece: string) => void) | undefined
}

/** Throws the SDK's APIError, IncompleteStreamError, or SyntaxError for malformed JSON. */
export async function readChatResponse(
  response: Response,
  { client, controller, onText }: ReadOptions,
): Promise<ReceivedMessage> {
  // Gateways that can't stream send the whole completion as JSON.
  if (parseContentType(response.headers.get('content-type'))?.essence === 'application/json') {
    return readCompletion((await response.json()) as ChatCompletion, onText)
  }
  return readStream(Stream.fromSSEResponse<ChatCompletionChunk>(response, controller, client), onText)
}

function readCompletion(completion: ChatCompletion, onText?: (piece: string) => void): ReceivedMessage {
  const choice = completion?.choices?.[0]
  if (!choice?.message) throw new SyntaxError('no completion')
  const { message, finish_reason } = choice
  const text = message.content ?? ''
  if (text !== '') onText?.(text)
  return { text, stop: message.refusal ? 'refusal' : stopOf(finish_reason), ...usageOf(completion.usage) }
}

async function readStream(
  stream: AsyncIterable<ChatCompletionChunk>,
  onText?: (piece: string) => void,
): Promise<ReceivedMessage> {
  let text = ''
  let stop: Stop | null = null
  let hasRefused = false
  let usage: CompletionUsage | null = null
  for await (const chunk of stream) {
    // Some services report usage in every chunk. The last chunk has the totals.
    usage = chunk.usage ?? usage
    const choice = chunk.choices?.[0]
    if (choice?.delta?.refusal) hasRefused = true
    const piece = choice?.delta?.content
    if (piece) {
      text += piece
      onText?.(piece)
    }
    if (choice?.finish_reason) stop = stopOf(choice.finish_reason)
  }
  // A connection that ends early looks like the end of the stream.
  if (stop === null) throw new IncompleteStreamError()
  return { text, stop: hasRefused ? 'refusal' : stop, ...usageOf(usage) }
}

const stops: Record<string, Stop> = { length: 'length', content_filter: 'refusal' }

function stopOf(reason: string | null): Stop {
  return stops[reason ?? ''] ?? 'end'
}

function usageOf(usage: CompletionUsage | null | undefined): { usage: TokenUsage | null; cachedTokens: number } {
  if (!usage) return { usage: null, cachedTokens: 0 }
  const cachedTokens = tokenCount(usage.prompt_tokens_details?.cached_tokens) ?? 0
  const inputTokens = Math.max(0, (tokenCount(usage.prompt_tokens) ?? 0) - cachedTokens)
  return { usage: { inputTokens, outputTokens: tokenCount(usage.completion_tokens) ?? 0 }, cachedTokens }
}

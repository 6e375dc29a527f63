/** Reads a Messages API response, streamed or whole: its text, token usage and stop reason. */

import type { Anthropic } from '@anthropic-ai/sdk'
import { Stream } from '@anthropic-ai/sdk/core/streaming'
import type { Message, RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages'
import { parseContentType } from '../../page/content-type.ts'
import { IncompleteStreamError } from '../model/service-error.ts'
import { type ReceivedMessage, type Stop, tokenCount } from '../model/service-model.ts'

interface ReadOptions {
  /** If this isn't passed, the SDK logs unparseable data to the console. */
  client: Anthropic
  controller: AbortController
  onText?: ((piece: string) => void) | undefined
}

/** Throws the SDK's APIError, IncompleteStreamError, or SyntaxError for malformed JSON. */
export async function readResponse(
  response: Response,
  { client, controller, onText }: ReadOptions,
): Promise<ReceivedMessage> {
  // Gateways that can't stream send the whole message as JSON.
  if (parseContentType(response.headers.get('content-type'))?.essence === 'application/json') {
    return readMessage((await response.json()) as Message, onText)
  }
  return readStream(Stream.fromSSEResponse<RawMessageStreamEvent>(response, controller, client), onText)
}

function readMessage(message: Message, onText?: (piece: string) => void): ReceivedMessage {
  if (message?.type !== 'message' || !Array.isArray(message.content)) throw new SyntaxError('no message')
  const received = emptyMessage()
  setInputUsage(received, message)
  received.stop = stopOf(message.stop_reason)
  for (const block of message.content) {
    if (block.type === 'text') received.text += block.text
  }
  if (received.text !== '') onText?.(received.text)
  return received
}

async function readStream(
  stream: AsyncIterable<RawMessageStreamEvent>,
  onText?: (piece: string) => void,
): Promise<ReceivedMessage> {
  const received = emptyMessage()
  let isComplete = false
  for await (const event of stream) {
    if (event.type === 'message_start') setInputUsage(received, event.message)
    else if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') {
      received.text += event.delta.text
      onText?.(event.delta.text)
    } else if (event.type === 'message_delta') {
      received.stop = stopOf(event.delta.stop_reason)
      received.usage.outputTokens = tokenCount(event.usage?.output_tokens) ?? received.usage.outputTokens
    } else if (event.type === 'message_stop') isComplete = true
  }
  // A connection that ends early looks like the end of the stream.
  if (!isComplete) throw new IncompleteStreamError()
  return received
}

function emptyMessage() {
  return { text: '', usage: { inputTokens: 0, outputTokens: 0 }, cachedTokens: 0, stop: 'end' as Stop }
}

const stops: Record<string, Stop> = {
  max_tokens: 'length',
  model_context_window_exceeded: 'context',
  refusal: 'refusal',
}

function stopOf(reason: string | null): Stop {
  return stops[reason ?? ''] ?? 'end'
}

/** Tokens written to the cache were processed in this call and count as input. Tokens read from the cache don't. */
function setInputUsage(received: ReturnType<typeof emptyMessage>, { usage }: Message): void {
  received.usage = {
    inputTokens: (tokenCount(usage?.input_tokens) ?? 0) + (tokenCount(usage?.cache_creation_input_tokens) ?? 0),
    outputTokens: tokenCount(usage?.output_tokens) ?? 0,
  }
  received.cachedTokens = tokenCount(usage?.cache_read_input_tokens) ?? 0
}

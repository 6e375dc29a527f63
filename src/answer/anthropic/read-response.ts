/** An answer of the Anthropic API, as a stream of events or as one message → its text, its tokens and how it ended. */

import type { Anthropic } from '@anthropic-ai/sdk'
import { Stream } from '@anthropic-ai/sdk/core/streaming'
import type { Message, RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages'
import type { TokenUsage } from '../model/language-model.ts'
import { CutStream } from './service-error.ts'

export interface Received {
  text: string
  /** Input without what the service had kept from an earlier question. */
  usage: TokenUsage
  /** Input that the service had kept. */
  keptTokens: number
  stopReason: string | null
}

interface ReadOptions {
  /** Without it the SDK would write what it can't read to the console. */
  client: Anthropic
  /** Ends the response. */
  controller: AbortController
  onText?: ((piece: string) => void) | undefined
}

/** Throws what the SDK throws, CutStream, SyntaxError. */
export async function readAnswer(response: Response, { client, controller, onText }: ReadOptions): Promise<Received> {
  // Gateways that can't stream answer with the whole message.
  if (/^application\/json\b/i.test(response.headers.get('content-type') ?? '')) {
    return readMessage((await response.json()) as Message, onText)
  }
  return readStream(Stream.fromSSEResponse<RawMessageStreamEvent>(response, controller, client), onText)
}

function readMessage(message: Message, onText?: (piece: string) => void): Received {
  if (message?.type !== 'message' || !Array.isArray(message.content)) throw new SyntaxError('no message')
  const received = begin()
  take(received, message)
  received.stopReason = message.stop_reason
  for (const block of message.content) {
    if (block.type === 'text') received.text += block.text
  }
  if (received.text !== '') onText?.(received.text)
  return received
}

async function readStream(
  stream: AsyncIterable<RawMessageStreamEvent>,
  onText?: (piece: string) => void,
): Promise<Received> {
  const received = begin()
  let isWhole = false
  for await (const event of stream) {
    if (event.type === 'message_start') take(received, event.message)
    else if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') {
      received.text += event.delta.text
      onText?.(event.delta.text)
    } else if (event.type === 'message_delta') {
      received.stopReason = event.delta.stop_reason
      received.usage.outputTokens = event.usage?.output_tokens ?? received.usage.outputTokens
    } else if (event.type === 'message_stop') isWhole = true
  }
  // A connection that ends early looks like the end of the stream.
  if (!isWhole) throw new CutStream()
  return received
}

function begin(): Received {
  return { text: '', usage: { inputTokens: 0, outputTokens: 0 }, keptTokens: 0, stopReason: null }
}

/** Tokens that were written into the service's store were read anew; those that came from it were not. */
function take(received: Received, { usage }: Message): void {
  received.usage = {
    inputTokens: (usage?.input_tokens ?? 0) + (usage?.cache_creation_input_tokens ?? 0),
    outputTokens: usage?.output_tokens ?? 0,
  }
  received.keptTokens = usage?.cache_read_input_tokens ?? 0
}

/** The one type of a request in flight, from the transport that received it to the handler that serves it. */

import type { Transport } from '../base/events.ts'
import type { Share } from '../base/share.ts'
import type { StageRecord } from '../base/stages.ts'
import type { LanguageModel } from '../model/model/language-model.ts'

/** Who sends a request. `keyId` is null where there are no keys: stdio, the command line, --no-auth. */
export interface Caller {
  keyId: string | null
  transport: Transport
  /** Counts one message of a request that may hold several: throws rate_limited. */
  count?: () => Promise<void>
  /** Starts one operation under the key's limits: throws rate_limited, or resolves with the function that ends it. */
  enter?: () => Promise<() => Promise<void>>
}

/** What every request has, on every transport; transports extend it with what they need to respond. */
export interface RequestContext {
  caller: Caller
  /** Its turns in queues, and its bytes in flight. Closed by the interface that opened it, once the response is sent. */
  share: Share
  /** What its time is spent on. The operation opens a record where the interface needs none for its response. */
  stages?: StageRecord | undefined
  /** Names the request in logs and error bodies. */
  requestId: string
  /** Aborts when the client leaves or cancels, or when the service must end. */
  signal: AbortSignal
  /** The caller's own name for the request: sent twice, it is done and charged once. */
  idempotencyKey?: string | undefined
  /** Receives what is being done, for a caller that waits. */
  progress?: ((message: string) => void) | undefined
  /** Receives the pieces of a language model's answer as they arrive. */
  onAnswer?: ((piece: string) => void) | undefined
  /** The caller's own language model: asked where the server has none. */
  languageModel?: LanguageModel | undefined
  /** Most tokens of `content` that the caller takes, by estimate. */
  maxTokens?: number | undefined
  /** Further outputs take at most half of the room of `content`: the caller takes a result as a whole. */
  holdsExtra?: boolean | undefined
  /** Receives the id under which the whole result is stored. */
  onStored?: ((id: string) => void) | undefined
}

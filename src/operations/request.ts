/** A request in flight: one type from the transport that received it to the handler that serves it. */

import type { Transport } from '../base/events.ts'
import type { Share } from '../base/share.ts'
import type { StageRecord } from '../base/stages.ts'
import type { GivenDocument } from '../html/page.ts'
import type { LanguageModel } from '../model/model/language-model.ts'

/** The sender of a request. `keyId` is null if there are no keys: stdio, the command line, --no-auth. */
export interface Caller {
  keyId: string | null
  transport: Transport
  /** Counts one message of a request that may hold several. Throws rate_limited. */
  count?: () => Promise<void>
  /** Starts one operation under the key's limits. Throws rate_limited, or resolves with the function that finishes it. */
  enter?: () => Promise<() => Promise<void>>
}

/** The fields of every request, on every transport. Transports extend it with the fields they need to respond. */
export interface RequestContext {
  caller: Caller
  /** Its turns in queues, and its bytes in flight. The interface that opened it closes it once the response is sent. */
  share: Share
  /** Records where the time goes. The operation opens a record if the interface needs none for its response. */
  stages?: StageRecord | undefined
  /** Identifies the request in logs and error bodies. */
  requestId: string
  /** Aborts when the client disconnects or cancels, or when the service must stop. */
  signal: AbortSignal
  /** The caller's name for the request: if sent twice, it runs and is charged once. */
  idempotencyKey?: string | undefined
  /** The document to read instead of a page. */
  document?: GivenDocument | undefined
  /** Receives progress messages, for a caller that waits. */
  progress?: ((message: string) => void) | undefined
  /** Receives the pieces of a language model's answer as they arrive. */
  onAnswer?: ((piece: string) => void) | undefined
  /** The caller's own language model, used if the server has none. */
  languageModel?: LanguageModel | undefined
  /** Maximum tokens of `content` and `outline`, estimated, that the caller accepts. */
  resultTokens?: number | undefined
  /** Limits additional outputs to half the room that `content` has, because the caller receives the result as a whole. */
  holdsExtra?: boolean | undefined
  /** Receives the id under which the whole result is stored. */
  onStored?: ((id: string) => void) | undefined
}

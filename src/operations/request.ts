/** A request in flight. Every step uses the same type, from the transport to the handler. */

import type { BatchTurns } from '../access/admission.ts'
import type { Transport } from '../base/events.ts'
import type { Share } from '../base/share.ts'
import type { StageRecord } from '../base/stages.ts'
import type { LanguageModel } from '../model/model/language-model.ts'
import type { GivenDocument, Screenshot } from '../page/page.ts'
import type { ObtainedPage } from '../pages/snapshot/page-keeper.ts'

/** The sender of a request. `keyId` is null if there are no keys: stdio, the command line, --no-auth. */
export interface Caller {
  keyId: string | null
  transport: Transport
  /** Counts one message of a request that may contain several. Throws rate_limited. */
  count?: () => Promise<void>
  /** Starts one operation under the key's limits. Throws rate_limited, or resolves with the function that finishes it. */
  enter?: () => Promise<() => void>
  /** Returns turns for the many operations of one request. Throws rate_limited. */
  openBatch?: () => BatchTurns
}

/** The fields of every request, on every transport. Transports add the fields they need to respond. */
export interface RequestContext {
  caller: Caller
  /** The request's turns in queues and its bytes in flight. The interface that opened it closes it after sending the response. */
  share: Share
  /** Records where the time goes. The operation creates a record if the interface doesn't provide one. */
  stages?: StageRecord | undefined
  /** Identifies the request in logs and error bodies. */
  requestId: string
  /** Aborts when the client disconnects or cancels, or when the service has to stop. */
  signal: AbortSignal
  /** The caller's name for the request. If it is sent twice, it runs once and is charged once. */
  idempotencyKey?: string | undefined
  /** A document to read instead of a page. */
  document?: GivenDocument | undefined
  /** Called with progress messages for a caller that is waiting. */
  progress?: ((message: string) => void) | undefined
  /** Called with the pieces of a language model's answer as they arrive. */
  onAnswer?: ((piece: string) => void) | undefined
  /** The caller's own language model, used if the server has none. */
  languageModel?: LanguageModel | undefined
  /** Maximum estimated tokens of `content` and `outline` that the caller accepts. */
  resultTokens?: number | undefined
  /** Limits additional outputs to half the size of `content`, because the caller receives the whole result at once. */
  holdsExtra?: boolean | undefined
  /** Pages that operations of the same request have loaded, which later ones reuse at no charge. All of them load pages in the same way. */
  loaded?: Map<string, ObtainedPage> | undefined
  /** True if the page isn't kept for later requests. */
  isUnkept?: boolean | undefined
  /** Called with a screenshot for a caller that passes images to a language model. */
  onScreenshot?: ((screenshot: Screenshot) => void) | undefined
  /** Called with the ID under which the whole result is stored. */
  onStored?: ((id: string) => void) | undefined
}

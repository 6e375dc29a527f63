/** What is known of one request over MCP, in whichever revision and on whichever transport. */

import type { LanguageModel } from '../../../answer/model/language-model.ts'
import type { Caller } from '../../../operations/context.ts'
import type { Log } from './log.ts'
import type { ProgressUpdate } from './progress.ts'

/** Who asks, and how to reach them until they are answered. */
export interface MethodCall {
  caller: Caller
  requestId: string
  /** Aborts when the client cancels or leaves. */
  signal: AbortSignal
  /** Present when the client asked for progress. */
  onProgress?: ((update: ProgressUpdate) => void) | undefined
  /** The client's own language model: answers a prompt where the server has none. */
  languageModel?: LanguageModel | undefined
  /** Present where a client can ask for log messages. */
  onLog?: Log | undefined
}

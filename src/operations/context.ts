/** What an operation is given and what it gives back. */

import type { LanguageModel } from '../answer/model/language-model.ts'
import type { Operation, Rule } from '../contract/operation.ts'
import type { Receipt } from '../contract/result.ts'
import type { Problem } from '../errors.ts'
import type { Door } from '../observe.ts'
import type { SnapshotStore } from '../snapshot/snapshot-store.ts'

/** Who asks. `keyId` is null where there are no keys: stdio, the command line, --no-auth. */
export interface Caller {
  keyId: string | null
  door: Door
  /** Starts one operation under the key's limits: throws rate_limited, or resolves with what is called at its end. */
  enter?: () => Promise<() => Promise<void>>
}

/** One call of an operation, as a door hands it in. */
export interface Invocation {
  operation: Operation['name']
  /** Parameters by name, typed as far as the door can tell; not yet checked. */
  raw: Readonly<Record<string, unknown>>
  /** Parameters that the door could not read: told together with the other problems. */
  faulty?: readonly Problem[]
  caller: Caller
  requestId: string
  /** Aborts when the client leaves or cancels. */
  signal: AbortSignal
  /** The caller's own name for the request: sent twice, it is done and charged once. */
  idempotencyKey?: string | undefined
  /** What is being done, for a caller that waits. */
  progress?: (message: string) => void
  /** Told the pieces of a language model's answer as they come, for a caller that reads along. */
  onAnswer?: ((piece: string) => void) | undefined
  /** The caller's own language model: asked where the server has none. */
  languageModel?: LanguageModel | undefined
  /** Hears under which id the whole result is stored. */
  onStored?: ((id: string) => void) | undefined
}

/**
 * The single way in. Resolves with the whole result body (docs/api.md, scrape and google_ads).
 * Throws a ServiceError, whatever failed, or `signal.reason` when the client has left.
 */
export type Invoke = (invocation: Invocation) => Promise<ResultBody>

/** A result body: an operation's own part and the receipt. */
export type ResultBody = Record<string, unknown> & Receipt

/** What an operation returns: its result without the receipt, and whether it is free of charge. */
export interface Outcome {
  body: Record<string, unknown>
  /** Read on from a stored result, or the target answered 4xx/5xx (docs/api.md, Prices, keys and credits). */
  free: boolean
}

export interface Run {
  caller: Caller
  requestId: string
  signal: AbortSignal
  progress(message: string): void
  onAnswer?: ((piece: string) => void) | undefined
  languageModel?: LanguageModel | undefined
  /** To be told under which id the whole result is stored. */
  onStored?: ((id: string) => void) | undefined
}

/** How an operation's promise is kept. */
export interface Handler<Input = Record<string, unknown>> {
  operation: Operation<Input>
  /** Rules beyond the contract's own that are checked before any work. */
  rules: Rule[]
  /** Whether the answer is stored already, and so free of charge whatever the key has left. */
  isStored?(input: Input, keyId: string | null): Promise<boolean>
  run(input: Input, run: Run): Promise<Outcome>
}

/** The core, as every door sees it. */
export interface Core {
  operations: Operation[]
  invoke: Invoke
  /** Stored results, for their owners. */
  snapshots: Pick<SnapshotStore, 'get' | 'list'>
  /** Loads the engines ahead of the first request. */
  warm(): Promise<void>
  close(): Promise<void>
}

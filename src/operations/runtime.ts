/** The operations with all their dependencies, for all transports, and a request in flight, for every step from there to the handler. */

import type { z } from 'zod'
import type { Access } from '../access/access.ts'
import type { BatchTurns } from '../access/admission.ts'
import type { Problem } from '../base/errors.ts'
import type { Transport } from '../base/events.ts'
import type { ByteBudget, Share } from '../base/share.ts'
import type { StageRecord } from '../base/stages.ts'
import type { OperationResult, ResultSchema } from '../contract/operation.ts'
import type { LanguageModel } from '../model/model/language-model.ts'
import type { GivenDocument, ReadFile, Screenshot } from '../page/page.ts'
import type { RuntimeFigures, ServiceNodes } from '../pages/nodes/service-nodes.ts'
import type { ObtainedPage } from '../pages/snapshot/page-keeper.ts'
import type { SnapshotStore } from '../pages/snapshot/snapshot-store.ts'
import type { PageEngine } from '../pages/visit/load-page.ts'
import type { RegisteredOperation, Registry } from './registry.ts'

export interface OperationRuntime {
  operations: Registry
  invoke: TypedInvoke
  /** Throws the errors that an operation throws for its input, without running it. */
  check(operation: RegisteredOperation, parameters: RawParameters, request: RequestContext): Promise<void>
  hasModel: boolean
  budget: ByteBudget
  snapshots: Pick<SnapshotStore, 'get' | 'list'>
  /** Returns the current load and memory use of the runtime's parts. */
  figures(): RuntimeFigures
  /** Loads the engines before the first request. */
  warm(): Promise<void>
  close(): Promise<void>
}

export interface RuntimeOptions {
  /** False for a process that exits after its response. */
  keepsSnapshots: boolean
  /** Keys whose credits are counted. Null if there are no keys. */
  access?: Access | null
  /** State shared with other nodes. Null if this node is alone. */
  nodes?: ServiceNodes | null
  /** Reads the file of a file URL, which `scrape` then accepts. Throws a ServiceError. */
  readFile?: ReadFile | undefined
  /** Wraps or replaces the engine of `scrape` and `explain` when it is opened. */
  changeEngine?: ((engine: PageEngine) => Promise<PageEngine>) | undefined
}

/**
 * Runs an operation and resolves with the whole result (docs/scrape.md, docs/google-ads.md).
 * Throws a ServiceError for any failure, or `request.signal.reason` if the client has disconnected.
 */
export type TypedInvoke = <Input extends z.ZodObject, Result extends ResultSchema>(
  operation: RegisteredOperation<Input, Result>,
  parameters: GivenParameters,
  request: RequestContext,
) => Promise<z.output<Result>>

/** `TypedInvoke` for a transport that serves any operation. */
export type Invoke = (
  operation: RegisteredOperation,
  parameters: GivenParameters,
  request: RequestContext,
) => Promise<OperationResult>

/**
 * Parameters, or a function that reads them after admission, so that 429 takes precedence over errors in the body. Reading throws a
 * ServiceError.
 */
export type GivenParameters = RawParameters | (() => Promise<RawParameters>)

export interface RawParameters {
  /** Unvalidated values by name, with the types that the transport can infer. */
  raw: Readonly<Record<string, unknown>>
  /** Problems with parameters that the transport couldn't read. They are reported together with the others. */
  faulty?: readonly Problem[]
  document?: GivenDocument
}

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

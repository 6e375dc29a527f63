/** The operations with all their dependencies, for all transports. */

import type { z } from 'zod'
import type { Access } from '../access/access.ts'
import type { Problem } from '../base/errors.ts'
import type { ByteBudget } from '../base/share.ts'
import type { OperationResult, ResultSchema } from '../contract/operation.ts'
import type { GivenDocument, ReadFile } from '../page/page.ts'
import type { RuntimeFigures, ServiceNodes } from '../pages/nodes/service-nodes.ts'
import type { SnapshotStore } from '../pages/snapshot/snapshot-store.ts'
import type { PageEngine } from '../pages/visit/load-page.ts'
import type { RegisteredOperation, Registry } from './registry.ts'
import type { RequestContext } from './request.ts'

export interface OperationRuntime {
  operations: Registry
  invoke: TypedInvoke
  /** Throws the errors that an operation throws for its input, without running it. */
  check: CheckInput
  /** True if a language model is configured. */
  hasModel: boolean
  /** Counts the bytes in flight for all requests. */
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

export type CheckInput = (
  operation: RegisteredOperation,
  parameters: RawParameters,
  request: RequestContext,
) => Promise<void>

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

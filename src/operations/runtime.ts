/** The operations with all that they need, as every transport uses them. */

import type { z } from 'zod'
import type { Access } from '../access/access.ts'
import type { Problem } from '../base/errors.ts'
import type { ByteBudget } from '../base/share.ts'
import type { OperationResult, ResultSchema } from '../contract/operation.ts'
import type { RuntimeFigures } from '../pages/nodes/runtime-figures.ts'
import type { ServiceNodes } from '../pages/nodes/service-nodes.ts'
import type { SnapshotStore } from '../pages/snapshot/snapshot-store.ts'
import type { PageEngine } from '../pages/visit/page-engine.ts'
import type { RegisteredOperation, Registry } from './registry.ts'
import type { RequestContext } from './request.ts'

export interface OperationRuntime {
  operations: Registry
  invoke: TypedInvoke
  /** Bytes in flight of all requests. */
  budget: ByteBudget
  /** Stored results, for their owners. */
  snapshots: Pick<SnapshotStore, 'get' | 'list'>
  /** What its parts do and hold at this moment. */
  figures(): RuntimeFigures
  /** Loads the engines ahead of the first request. */
  warm(): Promise<void>
  close(): Promise<void>
}

export interface RuntimeOptions {
  /** False for a process that ends with its response. */
  keepsSnapshots: boolean
  /** Whose credits are counted; null where there are no keys. */
  access?: Access | null
  /** What other nodes share with this one; null where it is alone. */
  nodes?: ServiceNodes | null
  /** Makes the engine of `scrape` and `explain` another one, when it is opened. */
  changeEngine?: ((engine: PageEngine) => Promise<PageEngine>) | undefined
}

/**
 * The single way in. Resolves with the whole result (docs/scrape.md, docs/google-ads.md).
 * Throws a ServiceError, whatever failed, or `request.signal.reason` when the client has left.
 */
export type TypedInvoke = <Input extends z.ZodObject, Result extends ResultSchema>(
  operation: RegisteredOperation<Input, Result>,
  parameters: GivenParameters,
  request: RequestContext,
) => Promise<z.output<Result>>

/** The same for a transport that serves any operation. */
export type Invoke = (
  operation: RegisteredOperation,
  parameters: GivenParameters,
  request: RequestContext,
) => Promise<OperationResult>

/**
 * Parameters, or what reads them: 429 comes before what is wrong with a body, which is read within the limits of its key.
 * Reading throws a ServiceError.
 */
export type GivenParameters = RawParameters | (() => Promise<RawParameters>)

/** Parameters as a transport received them. */
export interface RawParameters {
  /** By name, typed as far as the transport can; not yet checked. */
  raw: Readonly<Record<string, unknown>>
  /** Problems of parameters that the transport could not read: reported together with the others. */
  faulty?: readonly Problem[]
}

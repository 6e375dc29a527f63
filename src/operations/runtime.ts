/** The operations with all that they need, as every transport uses them. */

import type { Operation } from '../contract/operation.ts'
import type { Receipt } from '../contract/result.ts'
import type { Problem } from '../errors.ts'
import type { SnapshotStore } from '../snapshot/snapshot-store.ts'
import type { RequestContext } from './request.ts'

export interface OperationRuntime {
  operations: Operation[]
  invoke: Invoke
  /** Stored results, for their owners. */
  snapshots: Pick<SnapshotStore, 'get' | 'list'>
  /** Loads the engines ahead of the first request. */
  warm(): Promise<void>
  close(): Promise<void>
}

/**
 * The single way in. Resolves with the whole result body (docs/api.md, scrape and google_ads).
 * Throws a ServiceError, whatever failed, or `signal.reason` when the client has left.
 */
export type Invoke = (
  operation: Operation['name'],
  parameters: RawParameters,
  request: RequestContext,
) => Promise<ResultBody>

/** Parameters as a transport received them. */
export interface RawParameters {
  /** By name, typed as far as the transport can; not yet checked. */
  raw: Readonly<Record<string, unknown>>
  /** Problems of parameters that the transport could not read: reported together with the others. */
  faulty?: readonly Problem[]
}

/** A result body: an operation's own part and the receipt. */
export type ResultBody = Record<string, unknown> & Receipt

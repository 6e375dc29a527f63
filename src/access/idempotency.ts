/** Idempotency keys. A request that is sent twice runs once, is charged once, and gets the same response. */

import { createHmac, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { ServiceError } from '../base/errors.ts'
import type { Share } from '../base/share.ts'
import { jsonBytes } from '../content/written.ts'
import type { ServerSecrets } from './keys.ts'
import type { Claim } from './ledger.ts'
import { isStorageUnavailable, storageUnavailable } from './storage-unavailable.ts'

const claimMaxAgeMs = 24 * 60 * 60 * 1000

/** Maximum compressed bytes for one stored response, and for all stored responses together. */
export const maxResponseBytes = 4 * 1024 * 1024
export const maxResponsesBytes = 512 * 1024 * 1024

export type ClaimState =
  | { state: 'new' }
  | { state: 'running' }
  | { state: 'mismatch' }
  /** The connection broke before the database answered. */
  | { state: 'unsure' }
  /** The request was charged. `response` is null if it was not stored, or was pruned. */
  | { state: 'done'; response: Uint8Array | null; charged: number; remaining: number | null }

/** Claims in the database. Every method throws storage_unavailable. Responses are written by LedgerStore.end. */
export interface ClaimStore {
  /** Inserts the claim if its name is free. Otherwise returns the state of the claim that holds the name. */
  open(claim: OpenedClaim): Promise<ClaimState>
  /** Frees the name of a request that failed before its reservation. */
  drop(claim: Claim): Promise<void>
  /** Deletes expired claims. Above `maxBytes`, also deletes the oldest responses of the keys that use the most space. */
  prune(maxBytes: number): Promise<void>
}

export interface OpenedClaim extends Claim, ClaimMarks {
  node: string
  maxAgeMs: number
  /** The same claim under the other accepted server secrets, so that a claim from before a rotation is found. */
  earlier: readonly ClaimMarks[]
}

/** HMACs of the client's name for the request and of its parameters, so that the database reveals no input. */
interface ClaimMarks {
  name: string
  fingerprint: string
}

export interface Idempotency {
  /**
   * Returns the stored response, or a claim that closes with the reservation.
   * Throws idempotency_in_progress, idempotency_mismatch, idempotency_not_kept, value_error, overloaded or storage_unavailable.
   */
  open(request: IdempotentRequest): Promise<{ response: unknown } | { claim: Claim }>
  /** Frees the name of a request that has no reservation yet. Never throws storage_unavailable. */
  drop(claim: Claim): Promise<void>
  /** Returns the response compressed for storage, or null if it is too large. Throws overloaded if `share` has no room for it. */
  pack(response: object, share: Share): Promise<Uint8Array | null>
}

interface IdempotentRequest {
  keyId: string
  /** Value of the `Idempotency-Key` header. */
  name: string
  operation: string
  /** Validated parameters, including defaults. */
  input: Readonly<Record<string, unknown>>
  /** Counts the bytes of a stored response. */
  share: Share
}

const compress = promisify(gzip)
const decompress = promisify(gunzip)

interface IdempotencyParts {
  store: ClaimStore
  node: string
  secrets: ServerSecrets
  /** Drops a claim once the database answers again. */
  dropLater(claim: Claim): void
}

export function createIdempotency({ store, node, secrets, dropLater }: IdempotencyParts): Idempotency {
  const [present, ...acceptedSecrets] = secrets

  return {
    async open({ keyId, name, operation, input, share }) {
      if (!/^[\x20-\x7e]{1,255}$/.test(name)) {
        throw new ServiceError('value_error', 'Idempotency-Key must be 1 to 255 printable ASCII characters')
      }
      const inputs = Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))
      const marksUnder = (secret: string): ClaimMarks => ({
        name: mark(secret, ['name', keyId, name]),
        fingerprint: mark(secret, ['request', keyId, operation, inputs]),
      })
      const { name: markedName, fingerprint } = marksUnder(present)
      const claim = { keyId, name: markedName, token: randomUUID() }
      const earlier = acceptedSecrets.map(marksUnder)
      const found = await store.open({ ...claim, node, fingerprint, earlier, maxAgeMs: claimMaxAgeMs })
      if (found.state === 'unsure') {
        dropLater(claim)
        throw storageUnavailable()
      }
      if (found.state === 'new') return { claim }
      if (found.state !== 'done' || found.response === null) throw refusalOf(found)
      share.take(textCopies * unpackedBytes(found.response))
      const response = JSON.parse((await decompress(found.response)).toString())
      return { response: { ...response, credits_remaining: found.remaining } }
    },
    async drop(claim) {
      try {
        await store.drop(claim)
      } catch (error) {
        if (!isStorageUnavailable(error)) throw error
        dropLater(claim)
      }
    },
    async pack(response, share) {
      const text = Buffer.concat(jsonBytes(response))
      const bytes = textCopies * text.length
      share.take(bytes)
      try {
        const packed = await compress(text)
        return packed.length > maxResponseBytes ? null : packed
      } finally {
        share.give(bytes)
      }
    },
  }
}

/** The error for a name whose request has no response to return. */
function refusalOf(found: Exclude<ClaimState, { state: 'new' | 'unsure' }>): ServiceError {
  const { state } = found
  if (state === 'mismatch')
    return new ServiceError('idempotency_mismatch', 'This Idempotency-Key was already used with different parameters')
  if (state === 'running') {
    const message = 'The first request with this Idempotency-Key is still running'
    return new ServiceError('idempotency_in_progress', message, { retryAfterS: 1 })
  }
  const credits = `${found.charged} credit${found.charged === 1 ? '' : 's'}`
  const message = `The request with this Idempotency-Key was completed and cost ${credits}, but its response was not kept`
  return new ServiceError('idempotency_not_kept', message)
}

/** While a response is being packed or unpacked, it is in memory twice: as bytes, and as a string or parsed values. */
const textCopies = 2

/** Returns the decoded size of a gzip stream that this service wrote. @see RFC 1952 §2.3.1, ISIZE */
function unpackedBytes(packed: Uint8Array): number {
  return new DataView(packed.buffer, packed.byteOffset, packed.byteLength).getUint32(packed.byteLength - 4, true)
}

function mark(secret: string, parts: readonly unknown[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
}

/** The same request sent twice: one work, one charge, one answer (Idempotency-Key). */

import { createHash, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { ServiceError } from '../errors.ts'
import type { Claim } from './ledger.ts'

/** How long an answer is kept. */
export const claimMaxAgeMs = 24 * 60 * 60 * 1000

/** Largest answer that is kept, and all of them together, compressed. */
export const maxAnswerBytes = 4 * 1024 * 1024
export const maxAnswersBytes = 512 * 1024 * 1024

/** What became of the request that has this name. */
export type Found =
  | { state: 'new' }
  | { state: 'running' }
  | { state: 'mismatch' }
  /** The connection broke before the answer. */
  | { state: 'unsure' }
  /** `answer` is null when it was too large to keep, or is gone. `token` is the claim's. */
  | { state: 'done'; answer: Uint8Array | null; remaining: number | null; token: string }

/** Claims in the database. Every method throws storage_unavailable. Answers are written by LedgerStore.end. */
export interface ClaimStore {
  /** Enters the claim when its name is free, else tells what is there. */
  open(claim: Claim & { node: string; fingerprint: string; maxAgeMs: number }): Promise<Found>
  /** Frees the name of a request that did not get as far as a reservation. */
  drop(claim: Claim): Promise<void>
  /** Forgets what is too old, and the oldest answers beyond `maxBytes`. */
  prune(maxBytes: number): Promise<void>
}

export interface Idempotency {
  /**
   * Either the stored answer, or a claim to be ended with the reservation. `isPaid`: the request was answered and
   * charged before, its answer could not be kept, and making it again is free.
   * Throws idempotency_in_progress, idempotency_mismatch, value_error or storage_unavailable.
   */
  open(request: NamedRequest): Promise<{ answer: unknown } | { claim: Claim; isPaid: boolean }>
  /** Gives the name back before there is a reservation. Never throws storage_unavailable. */
  drop(claim: Claim): Promise<void>
  /** An answer in the form in which it is kept; null when it is too large. */
  pack(answer: object): Promise<Uint8Array | null>
}

export interface NamedRequest {
  keyId: string
  /** The header's value. */
  name: string
  operation: string
  /** Checked parameters, defaults filled in. */
  input: Readonly<Record<string, unknown>>
}

const compress = promisify(gzip)
const expand = promisify(gunzip)

/** `abandon` sees to it that a claim is dropped once the database answers again. */
export function createIdempotency(store: ClaimStore, node: string, abandon: (claim: Claim) => void): Idempotency {
  return {
    async open({ keyId, name, operation, input }) {
      if (!/^[\x20-\x7e]{1,255}$/.test(name)) {
        throw new ServiceError('value_error', 'Idempotency-Key must be 1 to 255 printable ASCII characters')
      }
      const inputs = Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))
      const claim = { keyId, name: digest(name), token: randomUUID() }
      const fingerprint = digest(JSON.stringify([operation, inputs]))
      const found = await store.open({ ...claim, node, fingerprint, maxAgeMs: claimMaxAgeMs })
      if (found.state === 'unsure') {
        abandon(claim)
        throw new ServiceError('storage_unavailable', 'The database does not answer', { retryAfterS: 5 })
      }
      if (found.state === 'mismatch') {
        throw new ServiceError('idempotency_mismatch', 'This Idempotency-Key was used with other parameters')
      }
      if (found.state === 'running') {
        throw new ServiceError('idempotency_in_progress', 'The first request with this Idempotency-Key still runs', {
          retryAfterS: 1,
        })
      }
      if (found.state === 'new') return { claim, isPaid: false }
      if (found.answer === null) return { claim: { ...claim, token: found.token }, isPaid: true }
      const answer = JSON.parse((await expand(found.answer)).toString())
      return { answer: { ...answer, credits_remaining: found.remaining } }
    },
    async drop(claim) {
      try {
        await store.drop(claim)
      } catch (error) {
        if (!(error instanceof ServiceError) || error.type !== 'storage_unavailable') throw error
        abandon(claim)
      }
    },
    async pack(answer) {
      const packed = await compress(JSON.stringify(answer))
      return packed.length > maxAnswerBytes ? null : packed
    },
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

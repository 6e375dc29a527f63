/** Who may use the service and what they pay: keys, limits and ledger over one store, under one server secret. */

import { createHmac, randomUUID } from 'node:crypto'
import { ServiceError } from '../errors.ts'
import { type Admitted, createAdmission, type Visitor } from './admission.ts'
import { createCreditLedger } from './credit-ledger.ts'
import { type ClaimStore, createIdempotency, type Idempotency, maxAnswersBytes } from './idempotency.ts'
import { authenticate, createKey, createSecret, type KeyRecord, type KeyStore, type KeyTerms } from './keys.ts'
import type { Ledger, LedgerStore, UsageQuery, UsageRow } from './ledger.ts'
import type { Places, RateLimit, RateLimiter } from './limits.ts'
import { createOutcomes, type OutcomeJournal } from './outcomes.ts'
import { createSweeper } from './sweeper.ts'

export interface Access {
  keys: KeyStore
  ledger: Ledger
  idempotency: Idempotency
  /** Lets a visitor in by its key. Throws unauthorized or storage_unavailable. */
  admit(visitor: Visitor): Promise<Admitted>
  /** The id of the key in an `Authorization` header. Throws unauthorized or storage_unavailable. */
  authenticate(header: string | undefined): Promise<string>
  /** Makes a key; its text is to be shown once. */
  issue(name: string, terms?: Partial<KeyTerms>): Promise<IssuedKey>
  /** Makes a key when there is none at all, else null. */
  issueFirst(name: string): Promise<IssuedKey | null>
  /** A new key for the same id; the old one works on for `overlapMs`. Null when there is no such id. */
  rotate(id: string, overlapMs: number): Promise<IssuedKey | null>
  /** Adds credits; the new balance, or null when the key has none. */
  grant(id: string, credits: number): Promise<number | null>
  usage(query: UsageQuery): Promise<UsageRow[]>
  /** A secret for one purpose: no two purposes share one. */
  secretFor(purpose: string): string
  /** Throws storage_unavailable while the database does not answer. */
  check(): Promise<void>
  /** Starts what a service does by itself: telling that it lives, and clearing up behind those that died. */
  start(): void
  close(): Promise<void>
}

export interface IssuedKey {
  key: string
  id: string
}

/** One database. */
export interface AccessStore {
  keys: KeyStore
  ledger: LedgerStore
  claims: ClaimStore
  /** Throws storage_unavailable. */
  check(): Promise<void>
  close(): Promise<void>
}

export interface AccessParts {
  store: AccessStore
  secret: string
  journal: OutcomeJournal
  limiter: RateLimiter
  places: Places
  /** Holds for every key. */
  serverLimit: RateLimit
  /** For tests: how often processes look after each other. */
  sweepEveryMs?: number
  /** Closes limiter and places. */
  closeLimits?(): Promise<void>
}

export function createAccess(parts: AccessParts): Access {
  const { store, secret, journal, limiter, places, serverLimit, sweepEveryMs } = parts
  const { keys } = store
  const node = randomUUID()
  const outcomes = createOutcomes({ store: store.ledger, journal, node })
  const sweeper = createSweeper({
    store: store.ledger,
    outcomes,
    node,
    prune: () => store.claims.prune(maxAnswersBytes),
    ...(sweepEveryMs === undefined ? {} : { everyMs: sweepEveryMs }),
  })
  const whose = (header: string | undefined): Promise<KeyRecord> => authenticate(header, keys, secret)
  let isStarted = false

  return {
    keys,
    ledger: createCreditLedger({ store: store.ledger, outcomes, node }),
    idempotency: createIdempotency(store.claims, node, (claim) => {
      const nothing = { credits: 0, charged: null, operation: '', requestId: '' }
      outcomes.keep({ id: randomUUID(), node, keyId: claim.keyId, ...nothing, isHeld: true, isUnsure: true, claim })
    }),
    admit: createAdmission({ authenticate: whose, limiter, places, serverLimit }),
    authenticate: async (header) => (await whose(header)).id,
    async issue(name, terms) {
      const { key, record } = createKey(name, secret, terms)
      await keys.add(record)
      return { key, id: record.id }
    },
    async issueFirst(name) {
      const { key, record } = createKey(name, secret)
      return (await keys.addFirst(record)) ? { key, id: record.id } : null
    },
    async rotate(id, overlapMs) {
      const { key, hash } = createSecret(id, secret)
      const until = new Date(Date.now() + overlapMs).toISOString()
      return (await keys.rotate(id, hash, until)) ? { key, id } : null
    },
    grant: (id, credits) => store.ledger.grant(id, credits),
    usage: (query) => store.ledger.usage(query),
    secretFor: (purpose) => createHmac('sha256', secret).update(purpose).digest('base64url'),
    check: () => store.check(),
    start() {
      isStarted = true
      sweeper.start()
    },
    async close() {
      await sweeper.close()
      await outcomes.close()
      // A process that still has outcomes to tell stays on the list: whoever finds it dead reads them first.
      if (isStarted && outcomes.size() === 0) await store.ledger.leave(node).catch(ignoreUnavailable)
      await Promise.all([store.close(), parts.closeLimits?.()])
    },
  }
}

/** A process that could not take itself off the list is found dead later. */
function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof ServiceError) || error.type !== 'storage_unavailable') throw error
}

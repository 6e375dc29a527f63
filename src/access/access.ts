/** The access layer: keys, limits and credits, built on one store and the server secrets. */

import { randomUUID } from 'node:crypto'
import { ServiceError } from '../base/errors.ts'
import { type AdmissionParts, type AdmittedCaller, type ClientCredentials, createAdmission } from './admission.ts'
import { createCreditLedger, createId } from './credit-ledger.ts'
import { type ClaimStore, createIdempotency, type Idempotency, maxResponsesBytes } from './idempotency.ts'
import {
  authenticate,
  createKey,
  createPresetKey,
  createSecret,
  deriveSecrets,
  isActive,
  isKeyOf,
  type KeyHeaders,
  type KeyRecord,
  type KeyStore,
  type KeyTerms,
  keyIn,
  presetKeyId,
  readKeyId,
  type ServerSecrets,
} from './keys.ts'
import type { Ledger, LedgerStore, UsageQuery, UsageRow } from './ledger.ts'
import type { RateLimit } from './limits.ts'
import type { OAuthStore } from './oauth.ts'
import { createOutcomeQueue, type OutcomeJournal } from './outcome-queue.ts'
import { ignoreUnavailable } from './storage-unavailable.ts'
import { createRollUp, createSweeper } from './sweeper.ts'

export interface Access {
  keys: KeyStore
  ledger: Ledger
  idempotency: Idempotency
  oauth: OAuthStore
  /** Sets the function that returns the ID of the key for which an OAuth token acts, or null if it isn't a valid token. */
  acceptTokens(keyOf: (token: string) => Promise<string | null>): void
  /** Counts an attempt against a limit. Throws rate_limited. */
  attempt(subject: string, limit: RateLimit): Promise<void>
  /** Admits a client by its key. Throws unauthorized or storage_unavailable. */
  admit(credentials: ClientCredentials): Promise<AdmittedCaller>
  /** Returns the id of the key in an `Authorization` header. Throws unauthorized or storage_unavailable. */
  authenticate(header: string | undefined): Promise<string>
  /**
   * Sets the value of the preset key for all processes, or revokes that key if the value is undefined. Returns the outcome: `taken` if
   * another key already has this value. Throws storage_unavailable.
   */
  preset(value: string | undefined): Promise<'kept' | 'created' | 'replaced' | 'revoked' | 'taken'>
  /** Creates a key. The key itself is shown only once. */
  issue(name: string, terms?: Partial<KeyTerms>): Promise<IssuedKey>
  /** Creates a key if there are no keys yet, else returns null. */
  issueFirst(name: string): Promise<IssuedKey | null>
  /** Creates a new key for the same ID. The old one stays valid for `overlapMs`. Returns null if the ID doesn't exist. */
  rotate(id: string, overlapMs: number): Promise<IssuedKey | null>
  /** Adds credits and returns the new balance, or null if the key has no balance. */
  grant(id: string, credits: number): Promise<number | null>
  usage(query: UsageQuery): Promise<UsageRow[]>
  /** Secrets for one purpose, derived from the server secrets. The current one comes first. */
  secretsFor(purpose: string): ServerSecrets
  /** Returns the number of reservation outcomes that are waiting to be written to the database. */
  outcomesWaiting(): number
  /** Throws storage_unavailable if the database doesn't answer. */
  check(): Promise<void>
  /** Starts a service's background work: heartbeats and sweeping. */
  start(): void
  close(): Promise<void>
}

interface IssuedKey {
  key: string
  id: string
}

export interface AccessStore {
  keys: KeyStore
  ledger: LedgerStore
  claims: ClaimStore
  oauth: OAuthStore
  /** Throws storage_unavailable. */
  check(): Promise<void>
  close(): Promise<void>
}

export interface AccessParts extends Omit<AdmissionParts, 'authenticate'> {
  store: AccessStore
  secrets: ServerSecrets
  journal: OutcomeJournal
  /** Days for which each credit movement is kept. Default: 0, which keeps all movements. */
  ledgerDays?: number
  /** Interval between sweeper rounds. Only tests set it. */
  sweepEveryMs?: number
  closeLimits?(): Promise<void>
}

/** After this time, a statement whose connection broke can't still be running. Databases stop such statements after ten seconds. */
const lastArrivalMs = 30_000

/**
 * Opens keys, credits and limits on top of one store. `start` begins a service's background work. The caller must call `close`.
 * @example
 * const access = createAccess(parts)
 * const { key, id } = await access.issue('website', { credits: 1000 })
 * await access.authenticate(`Bearer ${key}`) // id
 */
export function createAccess(parts: AccessParts): Access {
  const { store, secrets, journal, limiter, serverLimit, keyConcurrency, ledgerDays = 0, sweepEveryMs } = parts
  const { keys } = store
  const node = randomUUID()
  const outcomes = createOutcomeQueue({ store: store.ledger, journal, node })
  const rollUp = createRollUp(store.ledger, ledgerDays)
  const sweeper = createSweeper({
    store: store.ledger,
    outcomes,
    node,
    async prune() {
      await Promise.all([store.claims.prune(maxResponsesBytes), store.oauth.prune()])
      await rollUp()
    },
    ...(sweepEveryMs === undefined ? {} : { everyMs: sweepEveryMs }),
  })
  let keyOfToken: (token: string) => Promise<string | null> = async () => null
  async function findKey(headers: KeyHeaders, acceptsTokens = false): Promise<KeyRecord> {
    const id = acceptsTokens ? await keyOfToken(keyIn(headers)) : null
    const record = id === null ? null : await keys.find(id)
    return record && isActive(record) ? record : authenticate(headers, keys, secrets)
  }
  const [present] = secrets
  let isStarted = false

  return {
    keys,
    ledger: createCreditLedger({ store: store.ledger, outcomes, node }),
    idempotency: createIdempotency({
      store: store.claims,
      node,
      secrets: deriveSecrets(secrets, 'idempotency'),
      dropLater(claim) {
        // Writing this zero-credit outcome to the database drops the claim.
        const nothing = { credits: 0, charged: null, operation: '', requestId: '' }
        const drop = () =>
          outcomes.add({ id: createId(), node, keyId: claim.keyId, ...nothing, isHeld: true, isUnsure: true, claim })
        drop()
        // The claim may still reach the database after the first drop.
        setTimeout(drop, lastArrivalMs).unref()
      },
    }),
    oauth: store.oauth,
    acceptTokens(keyOf) {
      keyOfToken = keyOf
    },
    async attempt(subject, limit) {
      const { isOver, resetMs } = await limiter.count(subject, limit)
      if (isOver)
        throw new ServiceError('rate_limited', 'Too many attempts', { retryAfterS: Math.ceil(resetMs / 1000) })
    },
    admit: createAdmission({ authenticate: findKey, limiter, serverLimit, keyConcurrency }),
    authenticate: async (authorization) => (await findKey({ authorization })).id,
    async preset(value) {
      const before = await keys.find(presetKeyId)
      if (value === undefined) {
        if (!before || !isActive(before)) return 'kept'
        await keys.revoke(presetKeyId, new Date().toISOString())
        await store.oauth.disconnect(presetKeyId, null)
        return 'revoked'
      }
      const other = await keys.find(readKeyId(value) ?? '')
      if (other && isKeyOf(other, value, secrets)) return 'taken'
      if (before && isActive(before) && isKeyOf(before, value, secrets)) return 'kept'
      await keys.put(createPresetKey(value, present))
      return before ? 'replaced' : 'created'
    },
    async issue(name, terms) {
      const { key, record } = createKey(name, present, terms)
      await keys.add(record)
      return { key, id: record.id }
    },
    async issueFirst(name) {
      const { key, record } = createKey(name, present)
      return (await keys.addFirst(record)) ? { key, id: record.id } : null
    },
    async rotate(id, overlapMs) {
      const { key, hash } = createSecret(id, present)
      const until = new Date(Date.now() + overlapMs).toISOString()
      return (await keys.rotate(id, hash, until)) ? { key, id } : null
    },
    grant: (id, credits) => store.ledger.grant(id, credits),
    usage: (query) => store.ledger.usage(query),
    secretsFor: (purpose) => deriveSecrets(secrets, purpose),
    outcomesWaiting: outcomes.size,
    check: () => store.check(),
    start() {
      isStarted = true
      sweeper.start()
    },
    async close() {
      await sweeper.close()
      await outcomes.close()
      // A process with unwritten outcomes stays on the list. The process that finds it dead first writes its outcomes. A process that
      // couldn't remove itself is also found dead later.
      if (isStarted && outcomes.size() === 0) await store.ledger.leave(node).catch(ignoreUnavailable)
      await Promise.all([store.close(), parts.closeLimits?.()])
    },
  }
}

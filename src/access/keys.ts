/** API keys: creates, parses and authenticates them (docs/keys-and-credits.md). */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { ServiceError } from '../base/errors.ts'
import type { RateLimit } from './limits.ts'
import { ignoreUnavailable } from './storage-unavailable.ts'

export interface KeyTerms {
  /** Balance in credits, or null if unlimited. */
  credits: number | null
  /** ISO 8601 time, or null if the key never expires. */
  expiresAt: string | null
  /** Applies in addition to the server's limit. Null if unlimited. */
  rateLimit: RateLimit | null
  /** Maximum concurrent requests, or null if unlimited. */
  concurrency: number | null
}

/** A key as stored. The key itself is shown once and never stored. */
export interface KeyRecord extends KeyTerms {
  id: string
  name: string
  /** HMAC-SHA-256 of the whole key under the server's secret, 32 bytes. */
  hash: Uint8Array
  /** Hash of the key before the last rotation, valid until `previousUntil`. */
  previousHash: Uint8Array | null
  previousUntil: string | null
  /** Credits charged so far. */
  used: number
  /** ISO 8601. */
  createdAt: string
  revokedAt: string | null
}

/** Keys in the database. Every method throws storage_unavailable. */
export interface KeyStore {
  find(id: string): Promise<KeyRecord | null>
  list(): Promise<KeyRecord[]>
  add(record: KeyRecord): Promise<void>
  /** Adds the record if there are no keys yet. Returns true if it was added. Safe across processes. */
  addFirst(record: KeyRecord): Promise<boolean>
  /** Returns false if the key doesn't exist. */
  revoke(id: string, at: string): Promise<boolean>
  /** Replaces a key's current or previous hash with its hash under another secret. */
  rehash(id: string, from: Uint8Array, to: Uint8Array): Promise<void>
  /** Adds the record, or replaces the hash of the key with its ID, which is then no longer revoked. Safe across processes. */
  put(record: KeyRecord): Promise<void>
  /** Replaces the hash. The old one stays valid until `previousUntil`. Returns false if the key doesn't exist. */
  rotate(id: string, hash: Uint8Array, previousUntil: string): Promise<boolean>
}

const unlimitedTerms: KeyTerms = { credits: null, expiresAt: null, rateLimit: null, concurrency: null }

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const idLength = 12
const secretLength = 32
const checksumLength = 6
const keyLength = 'glnr_'.length + idLength + 1 + secretLength + checksumLength
const keyPattern = new RegExp(
  `^(glnr_([0-9A-Za-z]{${idLength}})_[0-9A-Za-z]{${secretLength}})([0-9A-Za-z]{${checksumLength}})$`,
)

/** Creates a key with 190 random bits, along with its record. */
export function createKey(
  name: string,
  serverSecret: string,
  terms: Partial<KeyTerms> = {},
): { key: string; record: KeyRecord } {
  const id = randomText(idLength)
  const { key, hash } = createSecret(id, serverSecret)
  const unused = { previousHash: null, previousUntil: null, used: 0, revokedAt: null }
  return {
    key,
    record: { id, name, hash, createdAt: new Date().toISOString(), ...unlimitedTerms, ...terms, ...unused },
  }
}

/** ID and name of the key whose value the owner sets. No other ID has this length. */
export const presetKeyId = 'preset'

/** Returns the record of a key whose value the owner has set. */
export function createPresetKey(key: string, serverSecret: string): KeyRecord {
  const { record } = createKey(presetKeyId, serverSecret)
  return { ...record, id: presetKeyId, hash: hashKey(key, serverSecret) }
}

export function createSecret(id: string, serverSecret: string): { key: string; hash: Uint8Array } {
  const stem = `glnr_${id}_${randomText(secretLength)}`
  const key = stem + checksum(stem)
  return { key, hash: hashKey(key, serverSecret) }
}

/** The current server secret, followed by those whose keys are still accepted. */
export type ServerSecrets = readonly [present: string, ...accepted: string[]]

/** Returns secrets for one purpose, in the order of the server secrets. None of them reveals anything about the others. */
export function deriveSecrets([present, ...accepted]: ServerSecrets, purpose: string): ServerSecrets {
  const derive = (secret: string) => createHmac('sha256', secret).update(purpose).digest('base64url')
  return [derive(present), ...accepted.map(derive)]
}

export interface KeyHeaders {
  authorization?: string | undefined
  /** `X-API-Key`. */
  apiKey?: string | undefined
}

/** Returns the key in the headers, or an empty string if they contain no key or different ones. */
export function keyIn({ authorization, apiKey }: KeyHeaders): string {
  const bearer = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? ''
  if (apiKey === undefined) return bearer
  return authorization === undefined || bearer === apiKey ? apiKey : ''
}

/**
 * Returns the record of the key in a request's headers, and rehashes a key that was hashed under an older secret. Throws
 * storage_unavailable, or unauthorized with a message that depends only on the form of the headers, not on which keys exist.
 */
export async function authenticate(
  headers: KeyHeaders,
  store: KeyStore,
  serverSecrets: ServerSecrets,
): Promise<KeyRecord> {
  const key = keyIn(headers)
  // A preset key may look like any other, so it is the second candidate for every key.
  for (const id of [readKeyId(key) ?? noId, presetKeyId]) {
    const record = await matchingKey(key, await store.find(id), { store, serverSecrets })
    if (record !== null) return record
  }
  throw refusalOf(headers, key)
}

/** Returns the record if the key belongs to it and may be used now, else null. */
async function matchingKey(
  key: string,
  record: KeyRecord | null,
  { store, serverSecrets }: { store: KeyStore; serverSecrets: ServerSecrets },
): Promise<KeyRecord | null> {
  // Also compares hashes if the key is unknown or malformed, so that the time taken reveals nothing.
  const hashes = serverSecrets.map((secret) => hashKey(key, secret))
  const matching = (stored: Uint8Array | null | undefined) =>
    hashes.filter((hash) => timingSafeEqual(hash, stored ?? noHash))
  const [current] = matching(record?.hash)
  const [previous] = matching(record?.previousHash)
  const now = Date.now()
  const isOverlapping = previous !== undefined && now < Date.parse(record?.previousUntil ?? never)
  if (!record || !isActive(record) || !(current || isOverlapping)) return null
  const [present] = hashes
  const matched = current ?? previous
  // If the database doesn't answer, the key is still accepted, and is rehashed later.
  if (matched && present && matched !== present)
    await store.rehash(record.id, matched, present).catch(ignoreUnavailable)
  return record
}

/** True if the key is neither revoked nor expired. */
export function isActive({ revokedAt, expiresAt }: KeyRecord): boolean {
  return revokedAt === null && Date.now() < Date.parse(expiresAt ?? always)
}

/** True if the key is the current or previous key of the record. */
export function isKeyOf({ hash, previousHash }: KeyRecord, key: string, serverSecrets: ServerSecrets): boolean {
  const hashes = serverSecrets.map((secret) => hashKey(key, secret))
  return hashes.some((one) => [hash, previousHash].some((stored) => timingSafeEqual(one, stored ?? noHash)))
}

/** The error depends only on the form of the headers, so that it doesn't reveal whether a key exists. It never repeats them. */
function refusalOf({ authorization: header, apiKey }: KeyHeaders, key: string): ServiceError {
  const refused = (message: string, next: string) => new ServiceError('unauthorized', message, { next })
  if (header === undefined && apiKey === undefined) return refused('No API key was given', `${sendKey} ${createOne}`)
  if (readKeyId(key) !== null) {
    return refused('The API key is not valid: it may be unknown, revoked or expired', createOne)
  }
  if (header !== undefined && apiKey !== undefined) {
    if (key === '') return refused('The headers Authorization and X-API-Key contain different keys', 'Send only one.')
  }
  if (header === undefined) return refused('The X-API-Key header has no complete API key', wholeKey)
  if (/^Bearer *$/i.test(header)) {
    const next = 'Put the key after "Bearer". If it comes from a variable, check that the variable is set.'
    return refused('The Authorization header has no key after "Bearer"', next)
  }
  if (/^Bearer +\S+ *$/i.test(header)) {
    return refused('The Authorization header has no complete API key after "Bearer"', wholeKey)
  }
  return refused('The Authorization header must be "Bearer", a space and the API key', sendKey)
}

const sendKey = 'Send the header "Authorization: Bearer <API key>".'
const wholeKey = `Send the whole key: it starts with glnr_ and has ${keyLength} characters.`
const createOne = 'To create a key, the operator runs: gleaner keys create --name NAME'

const noId = '0'.repeat(idLength)
const never = '0000-01-01'
const always = '9999-12-31'
const noHash = new Uint8Array(32)

/** Returns the id in a well-formed key with a valid checksum, else null. */
export function readKeyId(key: string): string | null {
  const [, stem, id, sum] = keyPattern.exec(key) ?? []
  return stem !== undefined && id !== undefined && checksum(stem) === sum ? id : null
}

function hashKey(key: string, serverSecret: string): Uint8Array {
  return new Uint8Array(createHmac('sha256', serverSecret).update(key).digest())
}

/** Returns a CRC-32 in base 62, so that a secret scanner can recognize a key without sending a request. */
function checksum(stem: string): string {
  let rest = crc32(stem)
  let text = ''
  for (let i = 0; i < checksumLength; i++) {
    text = alphabet[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}

function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    // 248 is 4 × 62. Larger bytes would favor the first letters of the alphabet.
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += alphabet[byte % 62]
  }
  return text
}

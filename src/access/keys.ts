/** API keys: how they are made, read, stored and checked (API.md §4). */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { ServiceError } from '../errors.ts'

/** What is known of a key. The key itself is shown once and never stored. */
export interface KeyRecord {
  id: string
  name: string
  /** HMAC-SHA-256 of the whole key under the server's secret, 32 bytes. */
  hash: Uint8Array
  /** ISO 8601. */
  createdAt: string
  revokedAt: string | null
}

/** Where keys are kept. Throws storage_unavailable. */
export interface KeyStore {
  find(id: string): Promise<KeyRecord | null>
  list(): Promise<KeyRecord[]>
  add(record: KeyRecord): Promise<void>
  /** Adds the record only when there is no key at all; tells whether it did. Safe with several processes. */
  addFirst(record: KeyRecord): Promise<boolean>
  /** Tells whether there is such a key. */
  revoke(id: string, at: string): Promise<boolean>
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const idLength = 12
const secretLength = 32
const checksumLength = 6
const shape = new RegExp(
  `^(glnr_([0-9A-Za-z]{${idLength}})_[0-9A-Za-z]{${secretLength}})([0-9A-Za-z]{${checksumLength}})$`,
)

/** A new key with 190 random bits, and what is stored of it. */
export function createKey(name: string, serverSecret: string): { key: string; record: KeyRecord } {
  const id = randomText(idLength)
  const stem = `glnr_${id}_${randomText(secretLength)}`
  const key = stem + checksum(stem)
  return {
    key,
    record: { id, name, hash: hashKey(key, serverSecret), createdAt: new Date().toISOString(), revokedAt: null },
  }
}

/**
 * The record of the key in an `Authorization` header.
 * Throws unauthorized in the same words for every cause, or storage_unavailable.
 */
export async function authenticate(
  header: string | undefined,
  store: KeyStore,
  serverSecret: string,
): Promise<KeyRecord> {
  const key = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? ''
  const id = readKeyId(key)
  // A key that can't be is looked up and compared like one that could, so that time tells nothing.
  const record = await store.find(id ?? '')
  const matches = timingSafeEqual(hashKey(key, serverSecret), record?.hash ?? noHash)
  if (!record || !matches || record.revokedAt !== null || id === null) {
    throw new ServiceError('unauthorized', 'No valid API key was given')
  }
  return record
}

const noHash = new Uint8Array(32)

/** The id inside a well-formed key with the right checksum, else null. */
export function readKeyId(key: string): string | null {
  const [, stem, id, sum] = shape.exec(key) ?? []
  return stem !== undefined && id !== undefined && checksum(stem) === sum ? id : null
}

function hashKey(key: string, serverSecret: string): Uint8Array {
  return createHmac('sha256', serverSecret).update(key).digest()
}

/** CRC-32 in base 62: lets a secret scanner tell a key from a look-alike without asking. */
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
    // 248 = 4 × 62: a byte beyond it would favour the first letters.
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += alphabet[byte % 62]
  }
  return text
}

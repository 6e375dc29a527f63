/** Who may use the service: keys over a store, under one server secret. */

import { createHmac } from 'node:crypto'
import { authenticate, createKey, type KeyStore } from './keys.ts'

export interface Access {
  keys: KeyStore
  /** The id of the key in an `Authorization` header. Throws unauthorized or storage_unavailable. */
  authenticate(header: string | undefined): Promise<string>
  /** Makes a key; its text is to be shown once. */
  issue(name: string): Promise<IssuedKey>
  /** Makes a key when there is none at all, else null. */
  issueFirst(name: string): Promise<IssuedKey | null>
  /** A secret for one purpose: no two purposes share one. */
  secretFor(purpose: string): string
  close(): Promise<void>
}

export interface IssuedKey {
  key: string
  id: string
}

export interface AccessParts {
  keys: KeyStore
  secret: string
  close(): Promise<void>
}

export function createAccess({ keys, secret, close }: AccessParts): Access {
  return {
    keys,
    authenticate: async (header) => (await authenticate(header, keys, secret)).id,
    async issue(name) {
      const { key, record } = createKey(name, secret)
      await keys.add(record)
      return { key, id: record.id }
    },
    async issueFirst(name) {
      const { key, record } = createKey(name, secret)
      return (await keys.addFirst(record)) ? { key, id: record.id } : null
    },
    secretFor: (purpose) => createHmac('sha256', secret).update(purpose).digest('base64url'),
    close,
  }
}

/** API keys in SQLite. */

import type { DatabaseSync } from 'node:sqlite'
import type { KeyStore } from '../../access/keys.ts'
import { toKeyRecord } from '../rows.ts'
import { translateErrors } from './transaction.ts'
import type { SqliteWriter } from './writer.ts'

export function createSqliteKeys(reader: DatabaseSync, { write }: SqliteWriter): KeyStore {
  const find = reader.prepare('SELECT * FROM api_key WHERE id = ?')
  const list = reader.prepare('SELECT * FROM api_key ORDER BY created_at, id')

  return {
    async find(id) {
      const row = translateErrors(() => find.get(id))
      return row ? toKeyRecord(row) : null
    },
    async list() {
      return translateErrors(() => list.all()).map(toKeyRecord)
    },
    add: (record) => write('addKey', record, Date.now()),
    addFirst: (record) => write('addFirstKey', record, Date.now()),
    revoke: (id, at) => write('revokeKey', id, at),
    rehash: (id, from, to) => write('rehashKey', id, from, to),
    rotate: (id, hash, previousUntil) => write('rotateKey', id, hash, previousUntil),
  }
}

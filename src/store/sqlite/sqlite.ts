/** Opens SQLite, the embedded database for keys, the ledger and claims, in the data folder. A separate thread writes to it. */

import type { DatabaseSync } from 'node:sqlite'
import type { AccessStore } from '../../access/access.ts'
import type { KeyStore } from '../../access/keys.ts'
import type { LedgerStore } from '../../access/ledger.ts'
import { createOAuthStore } from '../oauth.ts'
import { toKeyRecord, toUsageRow } from '../rows.ts'
import { openForReading } from './database.ts'
import { translateErrors } from './transaction.ts'
import { openSqliteWriter, type SqliteWriter } from './writer.ts'
import { prepareOAuth } from './writes.ts'

/**
 * Opens the database in the folder, creating both if necessary. Throws storage_unavailable.
 * @example
 * const store = await openSqlite('data')
 * await store.keys.find('unknown') // null
 * await store.close()
 */
export async function openSqlite(dataDir: string): Promise<AccessStore> {
  const writer = await openSqliteWriter(dataDir)
  const reader = await openReader(dataDir, writer)
  const ping = reader.prepare('SELECT count(*) FROM node')
  const oauthReads = prepareOAuth(reader)
  return {
    keys: createSqliteKeys(reader, writer),
    ledger: createSqliteLedger(reader, writer),
    claims: {
      async open(claim) {
        const state = await writer.writeOrUnsure('openClaim', claim, Date.now())
        return state === 'unsure' ? { state } : state
      },
      drop: (claim) => writer.write('dropClaim', claim),
      prune: (maxBytes) => writer.write('pruneClaims', maxBytes, Date.now()),
    },
    oauth: createOAuthStore({
      read: async (name, values) => translateErrors(() => oauthReads(name).all(...values)),
      write: (name, values) => writer.write('writeOAuth', name, values),
    }),
    async check() {
      translateErrors(() => ping.get())
    },
    async close() {
      if (!reader.isOpen) return
      reader.close()
      await writer.close()
    },
  }
}

/** Closes the writer if the database can't be read. */
async function openReader(dataDir: string, writer: SqliteWriter): Promise<DatabaseSync> {
  try {
    return openForReading(dataDir)
  } catch (error) {
    await writer.close()
    throw error
  }
}

function createSqliteKeys(reader: DatabaseSync, { write }: SqliteWriter): KeyStore {
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
    put: (record) => write('putKey', record),
    revoke: (id, at) => write('revokeKey', id, at),
    rehash: (id, from, to) => write('rehashKey', id, from, to),
    rotate: (id, hash, previousUntil) => write('rotateKey', id, hash, previousUntil),
  }
}

const dayMs = 24 * 60 * 60 * 1000

function createSqliteLedger(reader: DatabaseSync, { write, writeOrUnsure }: SqliteWriter): LedgerStore {
  const balance = reader.prepare('SELECT credits FROM api_key WHERE id = ?')
  const usage = reader.prepare(
    `SELECT * FROM usage WHERE day >= ? AND day <= ? AND (? IS NULL OR key_id = ?) ORDER BY key_id, day, operation`,
  )
  const beats = reader.prepare(
    `SELECT id, beat FROM node
     UNION SELECT node, -1 FROM hold WHERE state = 'held' AND node NOT IN (SELECT id FROM node)
     UNION SELECT node, -1 FROM claim WHERE state = 'running' AND node NOT IN (SELECT id FROM node)`,
  )

  return {
    async reserve(hold) {
      const row = translateErrors(() => balance.get(hold.keyId))
      // An unlimited key has no credits to reserve.
      if (row && row.credits === null) return { remaining: null }
      return writeOrUnsure('reserve', hold, Date.now())
    },
    end: (outcome, response) => write('end', outcome, response, Date.now()),
    grant: (keyId, credits) => write('grant', keyId, credits, Date.now()),
    async usage({ keyId, from, to }) {
      return translateErrors(() => usage.all(from, to, keyId, keyId)).map(toUsageRow)
    },
    beat: (node) => write('beat', node),
    leave: (node) => write('leave', node),
    async beats() {
      return new Map(translateErrors(() => beats.all()).map(({ id, beat }) => [String(id), Number(beat)]))
    },
    sweep: (node, beat) => write('sweep', node, beat, Date.now()),
    rollUp: (days) => write('rollUp', (Math.floor(Date.now() / dayMs) - days) * dayMs),
  }
}

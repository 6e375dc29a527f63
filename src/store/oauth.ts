/** Clients, grants and tokens of the authorization server, in SQLite and PostgreSQL. */

import type { OAuthRecord, OAuthStore } from '../access/oauth.ts'
import type { Row, SqlDatabase } from './sql-database.ts'

const unused = `NOT EXISTS (SELECT 1 FROM gleaner.oauth AS g WHERE g.model = 'Grant' AND g.client_id = c.client_id)`

const sql = {
  find: 'SELECT * FROM gleaner.oauth WHERE model = $1 AND id = $2 AND expires_at > $3',
  connected: `SELECT g.client_id, min(g.created_at) AS created_at, max(g.used_at) AS used_at, max(c.payload) AS client
              FROM gleaner.oauth AS g LEFT JOIN gleaner.oauth AS c ON c.model = 'Client' AND c.client_id = g.client_id
              WHERE g.model = 'Grant' AND g.key_id = $1 AND g.expires_at > $2 GROUP BY g.client_id ORDER BY 2`,
  token: `SELECT t.*, g.used_at AS grant_used_at FROM gleaner.oauth AS t
          JOIN gleaner.oauth AS g ON g.model = 'Grant' AND g.id = t.grant_id
          WHERE t.model = 'AccessToken' AND t.id = $1 AND t.expires_at > $2`,
  put: `INSERT INTO gleaner.oauth (model, id, payload, grant_id, key_id, client_id, expires_at, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`,
  extend: `UPDATE gleaner.oauth SET expires_at = $2 WHERE model = 'Grant' AND id = $1 AND expires_at < $2`,
  consume:
    'UPDATE gleaner.oauth SET consumed_at = $3 WHERE model = $1 AND id = $2 AND consumed_at IS NULL RETURNING id',
  remove: 'DELETE FROM gleaner.oauth WHERE model = $1 AND id = $2',
  endGrant: 'DELETE FROM gleaner.oauth WHERE grant_id = $1',
  disconnect: `DELETE FROM gleaner.oauth WHERE key_id = $1 AND (CAST($2 AS text) IS NULL OR client_id = $2) RETURNING model`,
  use: `UPDATE gleaner.oauth SET used_at = $2 WHERE model = 'Grant' AND id = $1`,
  prune: 'DELETE FROM gleaner.oauth WHERE expires_at <= $1',
  pruneClients: `DELETE FROM gleaner.oauth AS c WHERE c.model = 'Client' AND ${unused} AND (c.created_at <= $1 OR c.id IN (
      SELECT id FROM (SELECT c.id, row_number() OVER (ORDER BY c.created_at DESC, c.id) AS place
                      FROM gleaner.oauth AS c WHERE c.model = 'Client' AND ${unused}) AS numbered WHERE place > $2))`,
}

const maxUnusedClients = 1000
const unusedMaxAgeMs = 24 * 60 * 60 * 1000
/** The last use is written at most once in this time. */
const useEveryMs = 60_000

export function createOAuthStore({ read, write }: SqlDatabase): OAuthStore {
  return {
    async put({ model, id, payload, grantId, keyId, clientId, expiresAt }) {
      const now = Date.now()
      await write(sql.put, [model, id, payload, grantId, keyId, clientId, expiresAt, now])
      if (model === 'RefreshToken') await write(sql.extend, [grantId, expiresAt])
      if (model === 'Client') await write(sql.pruneClients, [now - unusedMaxAgeMs, maxUnusedClients])
    },
    async find(model, id) {
      const [row] = await read(sql.find, [model, id, Date.now()])
      return row ? toRecord(row) : null
    },
    consume: async (model, id) => (await write(sql.consume, [model, id, Date.now()])).length > 0,
    remove: async (model, id) => void (await write(sql.remove, [model, id])),
    endGrant: async (grantId) => void (await write(sql.endGrant, [grantId])),
    disconnect: async (keyId, clientId) => (await write(sql.disconnect, [keyId, clientId])).length > 0,
    async connected(keyId) {
      const rows = await read(sql.connected, [keyId, Date.now()])
      return rows.map((row) => ({
        clientId: String(row.client_id),
        name: row.client === null ? null : (JSON.parse(String(row.client)).client_name ?? null),
        connectedAt: Number(row.created_at),
        usedAt: row.used_at as number | null,
      }))
    },
    async useToken(id) {
      const now = Date.now()
      const [row] = await read(sql.token, [id, now])
      if (!row) return null
      if (Number(row.grant_used_at) < now - useEveryMs) await write(sql.use, [row.grant_id as string, now])
      return toRecord(row)
    },
    async prune() {
      await write(sql.prune, [Date.now()])
      await write(sql.pruneClients, [Date.now() - unusedMaxAgeMs, maxUnusedClients])
    },
  }
}

function toRecord(row: Row): OAuthRecord {
  return {
    model: String(row.model),
    id: String(row.id),
    payload: String(row.payload),
    grantId: row.grant_id as string | null,
    keyId: row.key_id as string | null,
    clientId: row.client_id as string | null,
    expiresAt: Number(row.expires_at),
    consumedAt: row.consumed_at as number | null,
  }
}

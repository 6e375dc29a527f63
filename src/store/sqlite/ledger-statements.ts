/** The prepared statements of the ledger in SQLite. */

import type { DatabaseSync } from 'node:sqlite'

export function prepareLedger(database: DatabaseSync) {
  const prepare = (text: string) => database.prepare(text)
  return {
    balance: prepare('SELECT credits FROM api_key WHERE id = ?'),
    reserve: prepare('UPDATE api_key SET credits = credits - ? WHERE id = ? AND credits >= ? RETURNING credits'),
    addHold: prepare(
      `INSERT INTO hold (id, node, key_id, credits, state, operation, request_id, at) VALUES (?, ?, ?, ?, 'held', ?, ?, ?)`,
    ),
    addReleasedHold: prepare(
      `INSERT INTO hold (id, node, key_id, credits, state, operation, request_id, at)
       VALUES (?, ?, ?, ?, 'released', ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    ),
    addMovement: prepare(
      `INSERT INTO movement (key_id, hold_id, kind, delta, charged, operation, request_id, at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hold_id, kind) DO NOTHING`,
    ),
    closeHold: prepare(`UPDATE hold SET state = ? WHERE id = ? AND state = 'held'`),
    holdState: prepare('SELECT state FROM hold WHERE id = ?'),
    reopen: prepare(`UPDATE hold SET state = 'settled' WHERE id = ?`),
    pay: prepare('UPDATE api_key SET credits = credits + ?, used = used + ? WHERE id = ?'),
    payLate: prepare('UPDATE api_key SET credits = credits - ?, used = used + ? WHERE id = ? AND credits >= ?'),
    chargedFor: prepare('SELECT sum(charged) AS charged FROM movement WHERE hold_id = ?'),
    countUsage: prepare(
      `INSERT INTO usage (key_id, day, operation, requests, failed, credits) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (key_id, day, operation) DO UPDATE SET
         requests = requests + excluded.requests, failed = failed + excluded.failed, credits = credits + excluded.credits`,
    ),
    grant: prepare('UPDATE api_key SET credits = credits + ? WHERE id = ? AND credits IS NOT NULL RETURNING credits'),
    beat: prepare('INSERT INTO node (id, beat) VALUES (?, 1) ON CONFLICT (id) DO UPDATE SET beat = beat + 1'),
    leave: prepare('DELETE FROM node WHERE id = ?'),
    lastBeat: prepare('SELECT beat FROM node WHERE id = ?'),
    openHolds: prepare(`SELECT * FROM hold WHERE node = ? AND state = 'held'`),
    finishClaim: prepare(
      `UPDATE claim SET state = 'done', answer = ?, charged = ?, remaining = ?, size = ?
       WHERE key_id = ? AND name = ? AND token = ? AND state = 'running'`,
    ),
    dropClaim: prepare(`DELETE FROM claim WHERE key_id = ? AND name = ? AND token = ? AND state = 'running'`),
    dropClaims: prepare(`DELETE FROM claim WHERE node = ? AND state = 'running'`),
  }
}

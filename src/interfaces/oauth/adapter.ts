/** Stores the objects of oidc-provider. Tokens and codes are found by their hash, and are never stored themselves. */

import { createHash } from 'node:crypto'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { OAuthStore } from '../../access/oauth.ts'

/** A client that didn't receive the answer to a refresh, or that refreshes twice at once, may use the previous token for this long. */
const refreshGraceMs = 60_000

/** Registrations are removed when they have no grant, not at a certain time. */
const never = 8_640_000_000_000_000

export const hashOf = (name: string): string => createHash('sha256').update(name).digest('base64url')

/** Opens the storage for one kind of object. */
export function createAdapter(store: OAuthStore, model: string): Adapter {
  return {
    async upsert(name, { jti, ...payload }, expiresInS = 0) {
      // People sign in for each grant, so a session isn't needed beyond one request.
      if (model === 'Session') return
      const { grantId = model === 'Grant' ? name : null } = payload
      await store.put({
        ...{ model, id: hashOf(name), payload: JSON.stringify(payload) },
        grantId: grantId && hashOf(grantId),
        keyId: payload.accountId ?? null,
        clientId: payload.clientId ?? payload.client_id ?? null,
        expiresAt: model === 'Client' ? never : Date.now() + expiresInS * 1000,
        consumedAt: null,
      })
    },
    async find(name) {
      const record = await store.find(model, hashOf(name))
      if (!record) return undefined
      const payload = JSON.parse(record.payload) as AdapterPayload
      if (model === 'Client') return payload
      const { consumedAt, expiresAt } = record
      const graceMs = model === 'RefreshToken' ? refreshGraceMs : 0
      const isConsumed = consumedAt !== null && consumedAt + graceMs <= Date.now()
      return { ...payload, jti: name, exp: Math.floor(expiresAt / 1000), ...(isConsumed ? { consumed: true } : {}) }
    },
    async consume(name) {
      if ((await store.consume(model, hashOf(name))) || model === 'RefreshToken') return
      // Another request has used the code at the same moment, so one of the two isn't the client's.
      const record = await store.find(model, hashOf(name))
      if (record?.grantId) await store.endGrant(record.grantId)
      throw new errors.InvalidGrant('the code has already been used')
    },
    destroy: (name) => store.remove(model, hashOf(name)),
    revokeByGrantId: (grantId) => store.endGrant(hashOf(grantId)),
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  }
}

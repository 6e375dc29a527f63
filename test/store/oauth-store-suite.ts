/** The suite for what the authorization server stores. Every adapter passes it. */

import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { AccessStore } from '../../src/access/access.ts'
import type { OAuthRecord, OAuthStore } from '../../src/access/oauth.ts'
import { useAccessStore } from './use-access-store.ts'

const day = 24 * 60 * 60 * 1000

/** `open` always opens the same database. */
export function describeOAuth(open: () => AccessStore | Promise<AccessStore>): void {
  const opened = useAccessStore(open)
  let oauth: OAuthStore
  beforeAll(() => {
    oauth = opened.store().oauth
  })

  const recordOf = (model: string, more: Partial<OAuthRecord> = {}): OAuthRecord => ({
    ...{ model, id: randomUUID(), payload: '{"a":"$1"}', grantId: null, keyId: null, clientId: null },
    ...{ expiresAt: Date.now() + day, consumedAt: null, ...more },
  })

  /** Adds a grant with its tokens. */
  async function addGrant(keyId = randomUUID(), clientId: string = randomUUID()) {
    const id = randomUUID()
    const shared = { grantId: id, keyId, clientId }
    const grant = recordOf('Grant', { ...shared, id })
    const [access, refresh] = [recordOf('AccessToken', shared), recordOf('RefreshToken', shared)]
    for (const record of [grant, access, refresh]) await oauth.put(record)
    return { keyId, clientId, grant, access, refresh }
  }
  const find = ({ model, id }: OAuthRecord) => oauth.find(model, id)

  /** Runs the rest of a test at another time. */
  function travel(ms: number): void {
    const { now } = Date
    Date.now = () => now() + ms
    onTestFinished(() => {
      Date.now = now
    })
  }

  describe('what OAuth stores', () => {
    it('is read as it was stored, by kind, until it expires', async () => {
      const record = recordOf('AuthorizationCode', {
        grantId: 'g',
        keyId: 'k',
        clientId: 'c',
        expiresAt: Date.now() + 60_000,
      })
      await oauth.put(record)
      expect(await find(record)).toEqual(record)
      expect(await oauth.find('AccessToken', record.id)).toBeNull()
      await oauth.put({ ...record, payload: '{"b":2}' })
      expect(await find(record)).toMatchObject({ payload: '{"b":2}' })
      travel(61_000)
      expect(await find(record)).toBeNull()
    })

    it('is used up by one of several callers', async () => {
      const record = recordOf('AuthorizationCode')
      await oauth.put(record)
      const all = await Promise.all([1, 2, 3, 4, 5].map(() => oauth.consume(record.model, record.id)))
      expect(all.filter(Boolean)).toHaveLength(1)
      expect((await find(record))?.consumedAt).toBeGreaterThan(0)
      await oauth.put({ ...record, payload: '{"later":1}' })
      expect((await find(record))?.consumedAt).toBeGreaterThan(0)
    })

    it('ends with its grant, and other grants stay', async () => {
      const [mine, other] = [await addGrant(), await addGrant()]
      await oauth.endGrant(mine.grant.id)
      for (const record of [mine.grant, mine.access, mine.refresh]) expect(await find(record)).toBeNull()
      for (const record of [other.grant, other.access, other.refresh]) expect(await find(record)).not.toBeNull()
    })

    it('is listed and disconnected by key and client', async () => {
      const mine = await addGrant()
      const second = await addGrant(mine.keyId)
      await addGrant(mine.keyId, second.clientId)
      const payload = '{"client_name":"A name"}'
      await oauth.put(recordOf('Client', { clientId: mine.clientId, id: mine.clientId, payload }))
      expect(await oauth.connected(mine.keyId)).toEqual([
        { clientId: mine.clientId, name: 'A name', connectedAt: expect.any(Number), usedAt: null },
        { clientId: second.clientId, name: null, connectedAt: expect.any(Number), usedAt: null },
      ])
      expect(await oauth.disconnect(mine.keyId, second.clientId)).toBe(true)
      expect(await oauth.disconnect(mine.keyId, second.clientId)).toBe(false)
      expect(await find(second.access)).toBeNull()
      expect(await find(mine.access)).not.toBeNull()
      expect(await oauth.disconnect(mine.keyId, null)).toBe(true)
      expect(await oauth.connected(mine.keyId)).toEqual([])
      expect(await oauth.find('Client', mine.clientId)).not.toBeNull()
    })

    it('records the use of a token with its grant, at most once a minute', async () => {
      const { access, keyId, grant } = await addGrant()
      const usedAt = async () => (await oauth.connected(keyId))[0]?.usedAt
      expect(await oauth.useToken(access.id)).toEqual(access)
      const first = await usedAt()
      await oauth.useToken(access.id)
      expect(await usedAt()).toBe(first)
      travel(61_000)
      await oauth.useToken(access.id)
      expect(await usedAt()).toBeGreaterThan(first ?? 0)
      await oauth.remove('Grant', grant.id)
      expect(await oauth.useToken(access.id)).toBeNull()
    })

    it('keeps a grant as long as its last refresh token', async () => {
      const { grant, refresh } = await addGrant()
      await oauth.put({ ...refresh, id: randomUUID(), expiresAt: Date.now() + 3 * day })
      travel(2 * day)
      await oauth.prune()
      expect(await find(grant)).not.toBeNull()
      expect(await find(refresh)).toBeNull()
    })

    it('keeps a thousand registrations without a grant, for a day, and those with a grant', async () => {
      const { clientId } = await addGrant()
      const never = 8_640_000_000_000_000
      const clientOf = (id: string) => recordOf('Client', { id, clientId: id, expiresAt: never })
      await oauth.put(clientOf(clientId))
      const ids = Array.from({ length: 1010 }, () => randomUUID())
      const { now } = Date
      for (const [i, id] of ids.entries()) {
        const at = now() + i
        Date.now = () => at
        await oauth.put(clientOf(id))
      }
      Date.now = now
      // One after another, because a call that waits three seconds for a connection fails.
      const kept: (OAuthRecord | null)[] = []
      for (const id of [clientId, ...ids]) kept.push(await oauth.find('Client', id))
      expect([kept[0], kept[1], kept.at(-1)].map((record) => record !== null)).toEqual([true, false, true])
      expect(kept.filter((record) => record !== null)).toHaveLength(1001)
      travel(day + 60_000)
      await oauth.put({ ...(await addGrant(undefined, clientId)).grant, expiresAt: Date.now() + day })
      await oauth.prune()
      expect(await oauth.find('Client', clientId)).not.toBeNull()
      expect(await oauth.find('Client', ids.at(-1) ?? '')).toBeNull()
    })
  })
}

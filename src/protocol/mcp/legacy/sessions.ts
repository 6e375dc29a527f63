/** Signed session ids of the legacy era. They are not stored, so that sessions survive a restart of the server. */

import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'

export interface McpSessions {
  /** A new id, valid for this key alone. `keyId` is null where there are no keys. */
  create(keyId: string | null): string
  /** Whether the id was signed for this key and its session has not been ended. */
  isOpen(id: string, keyId: string | null): boolean
  end(id: string): void
}

const idPattern = /^([0-9a-f-]{36})\.([\w-]{43})$/

/** The first of the secrets signs, all are accepted; they must persist. The last `maxEnded` ended sessions are remembered: a session id grants no access by itself. */
export function createMcpSessions(secrets: readonly [string, ...string[]], maxEnded = 10_000): McpSessions {
  const ended = new Set<string>()
  const sign = (secret: string, uuid: string, keyId: string | null) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['mcp-session', uuid, keyId]))
      .digest('base64url')

  return {
    create(keyId) {
      const uuid = randomUUID()
      return `${uuid}.${sign(secrets[0], uuid, keyId)}`
    },
    isOpen(id, keyId) {
      const [, uuid, signature] = idPattern.exec(id) ?? []
      if (uuid === undefined || signature === undefined || ended.has(id)) return false
      const given = Buffer.from(signature)
      return secrets.some((secret) => timingSafeEqual(given, Buffer.from(sign(secret, uuid, keyId))))
    },
    end(id) {
      ended.add(id)
      const [oldest] = ended
      if (ended.size > maxEnded && oldest !== undefined) ended.delete(oldest)
    },
  }
}

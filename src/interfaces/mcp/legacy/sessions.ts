/**
 * Sessions of the legacy era. Their ids are signed, so that they survive a restart of the server and are valid on every node. The stored
 * state includes only a session's log level, whether it was closed, and whether its client offers sampling.
 */

import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { createMemoryFacts, type FactStore } from '../../../pages/nodes/service-nodes.ts'
import { createLogSetting, type LogSetting, logLevels } from '../features/mcp-request.ts'

export type McpSessions = ReturnType<typeof createMcpSessions>

export interface McpSession {
  id: string
  logging: LogSetting
  /** True if its client offered sampling at the start. */
  offersSampling: boolean
  needsStructured: boolean
  end(): Promise<void>
}

/** Follows the UUID in the IDs of clients that need structured content. */
const structuredMark = '~s'

const idPattern = /^([0-9a-f-]{36}(?:~s)?)\.([\w-]{43})$/

/**
 * The first secret signs IDs, and all secrets are accepted. They must persist. Keeps only the state of the most recently used sessions,
 * because a session ID alone doesn't grant access.
 */
export function createMcpSessions(secrets: readonly [string, ...string[]], facts: FactStore = createMemoryFacts()) {
  const sign = (secret: string, uuid: string, keyId: string | null) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['mcp-session', uuid, keyId]))
      .digest('base64url')

  /** Returns the subject under which the session's state is stored, or null if the id was not signed for this key. */
  function subjectOf(id: string, keyId: string | null): string | null {
    const [, uuid, signature] = idPattern.exec(id) ?? []
    if (uuid === undefined || signature === undefined) return null
    const given = Buffer.from(signature)
    const isSigned = secrets.some((secret) => timingSafeEqual(given, Buffer.from(sign(secret, uuid, keyId))))
    return isSigned ? `mcp-session ${uuid}` : null
  }

  return {
    /**
     * Creates an id that is valid only for this key. `keyId` is null if the server has no keys. The id contains whether the client needs
     * structured content, so this is still known after a restart of the server. A client that has seen an output schema rejects other
     * results.
     */
    create(keyId: string | null, needsStructured = false): string {
      const uuid = `${randomUUID()}${needsStructured ? structuredMark : ''}`
      return `${uuid}.${sign(secrets[0], uuid, keyId)}`
    },
    async offerSampling(id: string, keyId: string | null): Promise<void> {
      const subject = subjectOf(id, keyId)
      if (subject !== null) await facts.write(keyId, subject, { sampling: 'yes' })
    },
    /** Resolves with null if the ID was not signed for this key, or the session was closed. */
    async find(id: string, keyId: string | null): Promise<McpSession | null> {
      const subject = subjectOf(id, keyId)
      const known = subject === null ? null : await facts.read(keyId, subject)
      if (subject === null || known === null || known.ended !== undefined) return null
      return {
        id,
        logging: createLogSetting(
          logLevels.find((one) => one === known.level),
          (level) => facts.write(keyId, subject, { level }),
        ),
        offersSampling: known.sampling !== undefined,
        needsStructured: id.includes(structuredMark),
        end: () => facts.write(keyId, subject, { ended: 'yes' }),
      }
    },
  }
}

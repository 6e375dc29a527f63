import { describe, expect, it } from 'vitest'
import { createMcpSessions, type McpSessions } from '../../../../src/interfaces/mcp/legacy/sessions.ts'
import { createMemoryFacts } from '../../../../src/pages/nodes/service-nodes.ts'

const isOpen = async (sessions: McpSessions, id: string, keyId: string | null) =>
  (await sessions.find(id, keyId)) !== null

describe('a session id', () => {
  it('is valid in every process with the same secret, for the key that opened it', async () => {
    const id = createMcpSessions(['secret']).create('key-a')
    const other = createMcpSessions(['secret'])
    expect(await isOpen(other, id, 'key-a')).toBe(true)
    expect(await isOpen(other, id, 'key-b')).toBe(false)
    expect(await isOpen(other, id, null)).toBe(false)
    expect(await isOpen(createMcpSessions(['another secret']), id, 'key-a')).toBe(false)
    expect(await isOpen(createMcpSessions(['another secret', 'secret']), id, 'key-a')).toBe(true)
  })

  it('issued without a key is not valid for a key named null', async () => {
    const sessions = createMcpSessions(['secret'])
    const id = sessions.create(null)
    expect(await isOpen(sessions, id, null)).toBe(true)
    expect(await isOpen(sessions, id, 'null')).toBe(false)
  })

  it('is refused if it was not signed here', async () => {
    const sessions = createMcpSessions(['secret'])
    const id = sessions.create('key-a')
    const forged = [
      '',
      'x',
      id.slice(0, -1),
      `${id}A`,
      id.toUpperCase(),
      id.replace('.', ''),
      `${crypto.randomUUID()}.${id.split('.')[1]}`,
    ]
    for (const one of forged) expect(await isOpen(sessions, one, 'key-a'), one).toBe(false)
  })

  it('is refused after the session ends, and the oldest ended sessions are forgotten', async () => {
    const sessions = createMcpSessions(['secret'], createMemoryFacts(2))
    const ids = [1, 2, 3].map(() => sessions.create('key-a'))
    for (const id of ids) {
      await (await sessions.find(id, 'key-a'))?.end()
      expect(await isOpen(sessions, id, 'key-a')).toBe(false)
    }
    expect(await Promise.all(ids.map((id) => isOpen(sessions, id, 'key-a')))).toEqual([true, false, false])
  })
})

describe('the facts about a session', () => {
  it('include its log level and whether its client offers sampling, on every node that shares them', async () => {
    const facts = createMemoryFacts()
    const [sessions, other] = [createMcpSessions(['secret'], facts), createMcpSessions(['secret'], facts)]
    const [id, plain] = [sessions.create('key-a'), sessions.create('key-a')]
    await sessions.offerSampling(id, 'key-a')
    const session = await sessions.find(id, 'key-a')
    expect(session).toMatchObject({ offersSampling: true, logging: { level: null } })
    await session?.logging.change('info')
    expect(session?.logging.level).toBe('info')
    expect(await other.find(id, 'key-a')).toMatchObject({ offersSampling: true, logging: { level: 'info' } })
    expect(await other.find(plain, 'key-a')).toMatchObject({ offersSampling: false, logging: { level: null } })
  })
})

describe('the id of a session', () => {
  it('says whether its client needs structured content, also after a restart, and is not valid if this is changed', async () => {
    const [id, plain] = [true, false].map((needs) => createMcpSessions(['secret']).create('key-a', needs)) as [
      string,
      string,
    ]
    const restarted = createMcpSessions(['secret'])
    expect(await restarted.find(id, 'key-a')).toMatchObject({ needsStructured: true })
    expect(await restarted.find(plain, 'key-a')).toMatchObject({ needsStructured: false })
    expect(await restarted.find(id.replace('~s', ''), 'key-a')).toBeNull()
    expect(await restarted.find(plain.replace('.', '~s.'), 'key-a')).toBeNull()
  })
})

import { describe, expect, it } from 'vitest'
import { createMcpSessions } from '../../../../src/protocol/mcp/legacy/sessions.ts'

describe('a session id', () => {
  it('is valid in every process with the same secret, for the key that it was made for', () => {
    const id = createMcpSessions(['secret']).create('key-a')
    const other = createMcpSessions(['secret'])
    expect(other.isOpen(id, 'key-a')).toBe(true)
    expect(other.isOpen(id, 'key-b')).toBe(false)
    expect(other.isOpen(id, null)).toBe(false)
    expect(createMcpSessions(['another secret']).isOpen(id, 'key-a')).toBe(false)
    expect(createMcpSessions(['another secret', 'secret']).isOpen(id, 'key-a')).toBe(true)
  })

  it('made without a key is not valid for a key named null', () => {
    const sessions = createMcpSessions(['secret'])
    const id = sessions.create(null)
    expect(sessions.isOpen(id, null)).toBe(true)
    expect(sessions.isOpen(id, 'null')).toBe(false)
  })

  it('that was not signed here is refused', () => {
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
    for (const one of forged) expect(sessions.isOpen(one, 'key-a'), one).toBe(false)
  })

  it('is refused after its end; the oldest ended sessions are forgotten', () => {
    const sessions = createMcpSessions(['secret'], 2)
    const ids = [1, 2, 3].map(() => sessions.create('key-a'))
    for (const id of ids) {
      sessions.end(id)
      expect(sessions.isOpen(id, 'key-a')).toBe(false)
    }
    expect(ids.map((id) => sessions.isOpen(id, 'key-a'))).toEqual([true, false, false])
  })
})

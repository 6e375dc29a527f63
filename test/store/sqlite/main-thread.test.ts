import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openOrigin } from '../../origin.ts'
import { jsonOf, openTestService } from '../../service.ts'

const writing = [
  ...([
    'appendFileSync',
    'fdatasyncSync',
    'fsyncSync',
    'ftruncateSync',
    'linkSync',
    'mkdirSync',
    'renameSync',
  ] as const),
  ...(['rmSync', 'unlinkSync', 'writeFileSync', 'writeSync', 'writevSync'] as const),
]

/** Records this thread's blocking disk writes and its database connections. */
function watchDisk() {
  const connections = vi.spyOn(DatabaseSync.prototype, 'prepare')
  const spies = writing.map((name) => vi.spyOn(fs, name))
  syncBuiltinESMExports()
  onTestFinished(() => {
    for (const spy of [connections, ...spies]) spy.mockRestore()
    syncBuiltinESMExports()
  })
  return {
    calls: () => spies.reduce((sum, { mock }) => sum + mock.calls.length, 0),
    connections: () => new Set(connections.mock.contexts as DatabaseSync[]),
  }
}

it('charging requests causes no synchronous disk writes in the serving thread', async () => {
  const origin = await openOrigin({ '/': { body: '<p>Hello</p>' } })
  onTestFinished(() => origin.close())
  const { calls, connections } = watchDisk()
  const service = await openTestService()
  onTestFinished(() => service.close())
  const { key, id } = await service.access.issue('key', { credits: 40 })
  const before = calls()
  const headers = { authorization: `Bearer ${key}` }
  const ask = async (more = {}) =>
    jsonOf(service.get('/v1/scrape', { url: `${origin.url}/` }, { headers: { ...headers, ...more } }))
  const named = await ask({ 'idempotency-key': 'once' })
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask()))
  expect([named, ...answers].map(({ credits_charged }) => credits_charged)).toEqual(Array(21).fill(1))
  expect(await service.access.keys.find(id)).toMatchObject({ credits: 19, used: 21 })
  expect(calls() - before).toBe(0)
  expect(connections().size).toBe(1)
  for (const database of connections()) {
    expect(() => database.exec('CREATE TABLE written (here INTEGER)')).toThrow('readonly')
  }
})

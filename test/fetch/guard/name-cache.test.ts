import { createSocket } from 'node:dgram'
import { getServers, setServers } from 'node:dns'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAddressPolicy } from '../../../src/fetch/guard/address-policy.ts'
import { createGuardedDialer } from '../../../src/fetch/guard/guarded-dialer.ts'
import { createNameCache, type ResolvedAddress, recordLifetimeMs } from '../../../src/fetch/guard/open-socket.ts'
import { openRawServer } from '../loopback.ts'

const at = (address: string, family = 4): ResolvedAddress => ({ address, family })
const failure = (code: string) => Object.assign(new Error(code), { code })

/** A cache whose clock only the test moves. It counts the lookups, and `answers` are the answers in order. */
function openCache(lifetimeMs: number | null, ...answers: (ResolvedAddress[] | Error)[]) {
  const clock = { ms: 0 }
  const asked: string[] = []
  const resolve = createNameCache(
    async (host) => {
      const answer = answers[Math.min(asked.push(host), answers.length) - 1] ?? []
      if (answer instanceof Error) throw answer
      return answer
    },
    async () => {
      if (lifetimeMs === null) throw failure('ENODATA')
      return lifetimeMs
    },
    () => clock.ms,
  )
  return {
    asked,
    /** Resolves the name at this time, and waits until the cache knows the lifetime. */
    async resolveAt(ms: number, host = 'a.example') {
      clock.ms = ms
      const addresses = await resolve(host).catch((error: Error) => [error.message])
      await new Promise(setImmediate)
      return addresses.map((one) => (typeof one === 'string' ? one : one.address))
    },
    resolve,
  }
}

describe('createNameCache', () => {
  it('keeps an answer for as long as its records are valid', async () => {
    const { resolveAt, asked } = openCache(5000, [at('192.0.2.1')], [at('192.0.2.2')])
    expect(await resolveAt(0)).toEqual(['192.0.2.1'])
    expect(await resolveAt(4999)).toEqual(['192.0.2.1'])
    expect(asked).toHaveLength(1)
    expect(await resolveAt(5000)).toEqual(['192.0.2.2'])
    expect(asked).toHaveLength(2)
  })

  it('keeps no answer for more than a minute', async () => {
    const { resolveAt, asked } = openCache(86_400_000, [at('192.0.2.1')])
    for (const ms of [0, 59_999, 60_000, 119_999]) await resolveAt(ms)
    expect(asked).toHaveLength(2)
  })

  it('keeps an answer without a known lifetime for ten seconds', async () => {
    const { resolveAt, asked } = openCache(null, [at('192.0.2.1')])
    for (const ms of [0, 9999, 10_000, 19_999]) await resolveAt(ms)
    expect(asked).toHaveLength(2)
  })

  it('shares one lookup among concurrent requests, also if the records have no lifetime', async () => {
    const { resolve, asked } = openCache(0, [at('192.0.2.1')])
    await Promise.all(Array.from({ length: 20 }, () => resolve('a.example')))
    expect(asked).toHaveLength(1)
    await new Promise(setImmediate)
    await resolve('a.example')
    expect(asked).toHaveLength(2)
  })

  it('keeps the answer that a name does not exist for a second, and no temporary failure', async () => {
    const missing = openCache(5000, failure('ENOTFOUND'), [at('192.0.2.1')])
    expect(await missing.resolveAt(0)).toEqual(['ENOTFOUND'])
    expect(await missing.resolveAt(999)).toEqual(['ENOTFOUND'])
    expect(await missing.resolveAt(1000)).toEqual(['192.0.2.1'])
    const busy = openCache(5000, failure('EAI_AGAIN'), [at('192.0.2.1')])
    expect(await busy.resolveAt(0)).toEqual(['EAI_AGAIN'])
    expect(await busy.resolveAt(1)).toEqual(['192.0.2.1'])
  })

  it('forgets the name that was looked up first after a thousand others', async () => {
    const { resolve, asked } = openCache(5000, [at('192.0.2.1')])
    for (let n = 0; n <= 1000; n++) await resolve(`${n}.example`)
    await resolve('1.example')
    await resolve('1000.example')
    expect(asked).toHaveLength(1001)
    await resolve('0.example')
    expect(asked).toHaveLength(1002)
  })
})

describe('a connection to a cached address', () => {
  const { signal } = new AbortController()

  it('is checked again each time', async () => {
    await using server = await openRawServer('')
    let checks = 0
    const lenient = createAddressPolicy({ allowAddresses: ['127.0.0.1/32'] })
    const strict = createAddressPolicy({ allowAddresses: [] })
    // The address is allowed for the first connection, for which it is checked twice, and refused from then on.
    const policy = {
      ...lenient,
      checkResolved: (host: string, ips: readonly string[]) =>
        (checks++ < 2 ? lenient : strict).checkResolved(host, ips),
    }
    const { resolve, asked } = openCache(60_000, [at('127.0.0.1')])
    const { dial } = createGuardedDialer({ policy, resolve })
    const socket = await dial({ host: 'a.example', port: server.port, signal })
    socket.destroy()
    await expect(dial({ host: 'a.example', port: server.port, signal })).rejects.toMatchObject({
      type: 'address_refused',
    })
    expect([asked.length, server.connections]).toEqual([1, 1])
  })

  it('is refused each time if one of the kept addresses is private', async () => {
    const policy = createAddressPolicy({ allowAddresses: ['127.0.0.1/32'] })
    const { resolve, asked } = openCache(60_000, [at('127.0.0.1'), at('10.0.0.1')])
    const { dial } = createGuardedDialer({ policy, resolve })
    for (let n = 0; n < 3; n++) {
      await expect(dial({ host: 'a.example', port: 8080, signal })).rejects.toMatchObject({ type: 'address_refused' })
    }
    expect(asked).toHaveLength(1)
  })
})

describe('recordLifetimeMs', () => {
  it('returns the shortest lifetime of the records at the name server', async () => {
    await useNameServer({ A: [300, 40], AAAA: [7] })
    expect(await recordLifetimeMs('a.example', [at('192.0.2.1')])).toBe(40_000)
    expect(await recordLifetimeMs('a.example', [at('192.0.2.1'), at('2001:db8::1', 6)])).toBe(7000)
  })

  it('rejects if the name server does not know the name', async () => {
    await useNameServer({ A: [], AAAA: [] })
    await expect(recordLifetimeMs('a.example', [at('192.0.2.1')])).rejects.toMatchObject({ code: 'ENODATA' })
  })
})

/** Starts a name server on loopback that gives every name one record of each kind for each of these lifetimes, in seconds. */
async function useNameServer(lifetimes: { A: number[]; AAAA: number[] }): Promise<void> {
  const server = createSocket('udp4')
  server.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12) + 5
    const isV4 = query.readUInt16BE(end - 4) === 1
    const records = (isV4 ? lifetimes.A : lifetimes.AAAA).map((seconds, n) => {
      const bytes = isV4 ? 4 : 16
      const record = Buffer.alloc(12 + bytes, n + 1)
      // The name is a pointer to the question's. @see RFC 1035, section 4.1.4
      record.writeUInt16BE(0xc00c, 0)
      record.writeUInt16BE(isV4 ? 1 : 28, 2)
      record.writeUInt16BE(1, 4)
      record.writeUInt32BE(seconds, 6)
      record.writeUInt16BE(bytes, 10)
      return record
    })
    const head = Buffer.alloc(12)
    query.copy(head, 0, 0, 2)
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(records.length, 6)
    server.send(Buffer.concat([head, query.subarray(12, end), ...records]), port, address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  const before = getServers()
  setServers([`127.0.0.1:${server.address().port}`])
  onTestFinished(() => {
    setServers(before)
    server.close()
  })
}

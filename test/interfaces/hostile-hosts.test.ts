import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostileHosts } from '../fetch/guard/hostile-hosts.ts'
import { jsonOf, openTestService, type TestService, typesOf } from '../service.ts'

let gleaner: TestService
let canary: Server
let reached = 0

beforeAll(async () => {
  // By default, loopback is forbidden like every other special address.
  gleaner = await openTestService({ GLEANER_ALLOW_ADDRESSES: '' })
  canary = createServer((socket) => {
    reached++
    socket.destroy()
  })
  await new Promise<void>((resolve) => canary.listen(0, resolve))
})
afterAll(async () => {
  await gleaner.close()
  canary.close()
})

describe('hostile spellings of forbidden hosts', () => {
  it('number at least 58', () => {
    expect(hostileHosts.length).toBeGreaterThanOrEqual(58)
  })

  it.each(hostileHosts)('$url is refused without reaching a server, free of charge', async (host) => {
    const url = host.url.replace('{port}', String((canary.address() as AddressInfo).port))
    const response = await gleaner.get('/v1/scrape', { url })
    const body = await jsonOf(response)
    expect(host.expected).toContain(typesOf(body)[0])
    expect(response.status).toBe(422)
    expect(body.credits_charged).toBe(0)
    expect(reached).toBe(0)
  })
})

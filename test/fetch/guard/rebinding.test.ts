import { describe, expect, it } from 'vitest'
import { createAddressPolicy } from '../../../src/fetch/guard/address-policy.ts'
import type { HostResolver } from '../../../src/fetch/guard/open-socket.ts'
import { credentials, get, openBrowser, openProxy, tunnelTo } from '../egress/raw-browser.ts'
import { httpResponse, openFetcher, openRawServer, type RawServer } from '../loopback.ts'

/** Represents the public address. All other loopback addresses are refused. */
const site = '127.0.0.1'
const canaryAddress = '127.0.0.3'
const policy = createAddressPolicy({ allowAddresses: [`${site}/32`], ownAddresses: () => ['9.9.9.9'] })

/** A resolver with name servers that give a different answer each time, then repeat the last one. */
function resolverOf(...answers: readonly string[][]): HostResolver {
  let asked = 0
  return async () => {
    const answer = answers[Math.min(asked++, answers.length - 1)] ?? []
    return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
}

/** A hostile name server's answers, in order. Nothing is cached here, so they also cover a CNAME and a TTL of 0. */
const attacks: [string, string[][]][] = [
  ['a private address at once', [[canaryAddress]]],
  ['public, then private', [[site], [canaryAddress]]],
  ['public twice, then private', [[site], [site], [canaryAddress]]],
  ['public and private in one answer', [[site, canaryAddress]]],
  ['private and public in one answer', [[canaryAddress, site]]],
  ['public, then both', [[site], [site, canaryAddress]]],
  ['a private AAAA next to a public A', [[site, '::1']]],
  ['a unique local AAAA next to a public A', [[site, 'fd00::1']]],
  ['a mapped AAAA next to a public A', [[site, `::ffff:${canaryAddress}`]]],
  ['a NAT64 AAAA next to a public A', [[site, '64:ff9b::7f00:3']]],
  ['an AAAA with a zone', [[site, 'fe80::1%lo']]],
  ['a CNAME to the metadata service', [[site], ['169.254.169.254']]],
  ['the address of this machine', [[site], ['9.9.9.9']]],
  ['the unspecified address', [[site], ['0.0.0.0']]],
  ['no address, then private', [[], [canaryAddress]]],
]

/** The site redirects to its own host name, so the name is resolved once per request. */
async function openServers(): Promise<{ web: RawServer; canary: RawServer }> {
  const canary = await openRawServer(httpResponse('secret').toString(), canaryAddress)
  const web = await openRawServer((socket, nth) => {
    const location = `http://rebinding.example:${canary.port}/${nth}`
    socket.end(httpResponse('', { status: 302, headers: { location, connection: 'close' } }))
  }, site)
  return { web, canary }
}

describe.each(attacks)('a name server that gives %s', (_, answers) => {
  it('cannot lead the HTTP client to a private address', async () => {
    const { web, canary } = await openServers()
    await using fetcher = openFetcher({ policy, resolve: resolverOf(...answers) })
    for (const port of [web.port, canary.port, canary.port]) {
      await expect(fetcher.get(`http://rebinding.example:${port}/`)).rejects.toMatchObject({
        type: expect.stringMatching(/^(address_refused|target_unreachable)$/),
      })
    }
    expect(canary.connections).toBe(0)
    await Promise.all([web[Symbol.asyncDispose](), canary[Symbol.asyncDispose]()])
  })

  it('cannot lead the browser to a private address', async () => {
    const { web, canary } = await openServers()
    const proxy = await openProxy({ policy, resolve: resolverOf(...answers) })
    const session = proxy.openSession()
    for (const port of [web.port, canary.port, canary.port]) {
      const plain = await openBrowser(proxy.port)
      await plain.send(get(`http://rebinding.example:${port}/`, session))
      const tunnel = await openBrowser(proxy.port)
      await tunnel.send(tunnelTo(`rebinding.example:${port}`, session))
      const reused = `GET http://rebinding.example:${canary.port}/ HTTP/1.1\r\nHost: x\r\n${credentials(session)}\r\n`
      const kept = await openBrowser(proxy.port)
      await kept.send(get(`http://rebinding.example:${port}/`, session) + reused)
    }
    expect(canary.connections).toBe(0)
    await Promise.all([web[Symbol.asyncDispose](), canary[Symbol.asyncDispose]()])
  })
})

import { describe, expect, it } from 'vitest'
import type { ServiceError } from '../../../src/base/errors.ts'
import type { HttpExchange } from '../../../src/interfaces/http/server.ts'
import { metricsRoute } from '../../../src/interfaces/http/service-routes.ts'

const route = metricsRoute({ contentType: 'text/plain', expose: async () => 'served', close() {} }, 'loopback')

/** The error type if the request is refused, otherwise the body. */
async function ask(remoteAddress: string | undefined, headers: Record<string, string> = {}): Promise<string> {
  let body = ''
  const response = { writeHead() {}, end: (bytes: Buffer) => (body = bytes.toString()) }
  const request = { socket: { remoteAddress }, headers: { host: '127.0.0.1:8787', ...headers } }
  await route
    .handle({ request, response } as unknown as HttpExchange)
    .catch((error: ServiceError) => (body = error.type))
  return body
}

describe('/metrics restricted to this machine', () => {
  it.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('is served to %s', async (address) => {
    expect(await ask(address)).toBe('served')
  })

  it.each(['192.0.2.1', '10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', undefined])(
    'is not served to %s',
    async (address) => {
      expect(await ask(address)).toBe('not_found')
    },
  )

  it.each([
    ...['forwarded', 'via', 'x-forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x_forwarded_for', 'forwarded-for'],
    ...['x-forward-for', 'x-original-forwarded-for', 'x-real-ip', 'x-client-ip', 'client-ip', 'true-client-ip'],
    ...['x-cluster-client-ip', 'fly-client-ip', 'fastly-client-ip', 'x-azure-clientip', 'x-proxyuser-ip'],
    ...['x-originating-ip', 'cf-connecting-ip', 'cf-connecting-ipv6', 'cf-ray', 'x-envoy-external-address', 'x-host'],
    ...['x-original-host', 'remote_real_ip'],
  ])('is not served to a proxy that adds %s', async (name) => {
    expect(await ask('127.0.0.1', { [name]: '' })).toBe('not_found')
    expect(await ask('127.0.0.1', { accept: '*/*', 'user-agent': 'Prometheus/3.0' })).toBe('served')
  })

  it.each(['localhost', 'localhost:8787', '127.0.0.1', '[::1]:8787', 'LOCALHOST'])(
    'is served under the name %s',
    async (host) => {
      expect(await ask('127.0.0.1', { host })).toBe('served')
    },
  )

  it.each(['public.example', 'public.example:8787', '192.0.2.1', '127.0.0.1.example', ''])(
    'is not served under the name "%s"',
    async (host) => {
      expect(await ask('127.0.0.1', { host })).toBe('not_found')
    },
  )
})

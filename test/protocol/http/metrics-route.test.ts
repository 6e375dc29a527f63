import { describe, expect, it } from 'vitest'
import type { ServiceError } from '../../../src/errors.ts'
import { metricsRoute } from '../../../src/protocol/http/metrics-route.ts'
import type { HttpExchange } from '../../../src/protocol/http/server.ts'

const route = metricsRoute(
  { expose: async () => ({ contentType: 'text/plain', text: 'served' }), close() {} },
  'loopback',
)

/** The type of the refusal, or the body. */
async function ask(remoteAddress: string | undefined, headers: Record<string, string> = {}): Promise<string> {
  let body = ''
  const response = { writeHead() {}, end: (bytes: Buffer) => (body = bytes.toString()) }
  const request = { socket: { remoteAddress }, headers }
  await route
    .handle({ request, response } as unknown as HttpExchange)
    .catch((error: ServiceError) => (body = error.type))
  return body
}

describe('/metrics for this machine alone', () => {
  it.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('is served to %s', async (address) => {
    expect(await ask(address)).toBe('served')
  })

  it.each(['192.0.2.1', '10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', undefined])(
    'is not served to %s',
    async (address) => {
      expect(await ask(address)).toBe('not_found')
    },
  )

  it.each(['forwarded', 'via', 'x-forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'cf-connecting-ip'])(
    'is not served to a proxy that adds %s',
    async (name) => {
      expect(await ask('127.0.0.1', { [name]: '' })).toBe('not_found')
      expect(await ask('127.0.0.1', { accept: '*/*', 'user-agent': 'Prometheus/3.0' })).toBe('served')
    },
  )
})

import { hostname } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type Origin, openOrigin } from '../../origin.ts'
import { jsonOf, openTestService, type TestService, typesOf } from '../../service.ts'

let gleaner: TestService
let listed: TestService
let any: TestService
let everywhere: TestService
let offered: TestService
let page: Origin
beforeAll(async () => {
  page = await openOrigin({ '/': { body: '<p>Hello</p>' } })
  gleaner = await openTestService({}, { noAuth: true })
  listed = await openTestService({ GLEANER_ALLOWED_HOSTS: 'app.example,tools.example:8443' })
  any = await openTestService({ GLEANER_ALLOWED_HOSTS: '*' })
  everywhere = await openTestService({ GLEANER_HOST: '0.0.0.0' })
  offered = await openTestService({ GLEANER_PUBLIC_URL: 'https://gleaner.example' })
})
afterAll(async () => {
  await Promise.all([gleaner.close(), listed.close(), any.close(), everywhere.close(), offered.close()])
  await page.close()
})

/** Doesn't use fetch(), which sets its own headers. */
async function ask(service: TestService, headers: Record<string, string>, path = '/healthz', method = 'GET') {
  const { request } = await import('node:http')
  const key = { authorization: `Bearer ${service.key}` }
  return new Promise<Response>((resolve, reject) => {
    const sent = request(service.url + path, { method, headers: { ...key, ...headers } }, async (response) => {
      const chunks = await response.toArray()
      resolve(new Response(Buffer.concat(chunks), { status: response.statusCode ?? 0 }))
    })
    sent.once('error', reject).end()
  })
}

const scrape = () => `/v1/scrape?url=${page.url}/`

describe('a page in a browser', () => {
  it.each<[string, Record<string, string>]>([
    [
      'another site by an image',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    ],
    ['another site by a link', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ['another port of this machine', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:5173' }],
    ['another port, in a browser that sends no other header', { origin: 'http://127.0.0.1:5173' }],
    ['the default port of this machine', { origin: 'http://127.0.0.1' }],
    ['another name of this machine', { origin: 'http://[::1]:$PORT' }],
    ['another scheme', { origin: 'chrome-extension://127.0.0.1:$PORT' }],
    ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['a subdomain of a site', { 'sec-fetch-site': 'same-site' }],
    ['two sites in one header', { 'sec-fetch-site': 'none, cross-site' }],
    ['its own origin, as another site', { origin: 'http://127.0.0.1:$PORT', 'sec-fetch-site': 'cross-site' }],
  ])('cannot use a service without keys from %s', async (_, headers) => {
    const { port } = new URL(gleaner.url)
    const filled = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('$PORT', port)]),
    )
    for (const [path, method] of [[scrape()], ['/mcp', 'POST'], ['/healthz'], ['/nothing']] as const) {
      const response = await ask(gleaner, filled, path, method)
      expect(response.status).toBe(403)
      expect(typesOf(await jsonOf(response))).toEqual(['forbidden_origin'])
    }
    expect(page.requests).toEqual([])
  })

  it.each<[string, Record<string, string>]>([
    ['of the service itself', { 'sec-fetch-site': 'same-origin', origin: '$URL' }],
    ['of the service itself, by GET', { 'sec-fetch-site': 'same-origin' }],
    ['that was typed', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
    ['in a browser that sends no other header', { origin: '$URL' }],
  ])('is served %s', async (_, headers) => {
    const filled = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('$URL', gleaner.url)]),
    )
    expect((await ask(gleaner, filled)).status).toBe(200)
  })

  it.each([
    ['https://app.example', 200],
    ['https://app.example:444', 200],
    ['https://tools.example:8443', 200],
    ['https://tools.example', 403],
    ['https://evil.example', 403],
    ['http://localhost:5173', 403],
  ])('is served from %s if its host is listed: %i', async (origin, status) => {
    expect((await ask(listed, { origin, 'sec-fetch-site': 'cross-site' })).status).toBe(status)
  })

  it('is not served from another site even if the service allows every host name', async () => {
    expect((await ask(any, { host: 'gleaner.example', origin: 'https://gleaner.example' })).status).toBe(200)
    expect((await ask(any, { host: 'gleaner.example', origin: 'https://gleaner.example:443' })).status).toBe(200)
    expect((await ask(any, { host: 'gleaner.example', origin: 'https://evil.example' })).status).toBe(403)
  })
})

describe('a host name', () => {
  const statusOf = async (service: TestService, host: string) => (await ask(service, { host })).status

  it('of this machine or of its container is allowed on all interfaces, and any other is not', async () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]:8787', 'gleaner:8787', hostname(), 'GLEANER']) {
      expect(await statusOf(everywhere, host)).toBe(200)
    }
    const refused = await ask(everywhere, { host: 'app:8787' })
    expect(refused.status).toBe(403)
    expect(JSON.stringify(await jsonOf(refused))).toContain('add app to the setting GLEANER_ALLOWED_HOSTS')
  })

  it('of the public URL is allowed, for pages of all sites', async () => {
    const foreign = { origin: 'https://claude.ai', 'sec-fetch-site': 'cross-site' }
    for (const host of ['gleaner.example', 'gleaner.example:443']) {
      expect((await ask(offered, { host, ...foreign })).status).toBe(200)
    }
    expect((await ask(offered, { host: 'gleaner.example:444', ...foreign })).status).toBe(403)
    expect((await ask(offered, foreign)).status).toBe(403)
    expect(await statusOf(offered, 'other.example')).toBe(403)
  })
})

describe('a service behind a reverse proxy', () => {
  it('accepts the allowed host names, and X-Forwarded-Host only from a trusted proxy', async () => {
    const named = await openTestService({ GLEANER_ALLOWED_HOSTS: 'api.example', GLEANER_TRUST_PROXY: 'yes' })
    const strict = await openTestService({ GLEANER_ALLOWED_HOSTS: 'api.example' })
    const headers = { 'x-forwarded-host': 'api.example' }
    const foreign = { 'x-forwarded-host': 'evil.example' }
    expect((await fetch(`${named.url}/healthz`, { headers })).status).toBe(200)
    expect((await fetch(`${named.url}/healthz`, { headers: foreign })).status).toBe(403)
    expect((await fetch(`${strict.url}/healthz`, { headers: foreign })).status).toBe(200)
    await Promise.all([named.close(), strict.close()])
  })
})

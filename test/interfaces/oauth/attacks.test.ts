import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { jsonOf, openTestService, type TestService } from '../../service.ts'
import { documentOf, type MetadataHost, openMetadataHost } from './metadata-host.ts'
import {
  authorizeUrl,
  connect,
  mcpStatus,
  openOAuthService,
  Person,
  pkce,
  postForm,
  postJson,
  redirectUri,
  register,
} from './oauth-service.ts'

let gleaner: TestService
let host: MetadataHost
/** Bytes of the large document that were sent before the reader stopped. */
let sentBytes = 0
beforeAll(async () => {
  host = await openMetadataHost({
    '/large': (_, response) => void sendEndlessly(response),
    '/moved': (url, response) => void response.writeHead(302, { location: url.replace('/moved', '/client') }).end(),
    '/other': (url, response) => void response.end(documentOf(url.replace('/other', '/client'))),
    '/secret': (url, response) => void response.end(documentOf(url, { client_secret: 'x' })),
    '/text': (_, response) => void response.end('<html>'),
    '/script': (url, response) => void response.end(documentOf(url, { client_name: '<script>alert(1)</script>"\'' })),
  })
  gleaner = await openOAuthService()
})
afterAll(async () => {
  await gleaner.close()
  await host.close()
})

async function sendEndlessly(response: ServerResponse): Promise<void> {
  const chunk = Buffer.alloc(64 * 1024, 0x20)
  response.on('error', () => {})
  while (!response.destroyed && sentBytes < 300 * 1024 * 1024) {
    sentBytes += chunk.byteLength
    if (!response.write(chunk)) await new Promise((resolve) => response.once('drain', resolve).once('close', resolve))
  }
}

/** Opens an authorization request as a browser does. */
async function request(fields: Record<string, string>): Promise<Response> {
  return new Person().open(authorizeUrl(gleaner.url, { code_challenge: pkce().challenge, ...fields }))
}

/** The error that an authorization request sends to the client, or the status if it sends the browser nowhere. */
async function outcomeOf(fields: Record<string, string>): Promise<unknown> {
  const { status, headers } = await request(fields)
  const target = URL.parse(headers.get('location') ?? '')
  if (target === null) return status
  const sent = new URLSearchParams(target.search || target.hash.slice(1))
  return [sent.get('error'), sent.get('iss')]
}

describe('a redirect URI', () => {
  it.each([
    'https://evil.example/callback',
    'http://127.0.0.1:43119/other',
    'http://127.0.0.1:43119/callback/../other',
    'http://127.0.0.1:43119/callback?next=https://evil.example',
    'http://127.0.0.1@evil.example/callback',
    'http://localhost:43119/callback',
    'https://client.example.evil.example/callback',
    'https://client.example:444/callback',
    'https://client.example/callback/',
    'javascript:alert(1)',
  ])('that is not registered receives nothing: %s', async (redirect_uri) => {
    const clientId = await register(gleaner.url, { redirect_uris: [redirectUri, 'https://client.example/callback'] })
    expect(await outcomeOf({ client_id: clientId, redirect_uri })).toBe(400)
  })

  it('of an unknown client receives nothing', async () => {
    const response = await request({ client_id: 'unknown', redirect_uri: 'https://evil.example/' })
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
    expect(response.headers.get('content-type')).toContain('text/html')
  })

  it.each([['javascript:alert(1)'], ['http://evil.example/callback'], ['data:text/html,x'], ['https://a.example/#x']])(
    'cannot be registered: %s',
    async (uri) => {
      expect((await postJson(`${gleaner.url}/oauth/register`, { redirect_uris: [uri] })).status).toBe(400)
    },
  )
})

describe('a request without protection', () => {
  it.each([
    ['no challenge', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no method, which would mean plain', { code_challenge_method: '' }, 'invalid_request'],
    ['the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
    ['another server as resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['a resource that only begins like this one', { resource: 'http://127.0.0.1/mcp' }, 'invalid_target'],
  ])('is refused, and the client sees who refused it: %s', async (_, fields, error) => {
    const client_id = await register(gleaner.url)
    expect(await outcomeOf({ client_id, ...fields })).toEqual([error, gleaner.url])
  })
})

describe('a code', () => {
  it('that is used again gives nothing, and ends the tokens of the first use', async () => {
    const { body, tokens } = await connect(gleaner.url, gleaner.key)
    expect(await mcpStatus(gleaner.url, tokens.access_token)).toBe(200)
    const again = await postForm(`${gleaner.url}/oauth/token`, body)
    expect([again.status, (await jsonOf(again)).error]).toEqual([400, 'invalid_grant'])
    expect(await mcpStatus(gleaner.url, tokens.access_token)).toBe(401)
  })

  async function codeFor(clientId: string) {
    const { verifier, challenge } = pkce()
    const url = authorizeUrl(gleaner.url, { client_id: clientId, code_challenge: challenge })
    const target = await new Person().authorize(url, gleaner.key)
    const code = target.searchParams.get('code') ?? ''
    const usual = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: redirectUri }
    return { ...usual, code, code_verifier: verifier }
  }

  it('that is used five times at once gives tokens at most once', async () => {
    const body = await codeFor(await register(gleaner.url))
    const all = await Promise.all([1, 2, 3, 4, 5].map(() => postForm(`${gleaner.url}/oauth/token`, body)))
    expect(all.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  })

  it('is worth nothing without its verifier, its client or its redirect URI', async () => {
    const [clientId, other] = [await register(gleaner.url), await register(gleaner.url, { client_name: 'Other' })]
    const changes: Record<string, string>[] = [
      { code_verifier: pkce().verifier },
      { code_verifier: '' },
      { client_id: other },
      { redirect_uri: redirectUri.replace('43119', '1') },
      { resource: 'https://other.example/mcp' },
    ]
    for (const change of changes) {
      const response = await postForm(`${gleaner.url}/oauth/token`, { ...(await codeFor(clientId)), ...change })
      expect([change, response.status]).toEqual([change, 400])
    }
  })
})

describe('a token', () => {
  it('of another server is refused, even if both share their keys', async () => {
    const { tokens } = await connect(gleaner.url, gleaner.key)
    const settings = { GLEANER_DATA_DIR: gleaner.config.GLEANER_DATA_DIR, GLEANER_PUBLIC_URL: 'https://other.example' }
    const other = await openTestService(settings)
    onTestFinished(() => other.close())
    expect(await mcpStatus(other.url, tokens.access_token)).toBe(401)
    expect(await mcpStatus(gleaner.url, tokens.access_token)).toBe(200)
  })

  it('that is a refresh token, a code or invented is refused', async () => {
    const { tokens, body } = await connect(gleaner.url, gleaner.key)
    for (const token of [tokens.refresh_token, body.code, 'x'.repeat(43), '']) {
      expect(await mcpStatus(gleaner.url, token)).toBe(401)
    }
  })
})

describe('a metadata document', () => {
  it.each(['/moved', '/other', '/secret', '/text', '/large'])('that cannot be trusted is refused: %s', async (path) => {
    const before = host.requests.length
    expect(await outcomeOf({ client_id: `${host.url}${path}` })).toBeOneOf([400, 401])
    expect([...new Set(host.requests.slice(before))]).toEqual([path])
  })

  it('of any size is read only up to its limit', () => {
    expect(sentBytes).toBeGreaterThan(0)
    expect(sentBytes).toBeLessThan(16 * 1024 * 1024)
  })

  it('on an internal network is never fetched', async () => {
    const strict = await openOAuthService({ GLEANER_ALLOW_ADDRESSES: '192.0.2.1' })
    onTestFinished(() => strict.close())
    const before = host.requests.length
    const inside = [`${host.url}/client`, 'https://169.254.169.254/latest', 'https://[::1]/x', 'https://10.0.0.1/x']
    for (const client_id of inside) {
      const url = authorizeUrl(strict.url, { client_id, code_challenge: pkce().challenge })
      expect((await new Person().open(url)).status).toBeOneOf([400, 401])
    }
    expect(host.requests.length).toBe(before)
  })

  it('cannot put markup into the consent page', async () => {
    const client_id = `${host.url}/script`
    const url = authorizeUrl(gleaner.url, { client_id, code_challenge: pkce().challenge })
    const { html } = await new Person().openConsent(url)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(html).not.toContain('<script')
  })
})

describe('the consent page', () => {
  async function opened() {
    const person = new Person()
    const client_id = await register(gleaner.url)
    const url = authorizeUrl(gleaner.url, { client_id, code_challenge: pkce().challenge })
    return { person, ...(await person.openConsent(url)) }
  }
  const decision = () => ({ key: gleaner.key, decision: 'allow' })

  it('cannot be framed, runs no scripts, is not kept, and lets the browser follow the redirects', async () => {
    const { page, html } = await opened()
    const policy = page.headers.get('content-security-policy')
    for (const part of ["default-src 'none'", "frame-ancestors 'none'", "form-action 'self' https: http:"]) {
      expect(policy).toContain(part)
    }
    expect(page.headers.get('x-frame-options')).toBe('DENY')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(html).not.toMatch(/<script|\son\w+=/)
  })

  it('is not sent by another site: without its token, or with that of another request', async () => {
    const [mine, other] = [await opened(), await opened()]
    for (const form_token of ['', 'x'.repeat(43), other.formToken]) {
      const { response } = await mine.person.decide(mine.consentUrl, { form_token, ...decision() })
      expect(response.status).toBe(400)
    }
    const { target } = await mine.person.decide(mine.consentUrl, { form_token: mine.formToken, ...decision() })
    expect(target?.searchParams.has('code')).toBe(true)
  })

  it('is not answered for another browser', async () => {
    const { consentUrl, formToken } = await opened()
    const { response } = await new Person().decide(consentUrl, { form_token: formToken, ...decision() })
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('expired')])
  })

  it('shows an error for a wrong key, and keeps the request open', async () => {
    const { person, consentUrl, formToken } = await opened()
    const wrong = await person.decide(consentUrl, { form_token: formToken, key: 'wrong', decision: 'allow' })
    expect(wrong.response.status).toBe(401)
    expect(await wrong.response.text()).toContain('role="alert"')
    const { target } = await person.decide(consentUrl, { form_token: formToken, ...decision() })
    expect(target?.searchParams.has('code')).toBe(true)
  })
})

describe('a flood', () => {
  it('of 1,000 wrong keys is refused after the limit of its address, and no key is tried beyond it', async () => {
    const service = await openOAuthService()
    onTestFinished(() => service.close())
    const person = new Person()
    const client_id = await register(service.url)
    const url = authorizeUrl(service.url, { client_id, code_challenge: pkce().challenge })
    const { consentUrl, formToken } = await person.openConsent(url)
    const statuses = new Map<number, number>()
    for (let i = 0; i < 1000; i++) {
      const { response } = await person.decide(consentUrl, {
        form_token: formToken,
        key: `key ${i}`,
        decision: 'allow',
      })
      await response.text()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    }
    expect([...statuses.keys()].sort()).toEqual([401, 429])
    // The limit starts again every minute.
    expect(statuses.get(401)).toBeLessThanOrEqual(90)
    const valid = await person.decide(consentUrl, { form_token: formToken, key: service.key, decision: 'allow' })
    expect(valid.response.status).toBe(429)
  })

  it('of registrations is refused after the limit of its address', async () => {
    const service = await openOAuthService()
    onTestFinished(() => service.close())
    const send = () => postJson(`${service.url}/oauth/register`, { redirect_uris: [redirectUri] })
    const statuses: number[] = []
    for (let i = 0; i < 61; i++) statuses.push((await send()).status)
    expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(60)
    expect(statuses).toContain(429)
  })
})

/** A service with an authorization server, and a person who signs in to it without a browser. */

import { createHash, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { jsonOf, openTestService, type TestService } from '../../service.ts'

/** Starts a service whose public URL is its URL on loopback. */
export async function openOAuthService(settings: Record<string, string> = {}): Promise<TestService> {
  const port = await freePort()
  const GLEANER_PUBLIC_URL = `http://127.0.0.1:${port}`
  return openTestService({ GLEANER_PORT: String(port), GLEANER_PUBLIC_URL, ...settings })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

export const redirectUri = 'http://127.0.0.1:43119/callback'

const registered = new Map<string, Promise<string>>()

/** Registers a client once, because registrations are limited, and returns its ID. */
export function register(url: string, metadata: object = {}): Promise<string> {
  const body = { client_name: 'A test', redirect_uris: [redirectUri], ...metadata }
  const name = `${url} ${JSON.stringify(body)}`
  const made =
    registered.get(name) ?? jsonOf(postJson(`${url}/oauth/register`, body)).then((client) => String(client.client_id))
  registered.set(name, made)
  return made
}

export const postJson = (url: string, body: object) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

export const postForm = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' })

/** A PKCE verifier and the challenge for it. */
export function pkce() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** A browser's cookies. */
export class Person {
  readonly #cookies = new Map<string, { value: string; path: string }>()

  async open(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(url)
    const sent = [...this.#cookies].filter(([, { path }]) => pathname.startsWith(path))
    const cookie = sent.map(([name, { value }]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      const [, path = '/'] = /path=([^;]+)/i.exec(line) ?? []
      this.#cookies.set(name, { value, path })
    }
    return response
  }

  /** Opens the page on which an authorization request asks for consent. */
  async openConsent(
    url: string | URL,
  ): Promise<{ page: Response; html: string; formToken: string; consentUrl: string }> {
    const first = await this.open(String(url))
    const consentUrl = new URL(first.headers.get('location') ?? '', String(url)).href
    const page = await this.open(consentUrl)
    const html = await page.text()
    return { page, html, consentUrl, formToken: /name="form_token" value="([^"]+)"/.exec(html)?.[1] ?? '' }
  }

  /** Sends the form of the consent page, and resolves with the URL to which the browser is sent at the end. */
  async decide(
    consentUrl: string,
    fields: Record<string, string>,
  ): Promise<{ response: Response; target: URL | null }> {
    const response = await this.open(consentUrl, { method: 'POST', body: new URLSearchParams(fields) })
    const resumeUrl = response.headers.get('location')
    if (resumeUrl === null) return { response, target: null }
    const last = await this.open(new URL(resumeUrl, consentUrl).href)
    return { response, target: URL.parse(last.headers.get('location') ?? '') }
  }

  /** Signs in with a key. */
  async authorize(url: string | URL, key: string): Promise<URL> {
    const { consentUrl, formToken } = await this.openConsent(url)
    const { target } = await this.decide(consentUrl, { form_token: formToken, key, decision: 'allow' })
    if (!target) throw new Error('the browser was not sent back')
    return target
  }
}

/** Returns the URL of an authorization request. */
export function authorizeUrl(url: string, fields: Record<string, string>): string {
  const usual = { response_type: 'code', redirect_uri: redirectUri, state: 'a state', code_challenge_method: 'S256' }
  return `${url}/oauth/authorize?${new URLSearchParams({ ...usual, ...fields })}`
}

export interface Tokens {
  access_token: string
  refresh_token: string
  expires_in: number
  scope: string
}

/** Registers a client, signs in with a key, and exchanges the code for tokens. */
export async function connect(url: string, key: string, fields: Record<string, string> = {}) {
  const clientId = fields.client_id ?? (await register(url))
  const { verifier, challenge } = pkce()
  const target = await new Person().authorize(
    authorizeUrl(url, { client_id: clientId, code_challenge: challenge, ...fields }),
    key,
  )
  const code = target.searchParams.get('code') ?? ''
  const exchange = { grant_type: 'authorization_code', client_id: clientId, code, code_verifier: verifier }
  const body = { ...exchange, redirect_uri: fields.redirect_uri ?? redirectUri }
  const response = await postForm(`${url}/oauth/token`, body)
  return { clientId, target, body, response, tokens: (await response.json()) as Tokens }
}

/** Refreshes, and resolves with the response. */
export const refresh = (url: string, clientId: string, refreshToken: string) =>
  postForm(`${url}/oauth/token`, { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken })

/** Status of an MCP request with a token. */
export async function mcpStatus(url: string, token: string): Promise<number> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  })
  await response.text()
  return response.status
}

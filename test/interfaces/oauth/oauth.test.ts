import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { runKeys } from '../../../src/interfaces/cli/keys-command.ts'
import { jsonOf, openTestService, type TestService } from '../../service.ts'
import { runCommand } from '../cli/run-command.ts'
import { type MetadataHost, openMetadataHost } from './metadata-host.ts'
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
  refresh,
  register,
  type Tokens,
} from './oauth-service.ts'

let gleaner: TestService
let host: MetadataHost
beforeAll(async () => {
  host = await openMetadataHost()
  gleaner = await openOAuthService()
})
afterAll(async () => {
  await gleaner.close()
  await host.close()
})

const newKey = (terms: object = {}) => gleaner.access.issue('another', terms)
const keys = (...argv: string[]) => runCommand(runKeys, gleaner.access, ...argv)

describe('a client', () => {
  it('finds the authorization server from a 401 of /mcp', async () => {
    const refused = await fetch(`${gleaner.url}/mcp`, { method: 'POST' })
    const challenge = refused.headers.get('www-authenticate') ?? ''
    const metadataUrl = `${gleaner.url}/.well-known/oauth-protected-resource/mcp`
    expect([refused.status, challenge]).toEqual([401, `Bearer resource_metadata="${metadataUrl}", scope="gleaner"`])
    const resource = await jsonOf(fetch(metadataUrl))
    expect(resource).toMatchObject({ resource: `${gleaner.url}/mcp`, authorization_servers: [gleaner.url] })
    expect(await jsonOf(fetch(`${gleaner.url}/.well-known/oauth-protected-resource`))).toEqual(resource)
    const server = await jsonOf(fetch(`${gleaner.url}/.well-known/oauth-authorization-server`))
    expect(server).toMatchObject({
      issuer: gleaner.url,
      authorization_endpoint: `${gleaner.url}/oauth/authorize`,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      scopes_supported: ['gleaner'],
    })
    const other = await fetch(`${gleaner.url}/v1/account`)
    expect(other.headers.get('www-authenticate')).toBe('Bearer')
  })

  it('that registers gets tokens of 30 days for the key, which work on /mcp only', async () => {
    const { tokens, target } = await connect(gleaner.url, gleaner.key)
    expect(tokens).toMatchObject({ expires_in: 30 * 24 * 3600, scope: 'gleaner', token_type: 'Bearer' })
    expect(tokens.refresh_token).toMatch(/^[\w-]{43}$/)
    expect(Object.fromEntries(target.searchParams)).toMatchObject({ state: 'a state', iss: gleaner.url })
    expect(await mcpStatus(gleaner.url, tokens.access_token)).toBe(200)
    const elsewhere = await gleaner.get(
      '/v1/account',
      {},
      { headers: { authorization: `Bearer ${tokens.access_token}` } },
    )
    expect(elsewhere.status).toBe(401)
  })

  it('with a metadata document gets tokens too, and its host and where it returns to are shown', async () => {
    const clientId = `${host.url}/client`
    const { challenge } = pkce()
    const { html } = await new Person().openConsent(
      authorizeUrl(gleaner.url, { client_id: clientId, code_challenge: challenge }),
    )
    expect(html).toContain(`published at ${new URL(host.url).host}`)
    expect(html).toContain(`a program on this computer (${new URL(redirectUri).host})`)
    const { tokens } = await connect(gleaner.url, gleaner.key, { client_id: clientId })
    expect(await mcpStatus(gleaner.url, tokens.access_token)).toBe(200)
  })

  it.each([
    ['a secret', { token_endpoint_auth_method: 'client_secret_post' }],
    ['scopes and grants of other servers', { scope: 'openid mcp', grant_types: ['authorization_code'] }],
    ['the type web', { application_type: 'web' }],
    ['the link of an application too', { redirect_uris: [redirectUri, 'cursor://anysphere.cursor-mcp/oauth'] }],
    ['a web page too', { redirect_uris: [redirectUri, 'https://vscode.dev/redirect'] }],
  ])('that registers with %s can connect, on any port of this machine', async (_, metadata) => {
    const clientId = await register(gleaner.url, metadata)
    const fields = { client_id: clientId, redirect_uri: redirectUri.replace('43119', '51234') }
    const { target, tokens } = await connect(gleaner.url, gleaner.key, fields)
    expect(target.port).toBe('51234')
    expect(await mcpStatus(gleaner.url, tokens.access_token)).toBe(200)
  })

  it('may name the URL that a person pasted as the resource, with its query', async () => {
    const resource = `${gleaner.url}/mcp?result=text`
    const { tokens } = await connect(gleaner.url, gleaner.key, { resource })
    expect(await mcpStatus(gleaner.url, tokens.access_token)).toBe(200)
    const { response } = await connect(gleaner.url, gleaner.key, { scope: 'openid offline_access', prompt: 'consent' })
    expect(response.status).toBe(200)
  })

  it('can revoke its tokens', async () => {
    const { tokens, clientId } = await connect(gleaner.url, gleaner.key)
    const revoke = (token: string) => postForm(`${gleaner.url}/oauth/revoke`, { client_id: clientId, token })
    expect((await revoke(tokens.refresh_token)).status).toBe(200)
    expect(await mcpStatus(gleaner.url, tokens.access_token)).toBe(401)
    expect((await refresh(gleaner.url, clientId, tokens.refresh_token)).status).toBe(400)
  })

  it('is sent back with an error if the person cancels', async () => {
    const clientId = await register(gleaner.url)
    const person = new Person()
    const { consentUrl, formToken } = await person.openConsent(
      authorizeUrl(gleaner.url, { client_id: clientId, code_challenge: pkce().challenge }),
    )
    const { target } = await person.decide(consentUrl, { form_token: formToken, decision: 'deny' })
    expect(Object.fromEntries(target?.searchParams ?? [])).toMatchObject({ error: 'access_denied', iss: gleaner.url })
  })
})

describe('the key of a token', () => {
  it('pays and is limited as if it had been sent', async () => {
    const { key, id } = await newKey({ credits: 0 })
    const { tokens } = await connect(gleaner.url, key)
    const called = await fetch(`${gleaner.url}/mcp`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'scrape' },
        authorization: `Bearer ${tokens.access_token}`,
      },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: {
          ...{ name: 'scrape', arguments: { url: 'http://127.0.0.1:9/' } },
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      }),
    })
    expect(await called.text()).toContain('insufficient_credits')
    expect((await gleaner.access.keys.find(id))?.credits).toBe(0)
  })

  it('keeps its clients when it is rotated, and loses them when it is revoked', async () => {
    const { key, id } = await newKey()
    const { tokens, clientId } = await connect(gleaner.url, key)
    await keys('rotate', id, '--overlap', '0s')
    expect(await mcpStatus(gleaner.url, tokens.access_token)).toBe(200)
    await keys('revoke', id)
    expect(await mcpStatus(gleaner.url, tokens.access_token)).toBe(401)
    expect((await refresh(gleaner.url, clientId, tokens.refresh_token)).status).toBe(400)
    expect(JSON.parse((await keys('show', id, '--json')).stdout).clients).toEqual([])
  })

  it('gives clients names that the command line does not take for flags', async () => {
    const names = await Promise.all(Array.from({ length: 200 }, () => register(gleaner.url)))
    expect(names.filter((name) => !/^[0-9a-f-]{36}$/.test(name) || name.startsWith('-'))).toEqual([])
  })

  it('shows its clients with their last use, and disconnects one of them', async () => {
    const { key, id } = await newKey()
    const client_id = await register(gleaner.url, { client_name: 'Another' })
    const [first, second] = [await connect(gleaner.url, key), await connect(gleaner.url, key, { client_id })]
    await mcpStatus(gleaner.url, second.tokens.access_token)
    const { clients } = JSON.parse((await keys('show', id, '--json')).stdout)
    expect(clients).toEqual([
      { client_id: first.clientId, name: 'A test', connected_at: expect.any(String), last_used_at: null },
      expect.objectContaining({ client_id: second.clientId, last_used_at: expect.stringMatching(/^20\d\d-/) }),
    ])
    expect((await keys('show', id)).stdout).toContain(`${first.clientId} (A test), last used never`)
    expect((await keys('disconnect', id, first.clientId)).code).toBe(0)
    expect(await mcpStatus(gleaner.url, first.tokens.access_token)).toBe(401)
    expect(await mcpStatus(gleaner.url, second.tokens.access_token)).toBe(200)
    expect((await keys('disconnect', id, first.clientId)).code).toBe(2)
  })

  it('that is preset loses its clients when the setting is removed', async () => {
    const { access } = gleaner
    const value = 'a-preset-key-for-oauth-tests'
    await access.preset(value)
    const { tokens } = await connect(gleaner.url, value)
    expect(await mcpStatus(gleaner.url, tokens.access_token)).toBe(200)
    await access.preset(undefined)
    await access.preset(value)
    expect(await mcpStatus(gleaner.url, tokens.access_token)).toBe(401)
    await access.preset(undefined)
  })
})

describe('a refresh token', () => {
  it('is rotated, and the previous one is accepted for a minute, also at the same moment', async () => {
    const { tokens, clientId } = await connect(gleaner.url, gleaner.key)
    const both = await Promise.all([1, 2].map(() => refresh(gleaner.url, clientId, tokens.refresh_token)))
    const [one, two] = (await Promise.all(both.map((response) => response.json()))) as [Tokens, Tokens]
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set([tokens, one, two].map((set) => set.refresh_token)).size).toBe(3)
    for (const set of [tokens, one, two]) expect(await mcpStatus(gleaner.url, set.access_token)).toBe(200)
    expect((await refresh(gleaner.url, clientId, one.refresh_token)).status).toBe(200)
  })

  it('that is used again later ends the grant with all of its tokens', async () => {
    const { tokens, clientId } = await connect(gleaner.url, gleaner.key)
    const next = (await (await refresh(gleaner.url, clientId, tokens.refresh_token)).json()) as Tokens
    const { now } = Date
    Date.now = () => now() + 61_000
    onTestFinished(() => {
      Date.now = now
    })
    expect((await refresh(gleaner.url, clientId, tokens.refresh_token)).status).toBe(400)
    Date.now = now
    expect((await refresh(gleaner.url, clientId, next.refresh_token)).status).toBe(400)
    for (const set of [tokens, next]) expect(await mcpStatus(gleaner.url, set.access_token)).toBe(401)
  })
})

describe('the authorization server', () => {
  it('survives a restart with its clients, grants and tokens', async () => {
    const folder = gleaner.config.GLEANER_DATA_DIR
    const { tokens, clientId } = await connect(gleaner.url, gleaner.key)
    const settings = { GLEANER_DATA_DIR: folder, GLEANER_PUBLIC_URL: gleaner.url, GLEANER_PORT: '0' }
    const again = await openTestService(settings)
    onTestFinished(() => again.close())
    expect(await mcpStatus(again.url, tokens.access_token)).toBe(200)
    expect((await refresh(again.url, clientId, tokens.refresh_token)).status).toBe(200)
  })

  it('stores no token or code', async () => {
    const { tokens, body } = await connect(gleaner.url, gleaner.key)
    const stored = await gleaner.access.oauth.find('AccessToken', 'nothing')
    expect(stored).toBeNull()
    const { readFileSync, readdirSync } = await import('node:fs')
    const folder = gleaner.config.GLEANER_DATA_DIR
    const files = readdirSync(folder).filter((name) => name.startsWith('gleaner.db'))
    const bytes = files.map((name) => readFileSync(`${folder}/${name}`, 'latin1')).join('')
    expect(bytes).toContain('AccessToken')
    for (const secret of [tokens.access_token, tokens.refresh_token, body.code]) expect(bytes).not.toContain(secret)
  })

  it('has no routes without a public URL', async () => {
    const service = await openTestService()
    onTestFinished(() => service.close())
    for (const path of ['/.well-known/oauth-protected-resource', '/oauth/authorize']) {
      expect((await fetch(service.url + path)).status).toBe(404)
    }
    expect((await postJson(`${service.url}/oauth/register`, {})).status).toBe(404)
    expect((await fetch(`${service.url}/mcp`, { method: 'POST' })).headers.get('www-authenticate')).toBe('Bearer')
  })
})

import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Origin, openOrigin } from '../../origin.ts'
import { jsonOf, openTestService, type TestService } from '../../service.ts'
import { mcpStatus, openOAuthService } from './oauth-service.ts'

type GeneratedKey = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']

let issuer: Origin
let gleaner: TestService
let keyId: string
let own: GeneratedKey
let foreign: GeneratedKey
beforeAll(async () => {
  const pairs = await Promise.all([1, 2].map(() => generateKeyPair('ES256')))
  const [first, second] = pairs.map(({ privateKey }) => privateKey)
  if (!first || !second || !pairs[0]) throw new Error('no keys')
  own = first
  foreign = second
  const jwk = { ...(await exportJWK(pairs[0].publicKey)), kid: 'own', alg: 'ES256' }
  issuer = await openOrigin({
    '/.well-known/openid-configuration': (_, response) =>
      void response.end(JSON.stringify({ issuer: issuer.url, jwks_uri: `${issuer.url}/keys` })),
    '/keys': (_, response) => void response.end(JSON.stringify({ keys: [jwk] })),
  })
  gleaner = await openOAuthService({ GLEANER_OAUTH_ISSUER: issuer.url })
  keyId = (await gleaner.access.issue('of a company')).id
})
afterAll(async () => {
  await gleaner.close()
  await issuer.close()
})

interface TokenParts {
  claims?: Record<string, unknown>
  key?: GeneratedKey | Uint8Array
  alg?: string
  audience?: string
  from?: string
  expires?: string | null
}

async function tokenOf({ claims, key = own, alg = 'ES256', audience, from, expires = '5m' }: TokenParts = {}) {
  const token = new SignJWT({ gleaner_key: keyId, ...claims })
    .setProtectedHeader({ alg, kid: 'own' })
    .setIssuer(from ?? issuer.url)
    .setAudience(audience ?? `${gleaner.url}/mcp`)
  return (expires === null ? token : token.setExpirationTime(expires)).sign(key)
}

describe('a token of another issuer', () => {
  it('acts for the key that it names, on /mcp only', async () => {
    const token = await tokenOf()
    expect(await mcpStatus(gleaner.url, token)).toBe(200)
    const headers = { authorization: `Bearer ${token}` }
    expect((await gleaner.get('/v1/account', {}, { headers })).status).toBe(401)
    expect(await mcpStatus(gleaner.url, gleaner.key)).toBe(200)
    await gleaner.access.keys.revoke((await gleaner.access.issue('other')).id, new Date().toISOString())
  })

  it('is issued by the server that the metadata names, and the service is not an authorization server', async () => {
    const metadata = await jsonOf(fetch(`${gleaner.url}/.well-known/oauth-protected-resource/mcp`))
    expect(metadata.authorization_servers).toEqual([issuer.url])
    expect((await fetch(`${gleaner.url}/.well-known/oauth-authorization-server`)).status).toBe(404)
    const refused = await fetch(`${gleaner.url}/mcp`, { method: 'POST' })
    expect(refused.headers.get('www-authenticate')).toContain('/.well-known/oauth-protected-resource/mcp')
  })

  it.each<[string, () => Promise<string>]>([
    ['a signature of another key', () => tokenOf({ key: foreign })],
    ['a secret as key', () => tokenOf({ key: new TextEncoder().encode('a public key as secret'), alg: 'HS256' })],
    ['another audience', () => tokenOf({ audience: 'https://other.example/mcp' })],
    ['the service as audience', () => tokenOf({ audience: gleaner.url })],
    ['another issuer', () => tokenOf({ from: 'https://other.example' })],
    ['an expiry in the past', () => tokenOf({ expires: '-1m' })],
    ['no expiry', () => tokenOf({ expires: null })],
    ['no key', () => tokenOf({ claims: { gleaner_key: undefined } })],
    ['an unknown key', () => tokenOf({ claims: { gleaner_key: 'nothing' } })],
    ['the preset key', () => tokenOf({ claims: { gleaner_key: 'preset' } })],
    ['a key that is not a string', () => tokenOf({ claims: { gleaner_key: [keyId] } })],
    ['the algorithm none', async () => unsigned(await tokenOf())],
    ['no signature', async () => (await tokenOf()).replace(/[^.]+$/, '')],
  ])('is refused with %s', async (_, make) => {
    const preset = 'a-preset-key-of-these-tests'
    await gleaner.access.preset(preset)
    expect(await mcpStatus(gleaner.url, await make())).toBe(401)
    expect(await mcpStatus(gleaner.url, preset)).toBe(200)
  })

  it('is refused once its key is revoked', async () => {
    const { id } = await gleaner.access.issue('leaving')
    const token = await tokenOf({ claims: { gleaner_key: id } })
    expect(await mcpStatus(gleaner.url, token)).toBe(200)
    await gleaner.access.keys.revoke(id, new Date().toISOString())
    expect(await mcpStatus(gleaner.url, token)).toBe(401)
  })

  it('may name its key in another claim', async () => {
    const settings = { GLEANER_OAUTH_ISSUER: issuer.url, GLEANER_OAUTH_KEY_CLAIM: 'account' }
    const other = await openOAuthService(settings)
    onTestFinished(() => other.close())
    const { id } = await other.access.issue('other')
    const audience = `${other.url}/mcp`
    expect(await mcpStatus(other.url, await tokenOf({ audience, claims: { account: id } }))).toBe(200)
    expect(await mcpStatus(other.url, await tokenOf({ audience, claims: { gleaner_key: id } }))).toBe(401)
  })
})

/** The token with the header `alg: none` and without its signature. */
function unsigned(token: string): string {
  const header = Buffer.from(JSON.stringify({ alg: 'none', kid: 'own' })).toString('base64url')
  return `${header}.${token.split('.')[1]}.`
}

describe('an issuer', () => {
  it('that does not respond is reported as 503, and keys still work', async () => {
    const away = await openOAuthService({ GLEANER_OAUTH_ISSUER: 'http://127.0.0.1:9' })
    onTestFinished(() => away.close())
    expect(await mcpStatus(away.url, await tokenOf())).toBe(503)
    expect(await mcpStatus(away.url, away.key)).toBe(200)
  })

  it('whose document names another issuer is not trusted', async () => {
    const other = await openOAuthService({ GLEANER_OAUTH_ISSUER: `${issuer.url}/` })
    onTestFinished(() => other.close())
    const token = await tokenOf({ audience: `${other.url}/mcp`, from: `${issuer.url}/` })
    expect(await mcpStatus(other.url, token)).toBe(503)
  })

  it.each([
    [{ GLEANER_OAUTH_ISSUER: 'https://login.example' }, 'needs GLEANER_PUBLIC_URL'],
    [
      { GLEANER_OAUTH_ISSUER: 'http://login.example', GLEANER_PUBLIC_URL: 'https://g.example' },
      'must be an https:// URL',
    ],
  ])('is refused in the settings %j', async (settings, message) => {
    await expect(openTestService(settings)).rejects.toThrow(message)
  })
})

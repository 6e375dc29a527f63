/** Configures oidc-provider as an authorization server for one resource, the MCP URL, with one scope, and stores its objects. */

import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import Provider, {
  type Adapter,
  type AdapterPayload,
  type ClientMetadata,
  type Configuration,
  errors,
  interactionPolicy,
  type JWK,
} from 'oidc-provider'
import type { Access } from '../../access/access.ts'
import { isActive } from '../../access/keys.ts'
import type { OAuthStore } from '../../access/oauth.ts'
import { ServiceError } from '../../base/errors.ts'
import { emit } from '../../base/events.ts'
import { errorPage } from './consent.ts'
import { scope } from './resource-metadata.ts'

export const paths = {
  authorize: '/oauth/authorize',
  consent: '/oauth/consent',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
} as const

const minute = 60
const day = 24 * 60 * minute

interface ProviderOptions {
  issuer: string
  /** URL of the MCP endpoint, which is the audience of every token. */
  resource: string
  access: Pick<Access, 'keys' | 'oauth' | 'secretsFor'>
  /** Fetches documents that clients name. */
  fetch: typeof globalThis.fetch
}

/** The settings that don't depend on the server's URL or its keys. */
const fixedSettings: Configuration = {
  scopes: [scope],
  claims: {},
  enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
  responseTypes: ['code'],
  pkce: { required: () => true },
  // A secret of a client that registers itself would prove nothing.
  clientAuthMethods: ['none', 'private_key_jwt'],
  clientDefaults: { grant_types: ['authorization_code', 'refresh_token'], id_token_signed_response_alg: 'ES256' },
  routes: {
    authorization: paths.authorize,
    token: paths.token,
    registration: paths.register,
    revocation: paths.revoke,
  },
  issueRefreshToken: async () => true,
  expiresWithSession: async () => false,
  rotateRefreshToken: true,
  revokeGrantPolicy: () => true,
  ttl: {
    ...{ AccessToken: 30 * day, AuthorizationCode: minute, Grant: 90 * day, Interaction: 15 * minute },
    ...{ RefreshToken: 90 * day, Session: 15 * minute, IdToken: minute },
  },
}

export function createProvider({ issuer, resource, access, fetch }: ProviderOptions): Provider {
  const provider = new Provider(issuer, {
    adapter: (model) => createAdapter(access.oauth, model),
    fetch,
    async findAccount(_, id) {
      const key = await access.keys.find(id)
      return key && isActive(key) ? { accountId: id, claims: async () => ({ sub: id }) } : undefined
    },
    ...fixedSettings,
    discovery: { protected_resources: [resource] },
    jwks: { keys: [unusedKey()] },
    extraClientMetadata: { properties: ['software_id'], validator: (_ctx, _key, _value, client) => adjust(client) },
    cookies: {
      keys: [...access.secretsFor('oauth cookies')],
      short: { httpOnly: true, sameSite: 'lax', signed: true },
      long: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    interactions: { policy: signInEachTime(), url: () => paths.consent },
    loadExistingGrant: async ({ oidc: { result, provider: own } }) =>
      result?.consent?.grantId === undefined ? undefined : own.Grant.find(result.consent.grantId),
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      revocation: { enabled: true, allowedPolicy: async (_, client, token) => token.clientId === client.clientId },
      // The default can start with a hyphen, which the command line would take for a flag.
      registration: { enabled: true, issueRegistrationAccessToken: false, idFactory: () => randomUUID() },
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02', cacheDuration: { min: minute, max: day } },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo(_, requested) {
          if (requested.split('?')[0] !== resource) throw new errors.InvalidTarget()
          return { scope, audience: resource, accessTokenFormat: 'opaque' }
        },
      },
    },
    renderError(ctx, { error, error_description: detail }) {
      const { html, headers } = errorPage(detail ?? error)
      ctx.set(headers)
      ctx.body = html
    },
  })
  provider.use(async (ctx, next) => {
    await next()
    // oidc-provider always names `openid` too.
    if (ctx.oidc?.route === 'discovery') Object.assign(ctx.body as object, { scopes_supported: [scope] })
  })
  // The forwarded headers are set by this process, from its public URL.
  provider.proxy = true
  const events: EventEmitter = provider
  events.on('error', () => {})
  provider.on('server_error', (_, error) => {
    if (!(error instanceof ServiceError)) emit('gleaner:fault', { requestId: '', error })
  })
  return provider
}

/** A signing key, which oidc-provider needs although this server issues no ID tokens. */
const unusedKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }) as JWK

/** Asks for a key for every grant, because the browser may be shared and a person may have several keys. */
function signInEachTime() {
  const policy = interactionPolicy.base()
  const { Check, Prompt } = interactionPolicy
  policy.clear()
  const check = new Check('no_key', 'a key is required', 'login_required', ({ oidc }) =>
    oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
  )
  policy.add(new Prompt({ name: 'login', requestable: true }, check))
  return policy
}

/**
 * Corrects a client's registration. Some clients request secrets, scopes and grants that this server doesn't support. Some register as
 * `web` although they receive the code on a changing port of the user's machine (RFC 8252).
 */
function adjust(client: ClientMetadata): void {
  const redirects = Array.isArray(client.redirect_uris) ? client.redirect_uris : []
  client.application_type = redirects.every((uri) => /^https:/i.test(String(uri))) ? 'web' : 'native'
  if (String(client.token_endpoint_auth_method).startsWith('client_secret')) client.token_endpoint_auth_method = 'none'
  client.token_endpoint_auth_method ??= 'none'
  client.grant_types = ['authorization_code', 'refresh_token']
  client.response_types = ['code']
  delete client.scope
}

/** A client that didn't receive the answer to a refresh, or that refreshes twice at once, may use the previous token for this long. */
const refreshGraceMs = 60_000

/** Registrations are removed when they have no grant, not at a certain time. */
const never = 8_640_000_000_000_000

/** Tokens and codes are found by their hash, and are never stored themselves. */
export const hashOf = (name: string): string => createHash('sha256').update(name).digest('base64url')

/** Opens the storage for one kind of object. */
function createAdapter(store: OAuthStore, model: string): Adapter {
  return {
    async upsert(name, { jti, ...payload }, expiresInS = 0) {
      // People sign in for each grant, so a session isn't needed beyond one request.
      if (model === 'Session') return
      const { grantId = model === 'Grant' ? name : null } = payload
      await store.put({
        ...{ model, id: hashOf(name), payload: JSON.stringify(payload) },
        grantId: grantId && hashOf(grantId),
        keyId: payload.accountId ?? null,
        clientId: payload.clientId ?? payload.client_id ?? null,
        expiresAt: model === 'Client' ? never : Date.now() + expiresInS * 1000,
        consumedAt: null,
      })
    },
    async find(name) {
      const record = await store.find(model, hashOf(name))
      if (!record) return undefined
      const payload = JSON.parse(record.payload) as AdapterPayload
      if (model === 'Client') return payload
      const { consumedAt, expiresAt } = record
      const graceMs = model === 'RefreshToken' ? refreshGraceMs : 0
      const isConsumed = consumedAt !== null && consumedAt + graceMs <= Date.now()
      return { ...payload, jti: name, exp: Math.floor(expiresAt / 1000), ...(isConsumed ? { consumed: true } : {}) }
    },
    async consume(name) {
      if ((await store.consume(model, hashOf(name))) || model === 'RefreshToken') return
      // Another request has used the code at the same moment, so one of the two isn't the client's.
      const record = await store.find(model, hashOf(name))
      if (record?.grantId) await store.endGrant(record.grantId)
      throw new errors.InvalidGrant('the code has already been used')
    },
    destroy: (name) => store.remove(model, hashOf(name)),
    revokeByGrantId: (grantId) => store.endGrant(hashOf(grantId)),
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  }
}

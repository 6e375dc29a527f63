/** OAuth 2.1 for MCP clients: the metadata documents, the routes of the authorization server, and its tokens. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Access } from '../../access/access.ts'
import { noShare } from '../../base/share.ts'
import { noStages } from '../../base/stages.ts'
import type { Config } from '../../config/config.ts'
import { createAddressPolicy } from '../../fetch/guard/address-policy.ts'
import { createServiceCaller } from '../../fetch/service/service-call.ts'
import { sendJson } from '../http/response.ts'
import type { HttpExchange, HttpRoute } from '../http/server.ts'
import { hashOf } from './adapter.ts'
import { createConsent } from './consent.ts'
import { clientAuthMethods, createProvider, paths, scope } from './provider.ts'

export interface OAuth {
  routes: HttpRoute[]
  close(): Promise<void>
}

/** Limits on the metadata documents of clients, which anyone can name. */
const maxDocumentBytes = 16 * 1024
const documentLimitMs = 5000

/** Limits on registrations, and on documents that are fetched for requests of strangers. */
const limits = { address: { limit: 30, windowS: 60 }, all: { limit: 300, windowS: 60 } }

/** Opens the authorization server at a public URL, and accepts its tokens. */
export function openAuthorizationServer(issuer: string, config: Config, access: Access): OAuth {
  const resource = `${issuer}/mcp`
  const documents = createServiceCaller({
    policy: createAddressPolicy({ allowAddresses: config.GLEANER_ALLOW_ADDRESSES }),
    userAgent: config.GLEANER_USER_AGENT,
    maxBodyBytes: maxDocumentBytes,
    proxyUrl: config.GLEANER_PROXY_URL ?? null,
  })
  const fetchDocument = async (url: string | URL | Request, { signal }: RequestInit = {}) => {
    await access.attempt('documents:all', limits.all)
    const work = { signal: signal ?? AbortSignal.timeout(documentLimitMs), share: noShare, stages: noStages }
    const { status, body } = await documents.call({ url: String(url), headers: {}, body: null, ...work })
    return new Response(Buffer.from(body), { status })
  }
  const provider = createProvider({ issuer, resource, access, fetch: fetchDocument as typeof fetch })
  const respond = provider.callback()
  const consent = createConsent({ provider, access, addressOf })

  function addressOf({ request }: HttpExchange): string {
    const forwarded = config.GLEANER_TRUST_PROXY ? request.headers['x-forwarded-for'] : undefined
    return (
      String(forwarded ?? request.socket.remoteAddress)
        .split(',')
        .at(-1)
        ?.trim() ?? ''
    )
  }

  /** The provider's own URLs and cookies depend on these headers. */
  function atPublicUrl<Handled>(handle: (request: IncomingMessage, response: ServerResponse) => Handled) {
    const { host, protocol } = new URL(issuer)
    return (request: IncomingMessage, response: ServerResponse): Handled => {
      const named = { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) }
      Object.assign(request.headers, named)
      return handle(request, response)
    }
  }
  const respondHere = atPublicUrl((request, response) => respond(request, response) as Promise<void>)

  access.acceptTokens(async (token) => {
    const record = await access.oauth.useToken(hashOf(token))
    return record && JSON.parse(record.payload).aud === resource ? record.keyId : null
  })

  return {
    routes: [
      ...resourceMetadataRoutes(resource, issuer),
      metadataRoute('/.well-known/oauth-authorization-server', serverMetadata(issuer, resource)),
      route(paths.authorize, ['GET'], async ({ request, response, query }) => {
        request.url = `${paths.authorize}?${authorizationQuery(query)}`
        await respondHere(request, response)
      }),
      {
        ...route(`${paths.authorize}/`, ['GET'], ({ request, response }) => respondHere(request, response)),
        isPrefix: true,
      },
      route(paths.consent, ['GET', 'POST'], (exchange) =>
        atPublicUrl(() => consent(exchange))(exchange.request, exchange.response),
      ),
      route(paths.register, ['POST'], async (exchange) => {
        await access.attempt(`registration:address ${addressOf(exchange)}`, limits.address)
        await access.attempt('registration:all', limits.all)
        await respondHere(exchange.request, exchange.response)
      }),
      ...[paths.token, paths.revoke].map((path) =>
        route(path, ['POST'], ({ request, response }) => respondHere(request, response)),
      ),
    ],
    close: () => documents.close(),
  }
}

/** Returns the header of a 401 that says where to get a token. */
export function challengeOf(publicUrl: string): string {
  return `Bearer resource_metadata="${publicUrl}${resourceMetadataPath}/mcp", scope="${scope}"`
}

const resourceMetadataPath = '/.well-known/oauth-protected-resource'

/** Routes of the document that names a resource's authorization server (RFC 9728). */
export function resourceMetadataRoutes(resource: string, issuer: string): HttpRoute[] {
  const metadata = {
    resource,
    authorization_servers: [issuer],
    scopes_supported: [scope],
    bearer_methods_supported: ['header'],
    resource_name: 'Gleaner',
  }
  return [resourceMetadataPath, `${resourceMetadataPath}/mcp`].map((path) => metadataRoute(path, metadata))
}

/** The authorization server's metadata (RFC 8414). oidc-provider's own also names features of OpenID Connect. */
function serverMetadata(issuer: string, resource: string) {
  return {
    issuer,
    authorization_endpoint: issuer + paths.authorize,
    token_endpoint: issuer + paths.token,
    registration_endpoint: issuer + paths.register,
    revocation_endpoint: issuer + paths.revoke,
    scopes_supported: [scope],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: clientAuthMethods,
    token_endpoint_auth_signing_alg_values_supported: ['ES256', 'RS256', 'PS256', 'EdDSA'],
    revocation_endpoint_auth_methods_supported: clientAuthMethods,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    protected_resources: [resource],
  }
}

/** Clients also ask for scopes and prompts of other servers, and often for no scope at all. */
function authorizationQuery(query: string): URLSearchParams {
  const known = [
    'client_id',
    'redirect_uri',
    'response_type',
    'state',
    'code_challenge',
    'code_challenge_method',
    'resource',
  ]
  const given = [...new URLSearchParams(query)].filter(([name]) => known.includes(name))
  return new URLSearchParams([...given, ['scope', scope]])
}

function metadataRoute(path: string, metadata: object): HttpRoute {
  return { ...route(path, ['GET', 'HEAD'], ({ response }) => sendJson(response, 200, metadata)) }
}

function route(path: string, methods: readonly string[], handle: HttpRoute['handle']): HttpRoute {
  return { path, methods, needsKey: false, isPage: true, handle }
}

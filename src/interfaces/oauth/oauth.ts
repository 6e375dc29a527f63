/** OAuth 2.1 for MCP clients: the metadata documents, the routes of the authorization server, and its tokens. */

import type { Access } from '../../access/access.ts'
import { noShare } from '../../base/share.ts'
import { noStages } from '../../base/stages.ts'
import type { Config } from '../../config/config.ts'
import { createAddressPolicy } from '../../fetch/guard/address-policy.ts'
import { createServiceCaller } from '../../fetch/service/service-call.ts'
import type { HttpExchange, HttpRoute } from '../http/server.ts'
import { attemptLimits, createConsent } from './consent.ts'
import { createProvider, hashOf, paths } from './provider.ts'
import { type OAuth, openRoute, resourceMetadataRoutes, scope } from './resource-metadata.ts'

/** Limits on the metadata documents of clients, which anyone can name. */
const maxDocumentBytes = 16 * 1024
const documentLimitMs = 5000

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
    await access.attempt('documents:all', attemptLimits.all)
    const work = { signal: signal ?? AbortSignal.timeout(documentLimitMs), share: noShare, stages: noStages }
    const { status, body } = await documents.call({ url: String(url), headers: {}, body: null, ...work })
    return new Response(Buffer.from(body), { status })
  }
  const provider = createProvider({ issuer, resource, access, fetch: fetchDocument as typeof fetch })
  const respond = provider.callback()
  const addressOf = (exchange: HttpExchange) => clientAddress(exchange, config.GLEANER_TRUST_PROXY)
  const consent = createConsent({ provider, access, addressOf })

  /** Creates a route that sees the public URL, on which the provider's own URLs and cookies depend. */
  function route(path: string, methods: readonly string[], handle: HttpRoute['handle']): HttpRoute {
    const { host, protocol } = new URL(issuer)
    const named = { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) }
    return openRoute(path, methods, async (exchange) => {
      Object.assign(exchange.request.headers, named)
      await handle(exchange)
    })
  }
  const respondTo: HttpRoute['handle'] = ({ request, response }) => respond(request, response) as Promise<void>

  access.acceptTokens(async (token) => {
    const record = await access.oauth.useToken(hashOf(token))
    return record && JSON.parse(record.payload).aud === resource ? record.keyId : null
  })

  return {
    routes: [
      ...resourceMetadataRoutes(resource, issuer),
      route('/.well-known/oauth-authorization-server', ['GET'], respondTo),
      route(paths.authorize, ['GET'], async (exchange) => {
        exchange.request.url = `${paths.authorize}?${authorizationQuery(exchange.query)}`
        await respondTo(exchange)
      }),
      { ...route(`${paths.authorize}/`, ['GET'], respondTo), isPrefix: true },
      route(paths.consent, ['GET', 'POST'], consent),
      route(paths.register, ['POST'], async (exchange) => {
        await access.attempt(`registration:address ${addressOf(exchange)}`, attemptLimits.address)
        await access.attempt('registration:all', attemptLimits.all)
        await respondTo(exchange)
      }),
      route(paths.token, ['POST'], respondTo),
      route(paths.revoke, ['POST'], respondTo),
    ],
    close: () => documents.close(),
  }
}

function clientAddress({ request }: HttpExchange, trustsProxy: boolean): string {
  const forwarded = trustsProxy ? request.headers['x-forwarded-for'] : undefined
  const addresses = String(forwarded ?? request.socket.remoteAddress).split(',')
  return addresses.at(-1)?.trim() ?? ''
}

/** Clients also ask for scopes and prompts of other servers, and often for no scope at all. */
function authorizationQuery(query: string): URLSearchParams {
  const known = /^(?:client_id|redirect_uri|response_type|state|code_challenge|code_challenge_method|resource)$/
  const given = [...new URLSearchParams(query)].filter(([name]) => known.test(name))
  return new URLSearchParams([...given, ['scope', scope]])
}

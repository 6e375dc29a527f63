/** Accepts the tokens of another authorization server, such as a company's, instead of tokens that this service issues. */

import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { Access } from '../../access/access.ts'
import { presetKeyId } from '../../access/keys.ts'
import { ServiceError } from '../../base/errors.ts'
import { once } from '../../base/once.ts'
import type { Config } from '../../config/config.ts'
import { createServiceFetch } from '../../fetch/service/service-fetch.ts'
import { type OAuth, resourceMetadataRoutes } from './resource-metadata.ts'

/** Asymmetric algorithms. With others, anyone who knows the public key could make tokens. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

const maxDocumentBytes = 1024 * 1024
const documentLimitMs = 5000

/** `issuer` is the other server's identifier, exactly as its tokens name it. */
export function openDelegation(publicUrl: string, issuer: string, config: Config, access: Access): OAuth {
  const audience = `${publicUrl}/mcp`
  const service = createServiceFetch({ proxyUrl: config.GLEANER_PROXY_URL ?? null, maxBytes: maxDocumentBytes })

  /** Reads the URL of the issuer's keys from its metadata (OpenID Connect Discovery 1.0). */
  async function discover(): Promise<JWTVerifyGetKey> {
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const response = await service.fetch(url, { signal: AbortSignal.timeout(documentLimitMs) })
    const { issuer: named, jwks_uri: keysUrl } = (await response.json()) as Record<string, unknown>
    if (named !== issuer) throw new Error(`${url} is the document of another issuer`)
    return createRemoteJWKSet(new URL(String(keysUrl)), { [customFetch]: service.fetch })
  }

  const openKeySet = once(() =>
    discover().catch((cause: unknown) => {
      const message = "The authorization server (GLEANER_OAUTH_ISSUER) can't be read"
      throw new ServiceError('overloaded', message, { cause, retryAfterS: 5 })
    }),
  )

  access.acceptTokens(async (token) => {
    // Gleaner's own keys have no dots.
    if (!/^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)) return null
    const checks = { issuer, audience, algorithms, requiredClaims: ['exp'] }
    const verified = await jwtVerify(token, await openKeySet(), checks).catch(() => null)
    const id = verified?.payload[config.GLEANER_OAUTH_KEY_CLAIM]
    return typeof id === 'string' && id !== presetKeyId ? id : null
  })

  return { routes: resourceMetadataRoutes(audience, issuer), close: () => service.close() }
}

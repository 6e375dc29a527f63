/** The page on which a person signs in with a key and lets a client act for it. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import type Provider from 'oidc-provider'
import { errors, type InteractionResults } from 'oidc-provider'
import type { Access } from '../../access/access.ts'
import { ServiceError } from '../../base/errors.ts'
import { readBody } from '../http/request-body.ts'
import type { HttpExchange } from '../http/server.ts'
import { consentPage, errorPage } from './consent-page.ts'
import { scope } from './resource-metadata.ts'

const maxFormBytes = 4096
/** High enough for an office behind one address, and too low for guessing even a preset key. */
const limits = { address: { limit: 30, windowS: 60 }, all: { limit: 300, windowS: 60 } }

interface ConsentOptions {
  provider: Provider
  access: Pick<Access, 'authenticate' | 'attempt' | 'secretsFor'>
  addressOf(exchange: HttpExchange): string
}

/** Handles GET, which shows the page, and POST, which sends its form. */
export function createConsent({ provider, access, addressOf }: ConsentOptions) {
  const [secret] = access.secretsFor('oauth consent')
  const tokenFor = (uid: string) => createHmac('sha256', secret).update(uid).digest('base64url')

  async function show(exchange: HttpExchange, problem: string | null, status: number): Promise<void> {
    const { request, response } = exchange
    const { params, uid } = await provider.interactionDetails(request, response)
    const clientId = String(params.client_id)
    const { clientName } = (await provider.Client.find(clientId)) ?? {}
    const redirectUri = String(params.redirect_uri)
    const page = consentPage({ clientId, clientName, redirectUri, formToken: tokenFor(uid), problem })
    response.writeHead(status, page.headers).end(page.html)
  }

  async function decide(exchange: HttpExchange): Promise<void> {
    const { request, response, share } = exchange
    const { params, uid } = await provider.interactionDetails(request, response)
    const form = new URLSearchParams(Buffer.from(await readBody(request, maxFormBytes, share)).toString())
    if (!isSame(form.get('form_token') ?? '', tokenFor(uid))) throw new errors.SessionNotFound('form token mismatch')
    const finish = (result: InteractionResults) =>
      provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
    if (form.get('decision') !== 'allow') {
      return finish({ error: 'access_denied', error_description: 'The person did not consent' })
    }
    const address = addressOf(exchange)
    await access.attempt(`sign-in:address ${address}`, limits.address)
    await access.attempt('sign-in:all', limits.all)
    const accountId = await access.authenticate(`Bearer ${form.get('key')?.trim()}`)
    const grant = new provider.Grant({ accountId, clientId: String(params.client_id) })
    for (const resource of [params.resource].flat()) grant.addResourceScope(String(resource), scope)
    await finish({ login: { accountId, remember: false }, consent: { grantId: await grant.save() } })
  }

  return async (exchange: HttpExchange): Promise<void> => {
    const { request, response } = exchange
    try {
      await (request.method === 'POST' ? decide(exchange) : show(exchange, null, 200))
    } catch (error) {
      if (error instanceof errors.SessionNotFound) {
        const page = errorPage('The request has expired, or it was started in another browser.')
        return void response.writeHead(400, page.headers).end(page.html)
      }
      if (!(error instanceof ServiceError) || !(error.type in problems)) throw error
      if (error.retryAfterS !== null) response.setHeader('retry-after', error.retryAfterS)
      await show(exchange, problems[error.type as keyof typeof problems], error.status)
    }
  }
}

const problems = {
  unauthorized: 'This is not a valid API key. It may be incomplete, revoked or expired.',
  rate_limited: 'Too many attempts. Wait a minute, and try again.',
}

function isSame(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}

/** The page on which a person signs in with a key and lets a client act for it, and the error page. They work without scripts. */

import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { escapeUTF8 } from 'entities'
import type Provider from 'oidc-provider'
import { errors, type InteractionResults } from 'oidc-provider'
import type { Access } from '../../access/access.ts'
import { ServiceError } from '../../base/errors.ts'
import { readBody } from '../http/body.ts'
import type { HttpExchange } from '../http/server.ts'
import { scope } from './resource-metadata.ts'

const maxFormBytes = 4096
/** High enough for an office behind one address, and too low for guessing even a preset key. */
export const attemptLimits = { address: { limit: 30, windowS: 60 }, all: { limit: 300, windowS: 60 } }

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
    await access.attempt(`sign-in:address ${address}`, attemptLimits.address)
    await access.attempt('sign-in:all', attemptLimits.all)
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

interface ConsentPageOptions {
  clientId: string
  clientName: string | undefined
  redirectUri: string
  formToken: string
  /** Why the previous attempt failed. */
  problem: string | null
}

function consentPage({ clientId, clientName, redirectUri, formToken, problem }: ConsentPageOptions) {
  const name = `<strong>${escapeUTF8(clientName?.slice(0, 100) ?? 'An application')}</strong>`
  const { protocol } = new URL(redirectUri)
  return toPage(
    'Connect an application',
    `<h1>Connect an application</h1>
<p>${name} asks to use Gleaner with your API key. It can read web pages until you disconnect it, with the balance and limits of the key.
The application doesn't see the key.</p>
<dl><dt>Application</dt><dd>${whoAsks(clientId)}</dd><dt>Returns to</dt><dd>${whereTo(redirectUri)}</dd></dl>
<p>Continue only if you have just started this yourself in that application.</p>
${problem === null ? '' : `<p id="problem" role="alert">${escapeUTF8(problem)}</p>`}
<form method="post">
<input type="hidden" name="form_token" value="${escapeUTF8(formToken)}">
<label for="key">API key</label>
<input id="key" name="key" type="password" autocomplete="off" autocapitalize="none" spellcheck="false"${
      problem === null ? '' : ' aria-invalid="true" aria-describedby="problem"'
    }>
<button name="decision" value="allow">Connect</button>
<button name="decision" value="deny">Cancel</button>
</form>`,
    // Browsers apply this to every redirect after the form, and the client may redirect further.
    `'self' https: ${protocol}`,
  )
}

export function errorPage(message: string) {
  const text = `<h1>This request can't be answered</h1><p>${escapeUTF8(message)}</p>
<p>Go back to the application, and start again from there.</p>`
  return toPage("This request can't be answered", text, "'none'")
}

/** Only the host of a metadata document identifies a client. The name that a client gives itself proves nothing. */
function whoAsks(clientId: string): string {
  const url = URL.parse(clientId)
  return url === null ? 'registered itself, so its name is not verified' : `published at ${escapeUTF8(url.host)}`
}

function whereTo(redirectUri: string): string {
  const { protocol, host, hostname } = new URL(redirectUri)
  if (/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)) return `a program on this computer (${escapeUTF8(host)})`
  return protocol === 'https:' ? escapeUTF8(host) : `the application for ${escapeUTF8(protocol)} links on this device`
}

const style = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:0 auto;padding:1.5rem 1rem;
overflow-wrap:anywhere}h1{font-size:1.4rem}dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}dd{margin:0}
label{display:block;font-weight:600}input,button{font:inherit;box-sizing:border-box;min-height:2.75rem;padding:.5rem .75rem}
input{width:100%;margin:.25rem 0 1rem}#problem{border-left:.25rem solid #c00;padding-left:.75rem}`
const styleHash = createHash('sha256').update(style).digest('base64')

function toPage(title: string, body: string, formAction: string) {
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title} – Gleaner</title><style>${style}</style></head><body><main>${body}</main></body></html>
`
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'; form-action ${formAction}`
  return {
    html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
    },
  }
}

// @ai-sdk/mcp: the application implements the provider, and registers itself.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { auth, createMCPClient, UnauthorizedError } from '@ai-sdk/mcp'

export async function open({ url, folder, redirectUrl, show }) {
  const file = `${folder}/stored.json`
  const stored = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const save = (values) => writeFileSync(file, JSON.stringify(Object.assign(stored, values)))
  const authProvider = {
    redirectUrl,
    clientMetadata: { client_name: 'AI SDK', redirect_uris: [redirectUrl] },
    clientInformation: () => stored.client,
    saveClientInformation: (client) => save({ client }),
    isClientInformationDynamicallyRegistered: () => true,
    tokens: () => stored.tokens,
    saveTokens: (tokens) => save({ tokens }),
    codeVerifier: () => stored.verifier,
    saveCodeVerifier: (verifier) => save({ verifier }),
    state: () => crypto.randomUUID(),
    storedState: () => stored.state,
    saveState: (state) => save({ state }),
    redirectToAuthorization: show,
    invalidateCredentials: (scope) => {
      save({ tokens: undefined, ...(scope === 'all' && { client: undefined }) })
    },
  }
  const connect = () => createMCPClient({ transport: { type: 'http', url, authProvider } })
  const client = await connect().catch(async (error) => {
    if (!(error instanceof UnauthorizedError)) throw error
    const given = await redirected(redirectUrl)
    const [authorizationCode, callbackState, callbackIssuer] = ['code', 'state', 'iss'].map((name) => given.get(name))
    await auth(authProvider, { serverUrl: url, authorizationCode, callbackState, callbackIssuer })
    return connect()
  })
  const { scrape } = await client.tools()
  return {
    scrape: async (page) => (await scrape.execute({ url: page }, {})).content[0].text,
    close: () => client.close(),
  }
}

/** Receives the request that the browser is sent to. */
async function redirected(redirectUrl) {
  const { hostname, port } = new URL(redirectUrl)
  const { promise, resolve } = Promise.withResolvers()
  const server = createServer((request, response) => {
    response.end('You can close this page.')
    resolve(new URL(request.url, redirectUrl).searchParams)
  }).listen(Number(port), hostname)
  const parameters = await promise
  server.close()
  return parameters
}

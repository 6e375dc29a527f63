import * as v2 from '@modelcontextprotocol/client'
import { UnauthorizedError as UnauthorizedErrorV1 } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestService } from '../../service.ts'
import { documentOf, type MetadataHost, openMetadataHost } from './metadata-host.ts'
import { openOAuthService, Person, redirectUri } from './oauth-service.ts'

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

/** An application that stores its tokens, and the URL to which it sends the person's browser, in `stored`. */
function openApplication(clientMetadataUrl?: string) {
  const stored: Record<string, unknown> = {}
  return {
    ...(clientMetadataUrl === undefined ? {} : { clientMetadataUrl }),
    redirectUrl: redirectUri,
    clientMetadata: { ...JSON.parse(documentOf('')), client_id: undefined },
    stored,
    state: () => 'a state of the application',
    clientInformation: () => stored.client,
    saveClientInformation: (client: unknown) => void Object.assign(stored, { client }),
    tokens: () => stored.tokens,
    saveTokens: (tokens: unknown) => void Object.assign(stored, { tokens }),
    redirectToAuthorization: (url: URL) => void Object.assign(stored, { url }),
    saveCodeVerifier: (verifier: string) => void Object.assign(stored, { verifier }),
    codeVerifier: () => String(stored.verifier),
    saveDiscoveryState: (discovery: unknown) => void Object.assign(stored, { discovery }),
    discoveryState: () => stored.discovery,
  }
}

interface Sdk {
  Client: new (info: {
    name: string
    version: string
  }) => {
    connect(transport: never): Promise<unknown>
    listTools(): Promise<{ tools: { name: string }[] }>
    close(): Promise<void>
  }
  Transport: new (url: URL, options: never) => { finishAuth(given: never): Promise<void> }
  Unauthorized: new (...args: never[]) => Error
  /** Converts the parameters of the redirect to what `finishAuth` takes. */
  given(parameters: URLSearchParams): unknown
}

const sdks: Record<string, Sdk> = {
  'SDK v1': {
    Client: ClientV1 as never,
    Transport: TransportV1 as never,
    Unauthorized: UnauthorizedErrorV1 as never,
    given: (parameters) => parameters.get('code'),
  },
  'SDK v2': {
    Client: v2.Client as never,
    Transport: v2.StreamableHTTPClientTransport as never,
    Unauthorized: v2.UnauthorizedError as never,
    given: (parameters) => parameters,
  },
}

describe.each(Object.entries(sdks))('the client of %s', (_, { Client, Transport, Unauthorized, given }) => {
  it.each(['registration', 'a metadata document'])(
    'connects, uses its tokens, and refreshes them, by %s',
    async (way) => {
      const application = openApplication(way === 'registration' ? undefined : `${host.url}/application`)
      const open = () => new Transport(new URL(`${gleaner.url}/mcp`), { authProvider: application } as never)
      const first = open()
      await expect(new Client({ name: 'test', version: '1' }).connect(first as never)).rejects.toThrow(Unauthorized)
      const target = await new Person().authorize(String(application.stored.url), gleaner.key)
      await first.finishAuth(given(target.searchParams) as never)
      const listTools = async () => {
        const client = new Client({ name: 'test', version: '1' })
        await client.connect(open() as never)
        const { tools } = await client.listTools()
        await client.close()
        return tools.map(({ name }) => name)
      }
      expect(await listTools()).toContain('scrape')
      const before = application.stored.tokens as { access_token: string; refresh_token: string }
      application.stored.tokens = { ...before, access_token: 'expired' }
      expect(await listTools()).toContain('scrape')
      expect(application.stored.tokens).toMatchObject({
        refresh_token: expect.not.stringContaining(before.refresh_token),
      })
    },
  )
})

/** Gleaner configured with each search-result provider, and a loopback server that replaces the provider. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll } from 'vitest'
import { adsProviders } from '../../../src/ads/providers/providers.ts'
import type { AdsProviderName } from '../../../src/contract/ads-reading.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { openTestService, type TestService } from '../../service.ts'

export const providerKey = 'somebody:k3y-that-nobody-sees'
export const jsonType = { 'content-type': 'application/json' }
export const providerNames = Object.keys(adsProviders) as AdsProviderName[]

export type Respond = (request: IncomingMessage, response: ServerResponse) => unknown

interface Provided {
  gleaner: TestService
  /** The provider's server and its response. */
  service: Origin
  respond: Respond
}

/** Returns Gleaner and the requests that reach the provider's server, which responds with `respond`. */
type ServiceWith = (name: AdsProviderName, respond: Respond) => Omit<Provided, 'respond'>

/** Services stay open while the file's tests run. */
export function provideServices(): ServiceWith {
  const provided = {} as Record<AdsProviderName, Provided>
  beforeAll(async () => {
    for (const name of providerNames) {
      const answer: Respond = (request, response) => provided[name].respond(request, response)
      const live = '/v3/serp/google/organic/live/advanced'
      const service = await openOrigin({ '/search.json': answer, '/v1/queries': answer, [live]: answer })
      const gleaner = await openTestService({
        GLEANER_ADS_PROVIDER: name,
        GLEANER_ADS_PROVIDER_KEY: providerKey,
        GLEANER_ADS_PROVIDER_URL: `${service.url}/`,
      })
      provided[name] = { gleaner, service, respond: () => {} }
    }
  })
  afterAll(async () => {
    for (const { gleaner, service } of Object.values(provided)) {
      await gleaner.close()
      await service.close()
    }
  })
  return (name, respond) => {
    const { gleaner, service } = provided[name]
    provided[name].respond = respond
    service.requests.length = 0
    return { gleaner, service }
  }
}

/** Responds with the body as JSON. */
export const sends =
  (body: unknown, status = 200): Respond =>
  (_request, response) =>
    response.writeHead(status, jsonType).end(JSON.stringify(body))

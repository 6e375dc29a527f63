/** The adapter of result pages for a search-result service that the server's owner has chosen: one call for each page. */

import { ServiceError } from '../errors.ts'
import type { ServiceCaller } from '../fetch/service/service-call.ts'
import type { Provider, ProviderAccess } from '../google-ads/providers/provider.ts'
import { searchUrl } from '../google-ads/search/request.ts'
import type { ResultPageSource } from './ads-pages.ts'

interface ProviderPagesParts {
  provider: Provider
  access: ProviderAccess
  service: ServiceCaller
  /** GLEANER_GOOGLE_URL: results name Google's URL of a page, whoever loaded it. */
  template: string
}

/** Failures of the service are target_unreachable and invalid_response; their messages never repeat its response. */
export function createProviderPages({ provider, access, service, template }: ProviderPagesParts): ResultPageSource {
  return {
    open(input) {
      const timeMs = Date.now()
      const urlOf = (page: number) => searchUrl(template, { ...input, page, timeMs })
      return {
        urlOf,
        async read(page, { signal }, { progress, share, stages }) {
          progress?.(`Asking ${provider.label} for result page ${page}`)
          const call = provider.buildRequest({ ...input, page, timeMs, renderJs: input.render_js }, access)
          const { status, body } = await service.call({ ...call, signal, share, stages })
          share.give(body.byteLength)
          if (status !== 200) throw serviceRefused(provider.label, status)
          const parsed = provider.readResponse(parseJson(provider.label, body), page)
          return { page, url: urlOf(page), ...parsed, rendered: false, warnings: [] }
        },
      }
    },
  }
}

const reasonOfStatus: Record<number, string> = {
  401: "does not accept this server's key",
  402: 'has no searches left for this server',
  403: "does not accept this server's key",
  429: 'has no searches left for this server, or it asked too many at once',
}

function serviceRefused(label: string, status: number): ServiceError {
  const reason = reasonOfStatus[status] ?? 'could not serve the search'
  return new ServiceError('target_unreachable', `The search provider ${label} ${reason} (status ${status})`)
}

function parseJson(label: string, body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    // Without the cause: a parser's error quotes its input.
    throw new ServiceError('invalid_response', `The search provider ${label} did not answer in JSON`)
  }
}

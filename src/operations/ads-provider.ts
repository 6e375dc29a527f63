/** Where result pages come from when the server's owner has chosen a search-result service: one call of it for each page. */

import { ServiceError } from '../errors.ts'
import type { ServiceCaller } from '../fetch/service/service-call.ts'
import type { Provider, ProviderAccess } from '../google-ads/providers/provider.ts'
import { searchUrl } from '../google-ads/search/request.ts'
import type { ResultPages } from './ads-pages.ts'

export interface ProviderPagesParts {
  provider: Provider
  access: ProviderAccess
  service: ServiceCaller
  /** GLEANER_GOOGLE_URL: pages are named by Google's address, whoever asks there. */
  template: string
}

/** Failures of the service are target_unreachable and invalid_response; their words never repeat what it answered. */
export function createProviderPages({ provider, access, service, template }: ProviderPagesParts): ResultPages {
  return {
    open(input) {
      const urlOf = (page: number) => searchUrl(template, { ...input, page })
      return {
        urlOf,
        async read(page, { signal }, request) {
          request.progress?.(`Asking ${provider.label} for result page ${page}`)
          const call = provider.call({ ...input, page, renderJs: input.render_js }, access)
          const { status, body } = await service.call({ ...call, signal })
          if (status !== 200) throw refusal(provider.label, status)
          const read = provider.read(parse(provider.label, body), page)
          return { page, url: urlOf(page), ...read, rendered: false, warnings: [] }
        },
      }
    },
  }
}

const reasons: Record<number, string> = {
  401: "does not accept this server's key",
  402: 'has no searches left for this server',
  403: "does not accept this server's key",
  429: 'has no searches left for this server, or it asked too many at once',
}

function refusal(label: string, status: number): ServiceError {
  const reason = reasons[status] ?? 'could not serve the search'
  return new ServiceError('target_unreachable', `The search provider ${label} ${reason} (status ${status})`)
}

function parse(label: string, body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    // Without a cause: a parser's error quotes what it read.
    throw new ServiceError('invalid_response', `The search provider ${label} did not answer in JSON`)
  }
}

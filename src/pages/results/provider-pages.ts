/** Gets result pages from a search-result service that the server's owner has chosen, with one call per page, or one for all pages. */

import { type Provider, type ProviderAccess, searchUrl } from '../../ads/read-ads.ts'
import { ServiceError } from '../../base/errors.ts'
import type { Work } from '../../base/work.ts'
import type { AdsProviderName, AskedPages, ParsedResultPage, ProviderAnswer } from '../../contract/ads-reading.ts'
import type { ServiceCaller } from '../../fetch/service/service-call.ts'
import type { Sandbox } from '../../readers/tasks.ts'
import type { ResultPageSource } from './result-page-source.ts'

interface ProviderPagesParts {
  name: AdsProviderName
  provider: Provider
  access: ProviderAccess
  service: ServiceCaller
  sandbox: Sandbox
  /** GLEANER_GOOGLE_URL. Results always show Google's URL for a page, even if a provider loaded it. */
  template: string
}

/** If the service fails, throws target_unreachable or invalid_response. The messages never repeat its response. */
export function createProviderPages(parts: ProviderPagesParts): ResultPageSource {
  const { name, provider, access, service, sandbox, template } = parts
  return {
    rules: provider.rules,
    open(input) {
      const timeMs = Date.now()
      const urlOf = (page: number) => searchUrl(template, { ...input, page, timeMs })
      /** Additional pages that the last call returned, by number. */
      const brought = new Map<number, ParsedResultPage>()

      /** Resolves with the requested pages. Throws ServiceError, or `signal.reason`. */
      async function ask(asked: AskedPages, work: Work): Promise<ParsedResultPage[]> {
        const call = provider.buildRequest({ ...input, ...asked, timeMs, renderJs: input.render_js }, access)
        const { status, body } = await service.call({ ...call, ...work })
        const reading = { ...work, releaseBytes: body.byteLength }
        const answer = await sandbox.run('readProviderAnswer', [name, status, body, asked], reading)
        if (answer.kind === 'refused') throw serviceRefused(provider.label, answer)
        return answer.pages
      }

      return {
        urlOf,
        async read(page, work) {
          if (!brought.has(page)) {
            work.progress?.(`Asking ${provider.label} for result page ${page}`)
            const pages = provider.bringsAllPages ? input.start_page + input.pages - page : 1
            const parsed = await ask({ page, pages }, work)
            for (const [index, one] of parsed.entries()) brought.set(page + index, one)
          }
          const parsed: ParsedResultPage = brought.get(page) ?? { status: 'error', ads: [] }
          return { page, url: urlOf(page), ...parsed, rendered: false, warnings: [], service: provider.label }
        },
      }
    },
  }
}

const reasons = {
  key: "does not accept this server's key",
  spent: 'has no searches left for this server',
  too_many: 'has no searches left for this server, or received too many requests at once',
  failed: 'could not serve the search',
} as const

function serviceRefused(label: string, { refusal, code }: ProviderAnswer & { kind: 'refused' }): ServiceError {
  if (refusal.reason === 'parameter') {
    const { parameter: param } = refusal
    const message = `Value error, the search provider ${label} does not support this ${param}`
    return new ServiceError('value_error', message, { param })
  }
  const message = `The search provider ${label} ${reasons[refusal.reason]} (status ${code})`
  return new ServiceError('target_unreachable', message)
}

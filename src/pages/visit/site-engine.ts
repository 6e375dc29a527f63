/** The engine for `scrape` and `explain`, which loads only pages from sites that the owner's domain lists allow. */

import type { SiteCheck } from '../../fetch/guard/domain-lists.ts'
import type { PageSource } from '../../page/page.ts'
import type { PageEngine } from './page-engine.ts'

export function boundToSites(engine: PageEngine, checkSite: SiteCheck): PageEngine {
  const { policy } = engine
  const bound = (source: PageSource): PageSource => ({
    load: (request) => source.load({ ...request, checkSite }),
    close: () => source.close(),
  })
  return {
    ...engine,
    policy: {
      ...policy,
      checkUrl(url) {
        policy.checkUrl(url)
        checkSite(url)
      },
    },
    fetchPage: bound(engine.fetchPage),
    renderPage: bound(engine.renderPage),
  }
}

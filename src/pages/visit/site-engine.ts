/** The engine of `scrape` and `explain`: it loads pages of the sites alone that the owner's lists of domains allow. */

import type { SiteCheck } from '../../fetch/guard/site-check.ts'
import type { PageSource } from '../../html/page.ts'
import type { PageEngine } from './page-engine.ts'

/** The engine with the check before its own. */
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

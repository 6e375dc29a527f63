/** Lists the links of a page, each URL once, with its site. */

import { unfollowedSchemes } from '../../base/url-schemes.ts'
import type { Link } from '../../contract/list-items.ts'
import { withoutFragment } from '../../html/absolute-url.ts'
import { createSiteTest } from '../../page/site.ts'

interface LinkList {
  links: Link[]
  /** Adds a link, unless its URL is null, already listed, a page fragment or in `unfollowedSchemes`. Calls `text` only for added links. */
  add(url: URL | null, text: () => string): void
}

export function createLinkList(pageUrl: string): LinkList {
  const links: Link[] = []
  const seen = new Set<string>()
  const isInternal = createSiteTest(pageUrl)
  const page = withoutFragment(new URL(pageUrl).href)
  return {
    links,
    add(url, text) {
      if (!url || unfollowedSchemes.has(url.protocol) || seen.has(url.href)) return
      seen.add(url.href)
      if (url.href.includes('#') && withoutFragment(url.href) === page) return
      links.push({ url: url.href, text: text(), internal: isInternal(url) })
    },
  }
}

/** Returns the http(s) links to the page's own site, or to other sites. */
export function filterLinks(links: readonly Link[], side: 'internal' | 'external'): Link[] {
  return links.filter(({ internal }) => internal === (side === 'internal'))
}

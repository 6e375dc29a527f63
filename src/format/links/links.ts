/** Collects the links of an HTML page. */

import type { Element, ParentNode } from 'domhandler'
import { unfollowedSchemes } from '../../base/url-schemes.ts'
import type { Link } from '../../contract/list-items.ts'
import { parseUrl, withoutFragment } from '../../html/absolute-url.ts'
import { CharacterBudget } from '../../html/character-budget.ts'
import type { Document } from '../../html/document.ts'
import { isInertTemplate, textOnOneLine } from '../../html/text-runs.ts'
import { isElement, walk } from '../../html/traverse.ts'
import { findForeignFrames } from '../../html/visibility/foreign-frames.ts'
import { withoutInvisible } from '../../html/visibility/invisible-characters.ts'
import { type PageView, viewDocument } from '../../html/visibility/page-view.ts'
import { collapseAndTrim } from '../../html/white-space.ts'
import { createSiteTest } from '../../page/site.ts'

/**
 * Returns the links of `a[href]` and `area[href]` in and below `roots`. Also returns the frames and documents there that were not read.
 * Each absolute URL is listed once. Leaves out `unfollowedSchemes` and links to fragments of the page itself (docs/scrape.md). An `href`
 * that is only a fragment refers to this page even if `<base>` says otherwise, because that is what its author meant. Throws
 * response_too_large.
 */
export function collectLinks(
  document: Document,
  roots: readonly ParentNode[],
  view: PageView = viewDocument(document, 'links'),
): Link[] {
  const list = createLinkList(document.url)
  const frames = findForeignFrames(document)
  const budget = new CharacterBudget(document)
  const textOf = (element: Element, url: URL | null) => {
    const shown = frames.has(element) ? collapseAndTrim(element.attribs.title ?? '') : textOfLink(element, view)
    const text = withoutInvisible(shown).trim()
    budget.take((url?.href.length ?? 0) + text.length)
    return text
  }
  /** Raw `href` values already seen. Pages repeat their links, so each value is processed only once. */
  const known = new Set<string>()
  const visit = (element: Element) => {
    const isLink = element.name === 'a' || element.name === 'area'
    const href = isLink ? element.attribs.href?.trim() : frames.get(element)
    if (href === undefined || href.startsWith('#') || known.has(href)) return
    known.add(href)
    const url = parseUrl(document, href)
    list.add(url, () => textOf(element, url))
  }
  for (const root of roots) {
    if (isElement(root)) {
      if (isInertTemplate(root)) continue
      visit(root)
    }
    document.elements.visitBelow(root, (element) => view.leavesOut(element), visit)
  }
  return list.links
}

/** Returns a link's text on one line. If there isn't any, returns the `alt` of an `area`, or the first one among the images in an `a`. */
function textOfLink(link: Element, view: PageView): string {
  const text = textOnOneLine(link, (element) => view.leavesOut(element))
  return text || collapseAndTrim(link.attribs.alt ?? '') || altBelow(link, view)
}

function altBelow(link: Element, view: PageView): string {
  let alt = ''
  walk(link, (node) => {
    if (view.leavesOut(node)) return false
    if (alt === '' && isElement(node) && node.name === 'img') alt = collapseAndTrim(node.attribs.alt ?? '')
    return alt === ''
  })
  return alt
}

/**
 * Returns a list of links, and a function that adds a link, unless its URL is null, already listed, a page fragment or in
 * `unfollowedSchemes`. It calls `text` only for added links.
 */
export function createLinkList(pageUrl: string) {
  const links: Link[] = []
  const seen = new Set<string>()
  const isInternal = createSiteTest(pageUrl)
  const page = withoutFragment(new URL(pageUrl).href)
  const add = (url: URL | null, text: () => string) => {
    if (!url || unfollowedSchemes.has(url.protocol) || seen.has(url.href)) return
    seen.add(url.href)
    if (url.href.includes('#') && withoutFragment(url.href) === page) return
    links.push({ url: url.href, text: text(), internal: isInternal(url) })
  }
  return { links, add }
}

/** Returns the http(s) links to the page's own site, or to other sites. */
export function filterLinks(links: readonly Link[], side: 'internal' | 'external'): Link[] {
  return links.filter(({ internal }) => internal === (side === 'internal'))
}

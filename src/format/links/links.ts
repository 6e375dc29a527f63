/** Where does a page lead? Its links, absolute, each once, told apart by site. */

import type { Element, ParentNode } from 'domhandler'
import type { Link } from '../../contract/scrape.ts'
import type { Document } from '../../document/document.ts'
import { createSiteTest } from '../../document/site.ts'
import { isInertTemplate, textOnOneLine } from '../../document/text-runs.ts'
import { isElement, isText, walk } from '../../document/traverse.ts'
import { collapseAndTrim } from '../../document/white-space.ts'

const forbiddenSchemes = new Set(['javascript:', 'data:'])

/**
 * Links of `a[href]` and `area[href]` in and below `roots`, as docs/api.md describes (scrape): absolute, every scheme but `javascript:` and `data:`,
 * the first of each full URL, without fragments of the page itself. An href that is only a fragment is one, whatever `<base>` says:
 * its author meant this page.
 */
export function collectLinks(document: Document, roots: readonly ParentNode[]): Link[] {
  const list = createLinkList(document.url)
  const visit = (element: Element) => {
    const isLink = (element.name === 'a' || element.name === 'area') && element.attribs.href !== undefined
    const href = isLink ? (element.attribs.href ?? '').trim() : ''
    if (isLink && !href.startsWith('#')) list.add(URL.parse(href, document.baseUrl), () => textOfLink(element))
    return !isInertTemplate(element)
  }
  for (const root of roots) {
    if (isElement(root) && !visit(root)) continue
    walk(root, (node) => !isElement(node) || visit(node))
  }
  return list.links
}

/** The http(s) links of one side. */
export function filterLinks(links: readonly Link[], side: 'internal' | 'external'): Link[] {
  return links.filter(({ internal }) => internal === (side === 'internal'))
}

/** Gathers links of the page at `pageUrl`, each full URL once. */
export function createLinkList(pageUrl: string): { links: Link[]; add(url: URL | null, text: () => string): void } {
  const links: Link[] = []
  const seen = new Set<string>()
  const isInternal = createSiteTest(pageUrl)
  const page = beforeFragment(new URL(pageUrl).href)
  return {
    links,
    add(url, text) {
      if (!url || forbiddenSchemes.has(url.protocol) || seen.has(url.href)) return
      seen.add(url.href)
      if (url.href.includes('#') && beforeFragment(url.href) === page) return
      links.push({ url: url.href, text: text(), internal: isInternal(url) })
    },
  }
}

function beforeFragment(url: string): string {
  const at = url.indexOf('#')
  return at < 0 ? url : url.slice(0, at)
}

function textOfLink(link: Element): string {
  const [child] = link.children
  // Most links hold one piece of text.
  const text = child && !child.next && isText(child) ? collapseAndTrim(child.data) : textOnOneLine(link)
  return text || collapseAndTrim(link.attribs.alt ?? '') || altBelow(link)
}

function altBelow(link: Element): string {
  let alt = ''
  walk(link, (node) => {
    if (alt === '' && isElement(node) && node.name === 'img') alt = collapseAndTrim(node.attribs.alt ?? '')
    return alt === ''
  })
  return alt
}

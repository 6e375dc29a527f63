/** Named elements of a page, the links to fragments, and the elements of tabs, read in one walk of the document. */

import type { AnyNode, Element } from 'domhandler'
import type { Document } from '../../../document/document.ts'
import { isElement, isText, walk } from '../../../document/traverse.ts'

/** A link whose URL has a fragment. */
export interface FragmentLink {
  link: Element
  /** The fragment, percent-decoded. */
  name: string
  /** It leads into this page. */
  isOwnPage: boolean
}

export interface PageAnchors {
  /** First element of each `id`, or of each `name` of an `a`. */
  byName: ReadonlyMap<string, Element>
  /** In document order. */
  links: readonly FragmentLink[]
  /** Values of `href`, as written, of links that have text. */
  hrefsWithText: ReadonlySet<string>
  /** Elements with the role `tab`. */
  tabs: readonly Element[]
  /** Elements with the role `tabpanel`, or with a class that names them panels. */
  panels: readonly Element[]
  /** Containers of generators that switch tabs by style alone. */
  tabSets: readonly Element[]
}

const tabHint = /tab|code-group/
const tabSetClass = /(?:^|\s)(?:tabbed-set|sd-tab-set|vp-code-group|code-group)(?:\s|$)/
const panelClass = /(?:^|\s)(?:tab-pane|tabs-panel|tabpanel|tab-panel)(?:\s|$)/

export function findAnchors({ root, url, baseUrl }: Document): PageAnchors {
  const byName = new Map<string, Element>()
  const links: FragmentLink[] = []
  const tabs: Element[] = []
  const panels: Element[] = []
  const tabSets: Element[] = []
  const hrefsWithText = new Set<string>()
  let openLink: Element | null = null
  const page = withoutFragment(url)
  const visit = (node: AnyNode) => {
    if (openLink && isText(node) && node.data.trim() !== '') hrefsWithText.add(openLink.attribs.href ?? '')
    if (!isElement(node)) return true
    const { name, attribs } = node
    const id = attribs.id ?? (name === 'a' ? attribs.name : undefined)
    if (id !== undefined && !byName.has(id)) byName.set(id, node)
    if (openLink && (name === 'noscript' || name === 'svg')) return false
    if (name === 'a' && attribs.href !== undefined) openLink = node
    if (name === 'a' && attribs.href?.includes('#')) addLink(node, attribs.href)
    if (attribs.role === 'tab') tabs.push(node)
    else if (attribs.role === 'tabpanel') panels.push(node)
    else if (attribs.class !== undefined && attribs.class.length < 500 && tabHint.test(attribs.class)) {
      if (tabSetClass.test(attribs.class)) tabSets.push(node)
      else if (panelClass.test(attribs.class)) panels.push(node)
    }
    return true
  }
  walk(root, visit, (node) => {
    if (node === openLink) openLink = null
  })
  return { byName, links, hrefsWithText, tabs, panels, tabSets }

  function addLink(link: Element, href: string): void {
    const at = href.indexOf('#')
    const name = decode(href.slice(at + 1))
    const target = href.slice(0, at).trim()
    const isOwnPage = target === '' || URL.parse(target, baseUrl)?.href === page
    if (name !== '') links.push({ link, name, isOwnPage })
  }
}

function withoutFragment(url: string): string {
  const at = url.indexOf('#')
  return at === -1 ? url : url.slice(0, at)
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch (error) {
    if (error instanceof URIError) return name
    throw error
  }
}

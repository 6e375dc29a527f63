/** Which places of a page have a name, and which links lead to them? One walk per document, for footnotes and tabs alike. */

import type { AnyNode, Element } from 'domhandler'
import type { Document } from '../../../document/document.ts'
import { isElement, isText, walk } from '../../../document/traverse.ts'

/** A link with a fragment. */
export interface PlaceLink {
  link: Element
  /** The fragment, decoded. */
  name: string
  /** It leads to this page, as far as its address tells. */
  isOwnPage: boolean
}

export interface Places {
  /** First element of each id or anchor name. */
  byName: ReadonlyMap<string, Element>
  links: readonly PlaceLink[]
  /** Addresses, as written, of links that have text. */
  worded: ReadonlySet<string>
  /** Elements with the role `tab`, and their counterparts without roles. */
  tabs: readonly Element[]
  /** Elements with the role `tabpanel`, and containers of generators that switch by style alone. */
  panels: readonly Element[]
  sets: readonly Element[]
}

const mayBeTab = /tab|code-group/
const setClass = /(?:^|\s)(?:tabbed-set|sd-tab-set|vp-code-group|code-group)(?:\s|$)/
const panelClass = /(?:^|\s)(?:tab-pane|tabs-panel|tabpanel|tab-panel)(?:\s|$)/

export function findPlaces({ root, url, baseUrl }: Document): Places {
  const byName = new Map<string, Element>()
  const links: PlaceLink[] = []
  const tabs: Element[] = []
  const panels: Element[] = []
  const sets: Element[] = []
  const worded = new Set<string>()
  let open: Element | null = null
  const page = withoutFragment(url)
  const visit = (node: AnyNode) => {
    if (open && isText(node) && node.data.trim() !== '') worded.add(open.attribs.href ?? '')
    if (!isElement(node)) return true
    const { name, attribs } = node
    const id = attribs.id ?? (name === 'a' ? attribs.name : undefined)
    if (id !== undefined && !byName.has(id)) byName.set(id, node)
    if (open && (name === 'noscript' || name === 'svg')) return false
    if (name === 'a' && attribs.href !== undefined) open = node
    if (name === 'a' && attribs.href?.includes('#')) addLink(node, attribs.href)
    if (attribs.role === 'tab') tabs.push(node)
    else if (attribs.role === 'tabpanel') panels.push(node)
    else if (attribs.class !== undefined && attribs.class.length < 500 && mayBeTab.test(attribs.class)) {
      if (setClass.test(attribs.class)) sets.push(node)
      else if (panelClass.test(attribs.class)) panels.push(node)
    }
    return true
  }
  walk(root, visit, (node) => {
    if (node === open) open = null
  })
  return { byName, links, worded, tabs, panels, sets }

  function addLink(link: Element, href: string): void {
    const at = href.indexOf('#')
    const name = decode(href.slice(at + 1))
    const address = href.slice(0, at).trim()
    const isOwnPage = address === '' || URL.parse(address, baseUrl)?.href === page
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

/** Collects a page's named elements, its links to fragments, and the elements of its tabs. */

import type { Element } from 'domhandler'
import { lazy } from '../../../base/once.ts'
import { percentDecoded, withoutFragment } from '../../../html/absolute-url.ts'
import type { Document } from '../../../html/document.ts'
import type { PageElements } from '../../../html/page-elements.ts'
import { isElement, isText, walk } from '../../../html/traverse.ts'

export interface FragmentLink {
  link: Element
  name: string
  /** True if the link leads to this page. */
  isOwnPage(): boolean
}

export type PageAnchors = ReturnType<typeof findAnchors>

const tabHint = /tab(?:bed-set|-set|-?pane|s-pane)|code-group/
const tabSetClass = /(?:^|\s)(?:tabbed-set|sd-tab-set|vp-code-group|code-group)(?:\s|$)/
const panelClass = /(?:^|\s)(?:tab-pane|tabs-panel|tabpanel|tab-panel)(?:\s|$)/
const maxClassChars = 500

/** Returns lists of elements in document order. */
export function findAnchors({ elements, url, baseUrl }: Document) {
  const tabs: Element[] = []
  const panels = new Set<Element>()
  /** Tab containers from generators that switch tabs using only style sheets. */
  const tabSets = new Set<Element>()
  for (const element of elements.having('role')) {
    if (element.attribs.role === 'tab') tabs.push(element)
    else if (element.attribs.role === 'tabpanel') panels.add(element)
  }
  // Few pages have tabs.
  if (tabHint.test([...elements.byClass.keys()].join('\n')))
    for (const [classes, list] of elements.byClass) {
      if (classes.length >= maxClassChars) continue
      const set = tabSetClass.test(classes) ? tabSets : panelClass.test(classes) ? panels : null
      if (set) for (const element of list) if (!/^tab(?:panel)?$/.test(element.attribs.role ?? '')) set.add(element)
    }
  return {
    /** The first element with each `id`, and the first `a` with each `name`. */
    byName: lazy(() => namedElements(elements)),
    links: fragmentLinks(elements.named('a'), url, baseUrl),
    tabs,
    panels: elements.inOrder(panels),
    tabSets: elements.inOrder(tabSets),
  }
}

function namedElements(elements: PageElements): Map<string, Element> {
  const byName = new Map<string, Element>()
  const named = new Set([...elements.having('id'), ...elements.having('name')])
  for (const element of elements.inOrder(named)) {
    const name = element.attribs.id ?? (element.name === 'a' ? element.attribs.name : undefined)
    if (name !== undefined && !byName.has(name)) byName.set(name, element)
  }
  return byName
}

function fragmentLinks(anchors: readonly Element[], url: string, baseUrl: string): FragmentLink[] {
  const links: FragmentLink[] = []
  const page = withoutFragment(url)
  for (const link of anchors) {
    const { href = '' } = link.attribs
    const at = href.indexOf('#')
    if (at === -1 || at === href.length - 1) continue
    const name = percentDecoded(href.slice(at + 1))
    const target = href.slice(0, at).trim()
    links.push({
      link,
      name,
      isOwnPage: () => target === '' || URL.parse(target, baseUrl)?.href === page,
    })
  }
  return links
}

export function hrefsOfTexts({ elements }: Document): Set<string> {
  const hrefs = new Set<string>()
  for (const link of elements.named('a')) {
    const { href } = link.attribs
    if (href !== undefined && !hrefs.has(href) && hasText(link)) hrefs.add(href)
  }
  return hrefs
}

function hasText(link: Element): boolean {
  let isFound = false
  walk(link, (node) => {
    if (isFound) return false
    if (isText(node)) isFound = node.data.trim() !== ''
    return (
      !isElement(node) ||
      !(node.name === 'noscript' || node.name === 'svg' || (node.name === 'a' && node.attribs.href !== undefined))
    )
  })
  return isFound
}

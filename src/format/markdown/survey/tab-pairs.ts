/** Which panel belongs to which tab? */

import type { Element } from 'domhandler'
import { isElement, textOf } from '../../../document/traverse.ts'
import type { Places } from './page-places.ts'

export interface Tabs {
  /** Name of the tab that shows a panel. */
  panels: ReadonlyMap<Element, string>
  /** Tabs whose name stands with their panel. */
  names: ReadonlySet<Element>
}

const most = 2000

/** Pairs by `aria-controls`, `aria-labelledby` or address; else by order, where there are as many panels as tabs. */
export function findTabs({ byName, tabs, panels, sets }: Places): Tabs {
  const found = new Map<Element, string>()
  const names = new Set<Element>()
  const isPanel = new Set(panels)
  const pair = (tab: Element | undefined, panel: Element | undefined) => {
    if (!tab || !panel || found.has(panel) || names.has(tab)) return
    const name = textOf(tab)
    if (name === '' || name.length > 60) return
    found.set(panel, name)
    names.add(tab)
  }
  for (const tab of tabs.slice(0, most)) {
    const { attribs } = tab
    const link = tab.name === 'a' ? tab : tab.children.filter(isElement).find(({ name }) => name === 'a')
    const targets = [attribs['aria-controls'], attribs['data-bs-target'], attribs['data-target'], link?.attribs.href]
    const panel = targets
      .map((target) => byName.get(target?.replace(/^#/, '') ?? ''))
      .find((it) => it && isPanel.has(it))
    pair(tab, panel)
  }
  for (const panel of panels.slice(0, most)) {
    const tab = byName.get(panel.attribs['aria-labelledby'] ?? '')
    if (tab?.attribs.role === 'tab') pair(tab, panel)
  }
  pairInOrder(tabs.slice(0, most), panels.slice(0, most), pair, { found, names })
  for (const set of sets) pairInSet(set, pair)
  return { panels: found, names }
}

type Pair = (tab: Element | undefined, panel: Element | undefined) => void

/** Docusaurus and others name nothing: tabs of one list, then as many panels beside it. */
function pairInOrder(
  tabs: Element[],
  panels: Element[],
  pair: Pair,
  done: { found: Map<Element, string>; names: Set<Element> },
): void {
  const lists = new Map<Element, Element[]>()
  for (const tab of tabs) {
    const list = done.names.has(tab) ? null : closest(tab, ({ attribs }) => attribs.role === 'tablist')
    if (list) lists.set(list, [...(lists.get(list) ?? []), tab])
  }
  const beside = new Map<Element, Element[]>()
  for (const panel of panels) {
    if (done.found.has(panel)) continue
    for (let up = panel.parent, level = 0; up && isElement(up) && level < 3; up = up.parent, level++) {
      beside.set(up, [...(beside.get(up) ?? []), panel])
    }
  }
  for (const [list, own] of lists) {
    for (let up = list.parent, level = 0; up && isElement(up) && level < 2; up = up.parent, level++) {
      const shown = beside.get(up)
      if (shown?.length !== own.length) continue
      for (const [i, tab] of own.entries()) pair(tab, shown[i])
      break
    }
  }
}

/** Generators that switch by radio buttons: Material for MkDocs, sphinx-design, VitePress. */
function pairInSet(set: Element, pair: Pair): void {
  const children = set.children.filter(isElement)
  const labels = children.find(({ attribs }) => /(?:^|\s)(?:tabbed-labels|tabs)(?:\s|$)/.test(attribs.class ?? ''))
  const blocks = children.find(({ attribs }) => /(?:^|\s)(?:tabbed-content|blocks)(?:\s|$)/.test(attribs.class ?? ''))
  if (labels && blocks && labels !== blocks) {
    const shown = blocks.children.filter(isElement)
    const own = labels.children.filter((child): child is Element => isElement(child) && child.name === 'label')
    if (own.length === shown.length) for (const [i, label] of own.entries()) pair(label, shown[i])
    return
  }
  children.forEach((child, i) => {
    const next = children[i + 1]
    if (child.name === 'label' && next && next.name === 'div') pair(child, next)
  })
}

function closest(element: Element, passes: (element: Element) => boolean): Element | null {
  for (let up = element.parent, level = 0; up && isElement(up) && level < 4; up = up.parent, level++) {
    if (passes(up)) return up
  }
  return null
}

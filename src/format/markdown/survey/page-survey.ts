/** Facts about the whole page that rules need before they convert part of it. */

import type { Element } from 'domhandler'
import type { Document } from '../../../html/document.ts'
import { addTo } from '../../../html/page-elements.ts'
import { elementsAround, isElement, textOf } from '../../../html/traverse.ts'
import { findDiagrams } from './diagrams.ts'
import { findFootnotes, type PageFootnotes } from './footnotes.ts'
import { findAnchors, hrefsOfTexts, type PageAnchors } from './page-anchors.ts'

/**
 * The survey of a page, shared by all of its parts. The caller keeps the survey: a WeakMap would keep the page's tree alive through minor
 * garbage collections and make markdown conversion 10% slower. So would a getter on an object that isn't a class instance.
 */
export class PageSurvey {
  readonly footnotes: PageFootnotes
  readonly tabs: ReturnType<typeof findTabs>
  readonly hasFootnotesOrTabs: boolean
  readonly diagrams: ReadonlySet<Element>
  readonly #document: Document
  #hrefsWithText: ReadonlySet<string> | null = null

  constructor(document: Document) {
    const anchors = findAnchors(document)
    this.#document = document
    this.diagrams = findDiagrams(document)
    this.footnotes = findFootnotes(anchors)
    this.tabs = findTabs(anchors)
    this.hasFootnotesOrTabs = this.footnotes.notes.size + this.footnotes.labels.size + this.tabs.panels.size > 0
  }

  /** `href` values of links that have text. Read on first use. */
  get hrefsWithText(): ReadonlySet<string> {
    this.#hrefsWithText ??= hrefsOfTexts(this.#document)
    return this.#hrefsWithText
  }
}

const maxTabs = 2000

/** Pairs by `aria-controls` or `href`. Otherwise pairs by order if there are as many tabs as panels. @see WAI-ARIA, tab role */
export function findTabs(anchors: PageAnchors) {
  const { tabs, panels, tabSets } = anchors
  const nameOfPanel = new Map<Element, string>()
  const paired = new Set<Element>()
  const isPanel = new Set(panels)
  // Cached because every panel may name the same tab, and a tab may hold the whole page.
  const names = new Map<Element, string>()
  const nameOf = (tab: Element): string => {
    const name = names.get(tab) ?? textOf(tab)
    names.set(tab, name)
    return name
  }
  const pair = (tab: Element | undefined, panel: Element | undefined) => {
    if (!tab || !panel || nameOfPanel.has(panel) || paired.has(tab)) return
    const name = nameOf(tab)
    if (name === '' || name.length > 60) return
    nameOfPanel.set(panel, name)
    paired.add(tab)
  }
  for (const tab of tabs.slice(0, maxTabs)) {
    const { attribs } = tab
    const link = tab.name === 'a' ? tab : tab.children.filter(isElement).find(({ name }) => name === 'a')
    const targets = [attribs['aria-controls'], attribs['data-bs-target'], attribs['data-target'], link?.attribs.href]
    const panel = targets
      .map((target) => anchors.byName().get(target?.replace(/^#/, '') ?? ''))
      .find((it) => it && isPanel.has(it))
    pair(tab, panel)
  }
  pairInOrder(
    tabs.slice(0, maxTabs).filter((tab) => !paired.has(tab)),
    panels.slice(0, maxTabs).filter((panel) => !nameOfPanel.has(panel)),
    pair,
  )
  for (const set of tabSets) pairInSet(set, pair)
  return { panels: nameOfPanel, names: paired }
}

type Pair = (tab: Element | undefined, panel: Element | undefined) => void

/** Docusaurus and others lack such attributes. On their pages, the tabs of a `tablist` are followed by the same number of panels. */
function pairInOrder(tabs: readonly Element[], panels: readonly Element[], pair: Pair): void {
  const tabsOfList = new Map<Element, Element[]>()
  for (const tab of tabs) {
    const list = elementsAround(tab.parent, 4).find(({ attribs }) => attribs.role === 'tablist')
    if (list) addTo(tabsOfList, list, tab)
  }
  if (tabsOfList.size === 0) return
  const panelsBelow = new Map<Element, Element[]>()
  for (const panel of panels) {
    for (const up of elementsAround(panel.parent, 3)) addTo(panelsBelow, up, panel)
  }
  for (const [list, own] of tabsOfList) {
    for (const up of elementsAround(list.parent, 2)) {
      const below = panelsBelow.get(up)
      if (below?.length !== own.length) continue
      for (const [i, tab] of own.entries()) pair(tab, below[i])
      break
    }
  }
}

/** Generators that use radio buttons to switch tabs: Material for MkDocs, sphinx-design, VitePress. */
function pairInSet(set: Element, pair: Pair): void {
  const children = set.children.filter(isElement)
  const labels = children.find(({ attribs }) => /(?:^|\s)(?:tabbed-labels|tabs)(?:\s|$)/.test(attribs.class ?? ''))
  const blocks = children.find(({ attribs }) => /(?:^|\s)(?:tabbed-content|blocks)(?:\s|$)/.test(attribs.class ?? ''))
  if (labels && blocks && labels !== blocks) {
    const panels = blocks.children.filter(isElement)
    const tabs = labels.children.filter((child): child is Element => isElement(child) && child.name === 'label')
    if (tabs.length === panels.length) for (const [i, tab] of tabs.entries()) pair(tab, panels[i])
    return
  }
  children.forEach((child, i) => {
    const next = children[i + 1]
    if (child.name === 'label' && next && next.name === 'div') pair(child, next)
  })
}

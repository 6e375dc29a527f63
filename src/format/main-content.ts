/** Which part of a page is its content? Prunes what is not, then looks for the smallest container of the rest. */

import type { Element } from 'domhandler'
import type { Document } from '../document/parse.ts'
import { isElement, walk } from '../document/traverse.ts'
import { findArticle, hangersOn } from './main-content-article.ts'
import { isBoilerplate, type Level } from './main-content-hints.ts'
import { isDense, type Measures, measure } from './main-content-measures.ts'
import { kindOf } from './page-kind.ts'

export interface MainContent {
  /** What to convert, outermost elements in document order. Empty when the page has no body. */
  roots: Element[]
  /** Elements in and below the roots that are not content. */
  removed: ReadonlySet<Element>
  /** 0 to 1: how sure it is that this is the content, all of it and nothing else. */
  confidence: number
}

const enoughText = 250
const enoughShare = 0.05

/**
 * The main content of a page. When strict pruning leaves almost nothing it prunes less, in the end nothing:
 * never empty for a page that has text.
 */
export function findMainContent(document: Document, { keepsHidden = false } = {}): MainContent {
  const body = bodyOf(document)
  if (!body) return { roots: [], removed: new Set(), confidence: 0 }
  const whole = measure(body, { keepsHidden })
  const total = whole.of(body).text
  const kind = kindOf(document)
  for (const level of ['strict', 'loose'] as const) {
    const removed = prune(body, whole, level)
    const left = measure(body, { removed, keepsHidden })
    const article = level === 'strict' ? findArticle(body, left, removed, kind) : null
    if (article) {
      for (const element of article.removed) removed.add(element)
      return { roots: article.roots, removed, confidence: 0.95 }
    }
    const root = containerOf(body, left)
    const { text } = left.of(root)
    if (text >= enoughText && text >= enoughShare * total) {
      if (kind === 'article') for (const element of hangersOn(root, left, removed)) removed.add(element)
      return { roots: [root], removed, confidence: level === 'strict' ? 0.9 : 0.6 }
    }
  }
  // A short page is its own content; one that says everything in its navigation keeps that too.
  const removed = prune(body, whole, 'tags')
  const isLittle = measure(body, { removed, keepsHidden }).of(body).text < enoughShare * total
  const confidence = isLittle || total >= 2 * enoughText ? 0.3 : 0.6
  return { roots: [body], removed: isLittle ? new Set() : removed, confidence }
}

function bodyOf(document: Document): Element | null {
  let body: Element | null = null
  walk(document.root, (node) => {
    if (!body && isElement(node) && (node.name === 'body' || node.name === 'frameset')) body = node
    return body === null
  })
  return body
}

function prune(body: Element, whole: Measures, level: Level): Set<Element> {
  const removed = new Set<Element>()
  const total = whole.of(body).text
  const ancestors: Element[] = []
  walk(
    body,
    (node) => {
      if (!isElement(node)) return true
      const isMost = whole.of(node).text > 0.6 * total
      if (!isMost && (isBoilerplate(node, ancestors, whole, level) || (level === 'strict' && isDense(node, whole)))) {
        removed.add(node)
        return false
      }
      ancestors.push(node)
      return true
    },
    (node) => {
      if (ancestors.at(-1) === node) ancestors.pop()
    },
  )
  return removed
}

/** Goes down as long as one child holds nearly all of what is left. */
function containerOf(body: Element, left: Measures): Element {
  let container = body
  for (;;) {
    const { weight } = left.of(container)
    const next = container.children
      .filter(isElement)
      .find((child) => canContain(child) && left.of(child).weight >= 0.85 * weight)
    if (!next) return container
    container = next
  }
}

function canContain({ name, attribs }: Element): boolean {
  if (/(?:^|[\s_-])comments?(?:[\s_-]|$)/i.test(`${attribs.class ?? ''} ${attribs.id ?? ''}`)) return false
  return !['p', 'ul', 'ol', 'table', 'blockquote', 'pre', 'a', 'span', 'h1', 'h2', 'h3'].includes(name)
}

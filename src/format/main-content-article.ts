/** Is the page one article? Its body by name and share of the prose, without what is hung on to it. */

import type { Element } from 'domhandler'
import { isElement, textOf, walk } from '../document/traverse.ts'
import type { Measures } from './main-content-measures.ts'
import type { PageKind } from './page-kind.ts'

const bodyNames =
  /(?:^|\s)(?:(?:article|entry|post|story|news|blog|content)[-_]{0,2}(?:body|content|text|main)(?:[-_]{1,2}(?:content|text|inner))?|articleBody|articlebody|entry|hentry|post-entry|single-content|mw-parser-output|markdown-body|rich-text|body-copy|article-copy|story)(?:\s|$)/i

/** How much prose a body must have, and which share of the page's, by what the page says it is. */
const bars: Record<PageKind, { prose: number; share: number } | null> = {
  article: { prose: 200, share: 0.5 },
  other: { prose: 400, share: 0.75 },
  thread: null,
}

/** Roots of the article (its title and its body) and what in them is no part of it; null when the page is not one article. */
export function findArticle(
  body: Element,
  left: Measures,
  removed: ReadonlySet<Element>,
  kind: PageKind,
): { roots: Element[]; removed: Set<Element> } | null {
  const bar = bars[kind]
  if (!bar) return null
  const all = left.of(body).prose
  const candidates: Element[] = []
  let articles = 0
  let title: Element | null = null
  let hasBody = false
  walk(body, (node) => {
    if (!isElement(node) || removed.has(node)) return false
    const { prose } = left.of(node)
    if (node.name === 'h1' && !hasBody && textOf(node).length > 3) title = node
    if (node.name === 'article' && prose > 200) articles++
    if (isCandidate(node) || (kind === 'article' && ownProse(node, left) >= 0.5 * all)) {
      candidates.push(node)
      hasBody ||= prose >= bar.prose
    }
    return true
  })
  const most = candidates.reduce((max, element) => Math.max(max, left.of(element).prose), 0)
  if (most < bar.prose || most < bar.share * all || (articles > 3 && kind !== 'article')) return null
  const best = candidates.findLast((element) => left.of(element).prose >= 0.85 * most) ?? body
  const roots = title && !isInside(title, best) ? [title, best] : [best]
  return { roots, removed: hangersOn(best, left, removed) }
}

/** Prose of the paragraphs that stand directly in it. */
function ownProse(element: Element, left: Measures): number {
  if (element.name === 'p') return 0
  let sum = 0
  for (const child of element.children) if (isElement(child) && child.name === 'p') sum += left.of(child).prose
  return sum
}

function isCandidate({ name, attribs }: Element): boolean {
  if (name === 'article' || /(?:^|\s)articleBody(?:\s|$)/i.test(attribs.itemprop ?? '')) return true
  if (name !== 'div' && name !== 'section' && name !== 'main') return false
  return bodyNames.test(attribs.class ?? '') || bodyNames.test(attribs.id ?? '')
}

function isInside(element: Element, ancestor: Element): boolean {
  for (let up = element.parent; up; up = up.parent) if (up === ancestor) return true
  return false
}

const hangerHeading =
  /^(?:related|more (?:stories|from|in|on|news|like)|you (?:may|might)|recommended|read (?:more|next|also)|also (?:read|on)|see also:|trending|popular|most (?:read|popular|viewed)|latest|comments?\b|\d+ comments?|share\b|leave a (?:reply|comment)|about the author|tags?:?$|sign up|subscribe|newsletter|follow us|advertisement|sponsored|get more|join the|what to read)/i
const groups = new Set(['div', 'section', 'ul', 'ol', 'aside', 'table', 'dl', 'center'])

/** Lists of other pages, comments, sign-ups: by their share of links, or by the heading that introduces them. */
export function hangersOn(article: Element, left: Measures, removed: ReadonlySet<Element>): Set<Element> {
  const found = new Set<Element>()
  const { prose } = left.of(article)
  walk(article, (node) => {
    if (!isElement(node) || removed.has(node) || found.has(node)) return false
    const own = left.of(node)
    const names = `${node.attribs.class ?? ''} ${node.attribs.id ?? ''}`
    if (
      /(?:^|[\s_-])(?:comments?|commentlist|disqus_thread|respond)(?:[\s_-]|$)/i.test(names) &&
      own.prose < 0.7 * prose
    ) {
      found.add(node)
      return false
    }
    if (groups.has(node.name) && own.links > 1 && own.linked > 0.55 * own.text && own.prose < 0.1 * prose) {
      found.add(node)
      return false
    }
    if (/^h[1-6]$/.test(node.name) || node.name === 'strong') {
      const section = node.parent
      if (!section || !isElement(section) || !hangerHeading.test(textOf(node))) return true
      if (section !== article && groups.has(section.name) && left.of(section).prose < 0.3 * prose) {
        found.add(section)
        return false
      }
    }
    return true
  })
  return found
}

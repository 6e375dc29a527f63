/** What tag, role and names say about an element: is it navigation, advertising, a banner? */

import type { Element } from 'domhandler'
import type { Measures } from './main-content-measures.ts'

/** How much is pruned: all that looks like boilerplate, what is surely so, or what HTML itself names so. */
export type Level = 'strict' | 'loose' | 'tags'

const tags = new Set(['nav', 'aside', 'footer', 'menu', 'dialog', 'search'])
const roles = new Set([
  ...['navigation', 'banner', 'contentinfo', 'complementary', 'search', 'dialog', 'alertdialog', 'menu', 'menubar'],
  ...['toolbar', 'tablist', 'tooltip', 'status', 'alert'],
])

const hints =
  /(?:^|[\s_-])(?:nav|navbar|navigation|menu|mega-?menu|breadcrumbs?|crumbs?|footer|foot|site-?header|page-?header-nav|masthead|top-?bar|sidebar|side-?bar|aside|rail|social|share|sharing|sharedaddy|addthis|follow-us|related|relatedposts|recommend(?:ed|ation|ations)?|more-from|read-?next|read-?more-posts|up-?next|trending|popular|most-read|promo|promotion|promoted|ads?|advert|advertisement|adsbygoogle|sponsor|sponsored|outbrain|taboola|banner|cookie|cookies|consent|gdpr|ccpa|popup|pop-up|modal|overlay|lightbox|newsletter|subscribe|subscription|sign-?up|signup|login|log-in|paywall|pagination|pager|page-?numbers|prev-?next|next-?prev|post-?nav(?:igation)?|tags|tag-list|tagcloud|toolbar|skip-?link|skip-to|widget-area|author-box|author-bio|about-author|disclaimer|copyright|back-to-top|comment-respond|respond|comment-form|reply-form|search-?form|search-?box|searchbar|language-switcher|lang-switch|print-?only|noprint|no-print|hidden-print|toc|table-of-contents|jump-?links|mw-editsection|navbox|catlinks|printfooter)(?:[\s_-]|$)/i
const looseHints =
  /(?:^|[\s_-])(?:nav|navbar|navigation|menu|breadcrumbs?|footer|sidebar|cookies?|consent|gdpr|popup|modal|newsletter|social|share|advert|advertisement)(?:[\s_-]|$)/i
const contentNames =
  /(?:^|[\s_-])(?:content|main|article|post|entry|body|story|product|thread|topic|message)(?:[\s_-]|$)/i

/** True when it is to be left out on that level of pruning. */
export function isBoilerplate(
  element: Element,
  ancestors: readonly Element[],
  measures: Measures,
  level: Level,
): boolean {
  const { name, attribs } = element
  if (name === 'body' || name === 'main' || name === 'html') return false
  if (tags.has(name)) return true
  if (attribs.role !== undefined && roles.has(attribs.role.toLowerCase())) return true
  if (name === 'header') return isPageHeader(element, ancestors, measures)
  if (level === 'tags') return false
  if (name === 'article' || /^h[1-6]$/.test(name) || name === 'code' || name === 'pre') return false
  const names = namesOf(attribs)
  if (names.length < 3) return false
  if (!(level === 'strict' ? hints : looseHints).test(names)) return false
  const own = measures.of(element)
  if (own.landmarks > 0 && own.prose >= 200) return false
  return !contentNames.test(names) || own.prose < 200
}

/** Class and id, `camelCase` set apart; `has-sidebar` and its like speak of what stands beside. */
function namesOf({ class: className = '', id = '' }: Element['attribs']): string {
  return `${className} ${id}`
    .slice(0, 400)
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/(?:^|[\s_-])(?:with|has|no|without|use|uses)[-_][\w-]+/gi, ' ')
}

function isPageHeader(element: Element, ancestors: readonly Element[], measures: Measures): boolean {
  if (ancestors.some(({ name, attribs }) => name === 'article' || name === 'main' || attribs.role === 'main')) {
    return false
  }
  return measures.of(element).prose < 200
}

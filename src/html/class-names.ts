/** Finds the purpose of an element, and the kind of an admonition, from class names, ids and roles. */

import type { Element } from 'domhandler'
import { addTo } from './page-elements.ts'
import { textOf } from './traverse.ts'

const none: readonly number[] = []
/** Longer lists of names are truncated. */
const maxNamesChars = 300
/** The purposes of this many names are remembered, because pages repeat the same names. */
const maxKnownNames = 20_000
const hump = /[a-z][A-Z]/
const camelCase = /(?<=[a-z])(?=[A-Z])/g

/** `has-sidebar` and similar names describe something that the element contains or accompanies. */
const mayAccompany = /(?:with|has|no|without|uses?|is)[-_]/i
const accompaniment = /(?<=^|[\s_-])(?:with|has|no|without|uses?|is)[-_][\w-]+/gi

/** The possible purposes of a part of a page. The main-content weights depend on this order: only append, then retrain. */
export const purposes = [
  ...['nav', 'header', 'footer', 'sidebar', 'related', 'comment', 'share', 'byline', 'ad', 'banner', 'form', 'crumbs'],
  ...['pager', 'toc', 'tags', 'author', 'content', 'article', 'main', 'description', 'product'],
  ...['thread', 'card', 'list'],
  ...['hero', 'faq', 'tabs', 'caption', 'meta', 'button', 'review', 'widget'],
] as const
export type Purpose = (typeof purposes)[number]

/** The words for each purpose, in the letters a to z, separated by spaces. A word may have several purposes. */
const words: Record<Purpose, string> = {
  nav: 'nav navbar navigation menu menus megamenu submenu dropdown topnav mainnav sitenav subnav navi mainmenu topmenu menubar navigationbar skip skiplink navlinks quicklinks',
  header: 'header head masthead topbar banner siteheader pageheader navheader titlebar top',
  footer: 'footer foot colophon bottom sitefooter pagefooter copyright imprint legal contentinfo siteinfo',
  sidebar:
    'sidebar side aside rail complementary secondary leftcol rightcol leftnav sidenav sidemenu siderail tertiary',
  related:
    'related recommend recommended recommendation recommendations recommends more similar suggested suggestions trending popular latest recirc recirculation readnext upnext teaser teasers othernews mostread also recent crosssell upsell carousel discover explore',
  comment: 'comment comments commentlist disqus respond reply replies discussion responses',
  share:
    'share sharing social socials sharedaddy addthis follow facebook twitter tweet linkedin pinterest whatsapp sns like likes',
  byline:
    'byline author authors date time timestamp published posted dateline pubdate datetime credit credits contributor writer entrymeta postmeta',
  ad: 'ad ads adv advert advertisement advertising sponsor sponsored sponsors promo promos promotion promoted promotional dfp gpt outbrain taboola adslot adsense adsbygoogle affiliate commercial',
  banner:
    'cookie cookies consent gdpr ccpa onetrust popup modal overlay dialog lightbox notice notification alert announcement toast offcanvas drawer tooltip popover paywall',
  form: 'form forms newsletter subscribe subscription signup signin login register search searchbox searchform input field fields optin mailchimp contact filter filters facet facets sort sorting refine checkbox',
  crumbs: 'breadcrumb breadcrumbs crumb crumbs bread trail path',
  pager: 'pagination pager paging paginate pages prev previous next prevnext loadmore older newer jump',
  toc: 'toc tableofcontents contents onthispage outline anchors sectionnav localnav scrollspy',
  tags: 'tag tags tagcloud taglist category categories cat keywords topics topic label labels badge badges cats chips chip',
  author:
    'bio biography profile avatar user username poster vcard about aboutauthor authorbox userinfo member postprofile',
  content:
    'content contents text body copy prose richtext rte wysiwyg markdown story entry textblock bodytext maincontent pagecontent cms usercontent editor editorial longform',
  article:
    'article post entry hentry blog news single articlebody blogpost postcontent entrycontent postbody blogposting newsarticle',
  main: 'main primary center middle page wrapper container maincolumn maincol root app site layout',
  description:
    'description desc summary excerpt intro lead lede standfirst subtitle dek deck abstract overview details detail about info information synopsis',
  product:
    'product products price prices sku buy cart shop item pdp purchase offer offers variant variants specs spec specification specifications attributes quantity stock shipping woocommerce gallery swatch',
  thread:
    'thread threads message messages msg postbit viewtopic question answer answers reply topicpost postcontainer conversation forum replies bbwrapper qa cooked',
  card: 'card cards tile tiles item items box block cell unit entry module panel feature features teaser snippet result results',
  list: 'list lists grid row rows listing listings collection catalog feed archive loop masonry results stream index directory table gallery',
  hero: 'hero jumbotron intro splash cover headline title heading lead pagetitle pageheading kicker tagline',
  faq: 'faq faqs accordion accordions collapse collapsible toggle expandable expand question answer details',
  tabs: 'tab tabs tabpanel panel panels tabcontent pane tablist slide slides slider swiper slick carousel',
  caption: 'caption figcaption figure image img photo media video picture thumbnail thumb gallery credit wp embed',
  meta: 'meta metadata stats count counts views rating ratings stars score vote votes points timestamp readtime readingtime duration',
  button:
    'button btn buttons cta link links action actions more readmore toolbar tools print icon icons edit editsection',
  review:
    'review reviews testimonial testimonials quote quotes customer customers feedback rating bazaarvoice trustpilot yotpo',
  widget:
    'widget widgets plugin block sidebarwidget addon extra extras misc ancillary supplementary promo outro disclaimer disclosure',
}

const roles: Partial<Record<Purpose, string>> = {
  nav: 'navigation menu menubar menuitem',
  header: 'banner',
  footer: 'contentinfo',
  sidebar: 'complementary',
  form: 'search form',
  banner: 'dialog alertdialog alert',
  main: 'main',
  article: 'article',
  tabs: 'tablist tabpanel',
  button: 'toolbar button',
}

/** Maps each word to the indexes of its purposes. */
function indexOf(lists: Partial<Record<Purpose, string>>): ReadonlyMap<string, readonly number[]> {
  const index = new Map<string, number[]>()
  for (const [purpose, name] of purposes.entries())
    for (const word of new Set(lists[name]?.split(' '))) addTo(index, word, purpose)
  return index
}

const purposesOfWords = indexOf(words)
const purposesOfRoles = indexOf(roles)
const purposesOfNames = new Map<string, readonly number[]>()

/** Returns the indexes (in `purposes`) that a role refers to. */
export function purposesOfRole(role: string): readonly number[] {
  return purposesOfRoles.get(role.toLowerCase()) ?? none
}

/** Returns the indexes (in `purposes`) that whitespace-separated names refer to, without duplicates. */
export function scanNames(allNames: string): readonly number[] {
  const names = allNames.slice(0, maxNamesChars)
  let found = purposesOfNames.get(names)
  if (found === undefined) {
    found = findPurposes(names)
    if (purposesOfNames.size >= maxKnownNames) purposesOfNames.clear()
    // Converting to bytes copies the names. A slice would keep the whole page in memory.
    purposesOfNames.set(Buffer.from(names).toString(), found)
  }
  return found
}

function findPurposes(names: string): readonly number[] {
  const found = new Set<number>()
  const add = (word: string) => {
    for (const purpose of purposesOfWords.get(word) ?? none) found.add(purpose)
  }
  // The two expressions are slow, and few names need them.
  const own = mayAccompany.test(names) ? names.replace(accompaniment, ' ') : names
  const parts = hump.test(own) ? own.replace(camelCase, ' ') : own
  for (const name of parts.toLowerCase().split(/\s+/)) {
    for (const word of name.match(/[a-z]+/g) ?? []) add(word)
    // The name is also looked up without its hyphens: `table-of-contents`.
    add(name.replace(/[-_]/g, ''))
  }
  return found.size > 0 ? [...found] : none
}

/** Creates a function that returns true if an element's names or role refer to one of these purposes. */
export function createPurposeTest(...names: Purpose[]): (element: Element) => boolean {
  const wanted = new Set(names.map((name) => purposes.indexOf(name)))
  const isWanted = (purpose: number) => wanted.has(purpose)
  return ({ attribs: { class: className, id, role, itemprop } }) =>
    (role !== undefined && purposesOfRole(role).some(isWanted)) ||
    [className, id, itemprop].some((of) => of && scanNames(of).some(isWanted))
}

const postClass =
  /(?:^|\s)(?:twitter-(?:tweet|video)|tweet|instagram-media|bluesky-embed|mastodon-embed|tiktok-embed|reddit-embed-bq|text-post-media)(?:\s|$)/
const minPostChars = 40

/** True for a post of a social network that a page quotes, as opposed to a button that shares the page. */
export function isEmbeddedPost({ name, attribs, children }: Element): boolean {
  if ((name !== 'blockquote' && name !== 'div') || attribs.class === undefined || !postClass.test(attribs.class))
    return false
  return name === 'blockquote' || children.map(textOf).join('').length > minPostChars
}

// Docusaurus, MkDocs Material, Sphinx, VitePress, VuePress, GitHub, Starlight, Asciidoctor, mdBook, Quarto, Obsidian, MDN, Nextra, ReadMe.
const admonitionClass =
  /(?:^|\s)(?:admonition|theme-admonition|admonitionblock|markdown-alert|custom-block|hint-container|starlight-aside|blockquote-tag|notecard|callout|nextra-callout)(?=[\s_-]|$)/
const admonitionPartClass =
  /(?:^|\s)(?:callout|admonition|custom-block|notecard)[-_]{1,2}(?:title|heading|icon|content|body|inner|header|container|text)(?=[\s_-]|$)/i

/** Maps GitHub's kinds to the names that generators use. */
const namesOfAdmonitions = {
  NOTE: 'note info information seealso abstract summary todo secondary versionadded question faq example quote',
  TIP: 'tip hint success check done',
  IMPORTANT: 'important',
  WARNING: 'warning warn attention versionchanged deprecated',
  CAUTION: 'caution danger error failure fail bug critical',
}
/** GitHub's kind by the name that a generator uses. */
export const kindOfAdmonitionName = new Map(
  Object.entries(namesOfAdmonitions).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind] as const)),
)

// Material for MkDocs puts collapsible admonitions in a `details` without any other class name.
const detailsAdmonition = /^\s*(?:note|info|tip|hint|important|warning|caution|danger|bug|example|abstract)(?:\s|$)/
const notAdmonitions = new Set(['p', 'span', 'a', 'summary', 'button', 'svg', 'h1', 'h2', 'h3', 'h4', 'li', 'body'])

/** Returns GitHub's kind for an admonition, based only on the element's classes; null for other elements. */
export function admonitionKind({ name, attribs }: Element): string | null {
  const className = attribs.class
  if (className === undefined || className.length > 300) return null
  if (name === 'details' && detailsAdmonition.test(className))
    return kindOfAdmonitionName.get(className.trim().split(/\s/, 1)[0] ?? '') ?? null
  if (!admonitionClass.test(className) || admonitionPartClass.test(className) || notAdmonitions.has(name)) return null
  const words = `${className} ${attribs['data-callout'] ?? ''} ${attribs['data-callout-type'] ?? ''}`
    .slice(0, 400)
    .toLowerCase()
  for (const word of words.split(/\s+/)) {
    const kind = kindOfAdmonitionName.get(word) ?? kindOfAdmonitionName.get(/[-_]([a-z]+)$/.exec(word)?.[1] ?? '')
    if (kind) return kind
  }
  return /(?:^|\s)(?:admonition|theme-admonition|admonitionblock|starlight-aside)(?:\s|$)/.test(className)
    ? 'NOTE'
    : null
}

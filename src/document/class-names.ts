/** What do class names, ids and roles say an element is for? A table of words, each with the purposes that it speaks of. */

import type { Element } from 'domhandler'

/** What a part of a page can be for. Their order is that of the weights: append only, then train anew. */
export const purposes = [
  ...['nav', 'header', 'footer', 'sidebar', 'related', 'comment', 'share', 'byline', 'ad', 'banner', 'form', 'crumbs'],
  ...[
    'pager',
    'toc',
    'tags',
    'author',
    'content',
    'article',
    'main',
    'description',
    'product',
    'thread',
    'card',
    'list',
  ],
  ...['hero', 'faq', 'tabs', 'caption', 'meta', 'button', 'review', 'widget'],
] as const
export type Purpose = (typeof purposes)[number]

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

const roles: Record<string, Purpose> = {
  navigation: 'nav',
  menu: 'nav',
  menubar: 'nav',
  menuitem: 'nav',
  banner: 'header',
  contentinfo: 'footer',
  complementary: 'sidebar',
  search: 'form',
  dialog: 'banner',
  alertdialog: 'banner',
  alert: 'banner',
  main: 'main',
  article: 'article',
  tablist: 'tabs',
  tabpanel: 'tabs',
  toolbar: 'button',
  button: 'button',
  form: 'form',
}

const bitsOfWord = new Map<string, number>()
purposes.forEach((purpose, at) => {
  for (const word of words[purpose].split(' ')) bitsOfWord.set(word, ((bitsOfWord.get(word) ?? 0) | (1 << at)) >>> 0)
})
const bitsOfRole = new Map(
  Object.entries(roles).map(([role, purpose]) => [role, (1 << purposes.indexOf(purpose)) >>> 0]),
)

/** One bit for each of the purposes. */
export function bitsOf(...names: Purpose[]): number {
  return names.reduce((bits, name) => (bits | (1 << purposes.indexOf(name))) >>> 0, 0)
}

/** The purposes that an element's names speak of, one bit each. */
export function purposesOf({ attribs }: Element, known: Map<string, number>): number {
  const { class: className, id, role, itemprop } = attribs
  let bits = role === undefined ? 0 : (bitsOfRole.get(role.toLowerCase()) ?? 0)
  if (className) bits |= namedBits(className, known)
  if (id) bits |= namedBits(id, known)
  if (itemprop) bits |= namedBits(itemprop, known)
  return bits >>> 0
}

function namedBits(names: string, known: Map<string, number>): number {
  const seen = known.get(names)
  if (seen !== undefined) return seen
  let bits = 0
  for (const name of names.slice(0, 300).split(/\s+/)) {
    let ofName = known.get(name)
    if (ofName === undefined) {
      // Most names are one plain word.
      ofName = /^[a-z]*$/.test(name) ? (bitsOfWord.get(name) ?? 0) : compoundBits(name)
      known.set(name, ofName)
    }
    bits |= ofName
  }
  known.set(names, bits)
  return bits
}

function compoundBits(compound: string): number {
  let bits = 0
  const plain = compound
    // `has-sidebar` and its like speak of what stands beside.
    .replace(/(?:^|[_-])(?:with|has|no|without|use|uses|is)[-_][\w-]+/gi, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  for (const name of plain.split(' ')) {
    if (name.length <= longestName) bits |= bitsOfWord.get(name.replace(/[-_]/g, '')) ?? 0
    for (const word of name.match(/[a-z]+/g) ?? []) bits |= bitsOfWord.get(word) ?? 0
  }
  return bits
}

/** With its hyphens: `table-of-contents`. */
const longestName = 2 * Math.max(...[...bitsOfWord.keys()].map(({ length }) => length))

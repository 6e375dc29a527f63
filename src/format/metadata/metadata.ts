/** What does a page say about itself in its head? Title, description, dates, Open Graph, JSON-LD and the rest that docs/api.md lists (scrape). */

import type { Element } from 'domhandler'
import type { Metadata } from '../../contract/scrape.ts'
import type { Document } from '../../document/document.ts'
import { isInertTemplate } from '../../document/text-runs.ts'
import { childTextContent, isElement, walk } from '../../document/traverse.ts'
import { collapseAndTrim } from '../../document/white-space.ts'
import { isoDate } from './iso-date.ts'
import { fieldsOf, type JsonLdFields, readJsonLd } from './json-ld.ts'

interface Gathered {
  titles: string[]
  languages: string[]
  /** Contents by property or name in lower case, in document order; none empty. */
  metas: Map<string, string[]>
  canonicals: string[]
  icons: string[]
  touchIcons: string[]
  alternates: Metadata['alternates']
  /** Dates that elements of the body state. */
  dates: string[]
  jsonLd: string[]
}

/**
 * Metadata of the whole document: a head that a `<noscript>` broke open goes on in the body.
 * Where a page repeats a field the first that is not empty counts; Open Graph and Twitter properties become lists.
 */
export function readMetadata(document: Document): Metadata {
  const page = gather(document)
  const { metas } = page
  const jsonLd = readJsonLd(page.jsonLd)
  const stated = fieldsOf(jsonLd)
  return {
    title: titleOf(page),
    description: first(metas.get('description'), metas.get('og:description'), metas.get('twitter:description')),
    canonical: first(page.canonicals),
    language: first(page.languages, languagesOf(metas)),
    author: authorOf(metas, stated),
    published_at: publishedAt(page, stated),
    site_name: first(metas.get('og:site_name'), metas.get('application-name'), stated.siteNames),
    favicon: first(page.icons, page.touchIcons),
    open_graph: properties(metas, openGraphPrefixes),
    twitter: properties(metas, new Set(['twitter'])),
    json_ld: jsonLd,
    alternates: page.alternates,
  }
}

/** The metadata of a page that states none. */
export function emptyMetadata(): Metadata {
  return {
    title: null,
    description: null,
    canonical: null,
    language: null,
    author: null,
    published_at: null,
    site_name: null,
    favicon: null,
    open_graph: {},
    twitter: {},
    json_ld: [],
    alternates: [],
  }
}

/** The title alone, as `readMetadata` tells it, without reading JSON-LD. */
export function readTitle(document: Document): string | null {
  return titleOf(gather(document, ({ titles }) => titles.length > 0))
}

function titleOf({ titles, metas }: Gathered): string | null {
  return first(titles, metas.get('og:title'), metas.get('twitter:title'))
}

// Namespaces of the Open Graph protocol and of its object types. @see https://ogp.me/
const openGraphPrefixes = new Set(
  'og article book profile website music video product place business restaurant game fitness books fb'.split(' '),
)

const dateNames = [
  'article:published_time',
  'og:article:published_time',
  'og:published_time',
  'datepublished',
  'citation_publication_date',
  'citation_date',
  'dc.date.issued',
  'dcterms.issued',
  'dcterms.created',
  'dc.date',
  'dcterms.date',
  'parsely-pub-date',
  'sailthru.date',
  'article.published',
  'publish-date',
  'publishdate',
  'publish_date',
  'publication_date',
  'published_date',
  'pubdate',
  'date',
]

const authorNames = [
  'author',
  'article:author',
  'og:article:author',
  'citation_author',
  'dc.creator',
  'dcterms.creator',
  'parsely-author',
  'sailthru.author',
]

type Visit = (element: Element, page: Gathered, document: Document) => unknown

const visits: Record<string, Visit> = {
  html: ({ attribs }, page) => keep(page.languages, attribs.lang ?? attribs['xml:lang']),
  title: (element, page) => !isForeign(element) && keep(page.titles, childTextContent(element)),
  meta: visitMeta,
  link: visitLink,
  script: (element, page) =>
    /^\s*application\/ld\+json/i.test(element.attribs.type ?? '') && page.jsonLd.push(childTextContent(element)),
  time: ({ attribs }, page) => 'pubdate' in attribs && keep(page.dates, attribs.datetime),
}

/** `isEnough`: nothing more is wanted of the page. */
function gather(document: Document, isEnough: (page: Gathered) => boolean = () => false): Gathered {
  const page: Gathered = {
    titles: [],
    languages: [],
    metas: new Map(),
    canonicals: [],
    icons: [],
    touchIcons: [],
    alternates: [],
    dates: [],
    jsonLd: [],
  }
  walk(document.root, (node) => {
    if (isEnough(page)) return false
    if (!isElement(node)) return true
    if (Object.hasOwn(visits, node.name)) visits[node.name]?.(node, page, document)
    if (node.attribs.itemprop === 'datePublished') {
      keep(page.dates, node.attribs.datetime ?? node.attribs.content ?? childTextContent(node))
    }
    return !isInertTemplate(node)
  })
  return page
}

function visitMeta({ attribs }: Element, { metas }: Gathered): void {
  const content = (attribs.content ?? '').trim()
  if (content === '') return
  const equiv = attribs['http-equiv']?.trim().toLowerCase() === 'content-language' ? 'content-language' : undefined
  const names = [attribs.property, attribs.name, equiv].map((name) => name?.trim().toLowerCase())
  for (const name of new Set(names)) {
    if (!name) continue
    const list = metas.get(name)
    if (list) list.push(content)
    else metas.set(name, [content])
  }
}

function visitLink({ attribs }: Element, page: Gathered, document: Document): void {
  const rel = (attribs.rel ?? '').toLowerCase().split(/\s+/)
  const url = (attribs.href ?? '').trim() === '' ? null : URL.parse(attribs.href ?? '', document.baseUrl)
  if (!url || url.protocol === 'javascript:' || url.protocol === 'data:') return
  if (rel.includes('canonical') && /^https?:$/.test(url.protocol)) page.canonicals.push(url.href)
  if (rel.includes('icon')) page.icons.push(url.href)
  if (rel.includes('apple-touch-icon') || rel.includes('apple-touch-icon-precomposed')) page.touchIcons.push(url.href)
  if (rel.includes('alternate') && !rel.includes('stylesheet')) {
    const [hreflang, type, title] = [attribs.hreflang, attribs.type, attribs.title].map((text) => text?.trim() || null)
    page.alternates.push({ url: url.href, hreflang: hreflang ?? null, type: type ?? null, title: title ?? null })
  }
}

function languagesOf(metas: Gathered['metas']): string[] {
  const listed = metas.get('content-language') ?? []
  const locales = metas.get('og:locale') ?? []
  return [
    ...listed.map((list) => list.split(',')[0]?.trim() ?? ''),
    ...locales.map((locale) => locale.replace('_', '-')),
  ]
}

function authorOf(metas: Gathered['metas'], stated: JsonLdFields): string | null {
  const lists = [...authorNames.map((name) => metas.get(name) ?? []), stated.authors]
  // `article:author` is a profile's address on many sites.
  const names = lists
    .map((list) => list.filter((name) => !/^(?:https?:)?\/\//i.test(name)))
    .find((list) => list.length > 0)
  return names ? [...new Set(names)].join(', ') : null
}

function publishedAt({ metas, dates }: Gathered, stated: JsonLdFields): string | null {
  const candidates = [...dateNames.slice(0, 4).flatMap((name) => metas.get(name) ?? []), ...stated.published]
  candidates.push(...dateNames.slice(4).flatMap((name) => metas.get(name) ?? []), ...dates)
  for (const candidate of candidates) {
    const date = isoDate(candidate)
    if (date) return date
  }
  return null
}

function properties(metas: Gathered['metas'], prefixes: ReadonlySet<string>): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {}
  for (const [name, contents] of metas) {
    // A name without a prefix (`__proto__`) never becomes a key.
    const [prefix = '', rest = ''] = name.split(':', 2)
    if (rest === '' || !prefixes.has(prefix)) continue
    found[name] = contents.length === 1 ? (contents[0] ?? '') : contents
  }
  return found
}

function first(...lists: (readonly string[] | undefined)[]): string | null {
  for (const list of lists) {
    const text = list?.find((item) => item !== '')
    if (text !== undefined) return text
  }
  return null
}

function keep(list: string[], text: string | undefined): void {
  const folded = collapseAndTrim(text ?? '')
  if (folded !== '') list.push(folded)
}

/** An svg's `title` names a picture. */
function isForeign(element: Element): boolean {
  return element.namespace !== undefined && element.namespace !== 'http://www.w3.org/1999/xhtml'
}

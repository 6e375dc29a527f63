/** Metadata of a page: for each field, one of the values that the page states. */

import type { Metadata } from '../../contract/scrape.ts'
import type { Document } from '../../document/document.ts'
import { readAlternates } from './alternates.ts'
import { isoDate } from './iso-date.ts'
import { type JsonLdFields, jsonLdFields, readJsonLd } from './json-ld.ts'
import { collectMetadata, firstTitle, type StatedMetadata } from './stated-metadata.ts'

/**
 * The first value that is not empty for each field; Open Graph and Twitter properties that repeat become lists (docs/scrape.md).
 * Throws response_too_large.
 */
export function readMetadata(document: Document): Metadata {
  const stated = collectMetadata(document)
  return { ...ownMetadata(stated), alternates: readAlternates(stated.alternates, document) }
}

/** What a page states of itself alone: of a page whose metadata is too large, too. */
export function readOwnMetadata(document: Document): Omit<Metadata, 'alternates'> {
  return ownMetadata(collectMetadata(document))
}

function ownMetadata(stated: StatedMetadata): Omit<Metadata, 'alternates'> {
  const { metas } = stated
  const jsonLd = readJsonLd(stated.jsonLd)
  const ofJsonLd = jsonLdFields(jsonLd)
  return {
    title: titleOf(stated),
    description: first(metas.get('description'), metas.get('og:description'), metas.get('twitter:description')),
    canonical: stated.canonical,
    language: first(stated.languages, languagesOf(metas)),
    author: authorOf(metas, ofJsonLd),
    published_at: publishedAt(stated, ofJsonLd),
    site_name: first(metas.get('og:site_name'), metas.get('application-name'), ofJsonLd.siteNames),
    favicon: stated.icon ?? stated.touchIcon,
    open_graph: propertiesOf(metas, openGraphPrefixes),
    twitter: propertiesOf(metas, twitterPrefixes),
    json_ld: jsonLd,
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

/** The title alone, the same as `readMetadata` gives. */
export function readTitle(document: Document): string | null {
  return firstTitle(document) ?? titleOf(collectMetadata(document))
}

/** Whether the document has a title of its own, which is then what `readTitle` gives. */
export function hasTitle(document: Document): boolean {
  return firstTitle(document) !== null
}

function titleOf({ titles, metas }: StatedMetadata): string | null {
  return first(titles, metas.get('og:title'), metas.get('twitter:title'))
}

function languagesOf(metas: StatedMetadata['metas']): string[] {
  const listed = metas.get('content-language') ?? []
  const locales = metas.get('og:locale') ?? []
  return [
    ...listed.map((list) => list.split(',')[0]?.trim() ?? ''),
    ...locales.map((locale) => locale.replace('_', '-')),
  ]
}

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

function authorOf(metas: StatedMetadata['metas'], { authors }: JsonLdFields): string | null {
  const lists = [...authorNames.map((name) => metas.get(name) ?? []), authors]
  // `article:author` is the URL of a profile on many sites.
  const names = lists
    .map((list) => list.filter((name) => !/^(?:https?:)?\/\//i.test(name)))
    .find((list) => list.length > 0)
  return names ? [...new Set(names)].join(', ') : null
}

// The first four go before JSON-LD.
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

/** The first value that is a date; a page states others that are none. */
function publishedAt({ metas, dates }: StatedMetadata, { published }: JsonLdFields): string | null {
  const valuesOf = (names: readonly string[]) => names.flatMap((name) => metas.get(name) ?? [])
  const candidates = [...valuesOf(dateNames.slice(0, 4)), ...published, ...valuesOf(dateNames.slice(4)), ...dates]
  for (const candidate of candidates) {
    const date = isoDate(candidate)
    if (date) return date
  }
  return null
}

// Name spaces of the Open Graph protocol and of its object types. @see https://ogp.me/
const openGraphPrefixes = new Set(
  'og article book profile website music video product place business restaurant game fitness books fb'.split(' '),
)
const twitterPrefixes = new Set(['twitter'])

function propertiesOf(
  metas: StatedMetadata['metas'],
  prefixes: ReadonlySet<string>,
): Record<string, string | string[]> {
  const properties: Record<string, string | string[]> = {}
  for (const [name, values] of metas) {
    // A name without a prefix, such as `__proto__`, never becomes a key.
    const [prefix = '', rest = ''] = name.split(':', 2)
    if (rest === '' || !prefixes.has(prefix)) continue
    properties[name] = values.length === 1 ? (values[0] ?? '') : values
  }
  return properties
}

/** The first value of the first list that has one. */
function first(...lists: (readonly string[] | undefined)[]): string | null {
  for (const list of lists) {
    const text = list?.find((item) => item !== '')
    if (text !== undefined) return text
  }
  return null
}

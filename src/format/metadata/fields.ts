/** Metadata fields whose sources are reported. Each field comes from the first source that provides it. */

import { lazy } from '../../base/once.ts'
import type { Metadata } from '../../contract/metadata.ts'
import { maxTitleChars } from '../../contract/service-limits.ts'
import { type ArticleHead, findArticleHead, lineIn } from './article-head.ts'
import { bylineOf, onlyNameIn, shownDates } from './byline.ts'
import { isoDate } from './iso-date.ts'
import type { JsonLdFields } from './json-ld-fields.ts'
import { isGenericName, isNameOfHost, nameKey, siteNameByHost, statedName } from './names.ts'
import { type Found, type StatedMetadata, statedBy } from './stated-metadata.ts'

export function readFields(
  stated: StatedMetadata,
  jsonLd: JsonLdFields,
  url: string,
): Record<keyof Metadata['sources'], Found | null> {
  const own = documentTitle(stated)
  const headlines = [...statedBy(stated, ['og:title', 'twitter:title']), ...jsonLd.headlines].slice(0, 10)
  const titles = [...(own ? [own] : []), ...headlines].map(({ text }) => text.slice(0, maxTitleChars))
  const head = lazy(() => findArticleHead(stated, titles))
  const site = siteNameOf(stated, jsonLd, own?.text ?? '', url)
  const publishers = [site, ...jsonLd.publishers, ...jsonLd.siteNames, ...statedBy(stated, siteNames)]
  const dates = lazy(() => shownDates(head()))
  return {
    title: titleOf(own, headlines, head),
    description: [...statedBy(stated, descriptionNames), ...jsonLd.descriptions][0] ?? null,
    author: authorOf(stated, { jsonLd, publishers: publishers.flatMap((found) => found?.text ?? []), url, head }),
    published_at:
      statedDate(stated, [publishedFirstNames, publishedNames, 'datepublished'], jsonLd.published) ??
      dates().published ??
      onlyDate(ofProperty(stated, 'published')),
    modified_at:
      statedDate(stated, [modifiedFirstNames, modifiedNames, 'datemodified'], jsonLd.modified) ?? dates().modified,
    site_name: site,
  }
}

/** Returns `<title>`, or else the Open Graph or Twitter title. */
export function documentTitle(stated: StatedMetadata): Found | null {
  const [own] = stated.titles
  return own !== undefined
    ? { text: own, source: 'title' }
    : (statedBy(stated, ['og:title', 'twitter:title'])[0] ?? null)
}

/**
 * Returns the document's title. If the visible headline differs, `<title>` may have been written for search engines. In that case, returns
 * the headline given by Open Graph, Twitter or JSON-LD, or the visible headline if it shares the title's words.
 */
function titleOf(own: Found | null, headlines: readonly Found[], head: AuthorClues['head']): Found | null {
  if (own === null) return headlines[0] ?? null
  const key = nameKey(own.text)
  const differs = (text: string) => {
    const other = nameKey(text)
    return other !== '' && !key.includes(other) && !other.includes(key)
  }
  const shown = head()
  if (shown === null || !differs(shown.text)) return own
  const same = headlines.find(({ text }) => nameKey(text) === nameKey(shown.text))
  if (same !== undefined) return same
  if (shown.headline.name === 'h1' && [own, ...headlines].some(({ text }) => areAlike(shown.text, text))) {
    return { text: shown.text, source: 'h1' }
  }
  return own
}

const minWords = 6
const minShared = 0.7

function areAlike(...headlines: [string, string]): boolean {
  const [short = [], long = []] = headlines
    .map((text) => [
      ...new Set(
        text
          .slice(0, maxTitleChars)
          .toLowerCase()
          .match(/[\p{L}\p{N}]+/gu),
      ),
    ])
    .sort((a, b) => a.length - b.length)
  const shared = short.filter((word) => long.includes(word)).length
  return short.length >= minWords && shared >= short.length * minShared
}

export function statedLanguage(stated: StatedMetadata): string | null {
  const { languages, metas } = stated
  const listed = (metas.get('content-language') ?? []).map((list) => list.split(',')[0]?.trim() ?? '')
  const locales = (metas.get('og:locale') ?? []).map((locale) => locale.replace('_', '-'))
  const named = statedBy(stated, languageNames).flatMap(({ text }) =>
    /^[a-z]{2,3}(?:[-_][a-z\d]{2,8})*$/i.test(text) ? text.replaceAll('_', '-') : [],
  )
  return [...languages, ...listed, ...locales, ...named].find((language) => language !== '') ?? null
}

/**
 * Returns the first value that is a date, because pages may also give other values. If that date is only a year or a month, returns the
 * first date with a day in the same year, because journals also give the date.
 */
function firstDate(candidates: readonly Found[]): Found | null {
  const dates = candidates.flatMap(({ text, source }) => {
    const date = isoDate(text)
    return date === null ? [] : [{ text: date, source }]
  })
  const [first] = dates
  const isExact = ({ text }: Found) => text.length >= 'YYYY-MM-DD'.length
  if (!first || isExact(first)) return first ?? null
  return dates.find((date) => isExact(date) && date.text.slice(0, 4) === first.text.slice(0, 4)) ?? first
}

type DateNames = readonly [first: readonly string[], others: readonly string[], property: keyof typeof propertySources]

/** `ofJsonLd`: the dates stated in JSON-LD, which only the first names override. */
function statedDate(stated: StatedMetadata, [first, others, property]: DateNames, ofJsonLd: readonly Found[]) {
  return firstDate([
    ...[...statedBy(stated, first), ...ofJsonLd, ...statedBy(stated, others)],
    ...ofProperty(stated, property),
  ])
}

/** Returns the date on which all values agree; null if they differ, as in a list of articles. */
function onlyDate(candidates: readonly Found[]): Found | null {
  const days = new Set(candidates.map(({ text }) => isoDate(text)?.slice(0, 'YYYY-MM-DD'.length)))
  return days.size === 1 ? firstDate(candidates) : null
}

const propertySources = {
  datepublished: 'itemprop:datePublished',
  datemodified: 'itemprop:dateModified',
  published: 'time',
}

function ofProperty({ properties }: StatedMetadata, name: keyof typeof propertySources): Found[] {
  const source = propertySources[name]
  return (properties.get(name) ?? []).flatMap((element) => {
    const { datetime, content, title } = element.attribs
    const text = datetime ?? content ?? (title !== undefined && isoDate(title) !== null ? title : lineIn(element))
    return text === '' ? [] : [{ text, source }]
  })
}

function siteNameOf(stated: StatedMetadata, jsonLd: JsonLdFields, title: string, url: string): Found | null {
  const isFilled = ({ text }: Found) => !/\{\{|\$\{/.test(text)
  const [first] = [...statedBy(stated, siteNames), ...jsonLd.siteNames].filter(isFilled)
  if (first) return first
  const byHost = siteNameByHost(title, url)
  if (byHost) return { text: byHost, source: 'title' }
  const [publisher] = jsonLd.publishers.filter(isFilled)
  if (publisher) return publisher
  return statedBy(stated, shortSiteNames)[0] ?? null
}

interface AuthorClues {
  jsonLd: JsonLdFields
  publishers: readonly string[]
  url: string
  /** Finds the article's head in the body, on first use. */
  head: () => ArticleHead | null
}

/** Returns null if no author is named. The site's name and generic names count only if no other name is found. */
function authorOf(stated: StatedMetadata, clues: AuthorClues): Found | null {
  const { publishers, url } = clues
  const keys = new Set(publishers.map(nameKey))
  const isPerson = ({ text }: Found) => !keys.has(nameKey(text)) && !isGenericName(text) && !isNameOfHost(text, url)
  let other: Found | null = null
  for (const { found, isOrganization, isOfPersons } of candidates(stated, clues)) {
    if (!isOrganization && isPerson(found)) return found
    if (!isOfPersons) other ??= found
  }
  return other
}

interface Candidate {
  found: Found
  isOrganization?: boolean
  /** True if this source names only persons. A value that isn't a person is then ignored. */
  isOfPersons?: boolean
}

/** Yields candidates, most trusted first. The body is read only when needed. */
function* candidates(stated: StatedMetadata, { jsonLd, head }: AuthorClues): Generator<Candidate> {
  yield* ofNames(stated, authorFirstNames)
  for (const { names, areOrganizations, source } of jsonLd.authors) {
    const found = joined(names, source)
    if (found) yield { found, isOrganization: areOrganizations }
  }
  for (const candidate of ofNames(stated, authorNames)) yield { ...candidate, isOfPersons: true }
  const article = head()
  const byline = article && bylineOf(article)
  if (byline) yield { found: { text: byline, source: 'byline' }, isOfPersons: true }
  // Some blogs name the author below the text.
  const only = onlyNameIn(stated.properties.get('author') ?? [])
  if (only !== null) yield { found: { text: only, source: 'byline' }, isOfPersons: true }
}

function* ofNames(stated: StatedMetadata, names: readonly string[]): Generator<Candidate> {
  for (const name of names) {
    const found = joined(
      statedBy(stated, [name]).map(({ text }) => text),
      name,
    )
    if (found) yield { found }
  }
}

function joined(values: readonly string[], source: string): Found | null {
  const names = values.map(statedName).filter((name) => name !== null)
  return names.length === 0 ? null : { text: [...new Set(names)].join(', '), source }
}

/** Dublin Core names are written with a dot in HTML and with a colon in RDFa. */
const dublinCore = (...terms: string[]) =>
  terms.flatMap((term) => ['dc', 'dcterms'].flatMap((prefix) => [`${prefix}.${term}`, `${prefix}:${term}`]))
const listed = (names: string) => names.split(' ')

const descriptionNames = [
  ...listed('description og:description twitter:description'),
  ...dublinCore('description'),
  'itemprop:description',
]
const languageNames = ['language', ...dublinCore('language')]

/** Names that take priority over JSON-LD. Names that are used only for persons come first. */
const authorFirstNames = [
  ...listed('citation_author article:author og:article:author author'),
  ...dublinCore('creator'),
  ...listed('parsely-author sailthru.author'),
]
const authorNames = listed(
  'branch:deeplink:author branch:deeplink:authorname branch:deeplink:authorname1 cxenseparse:author bt:author qc:author ' +
    'rbauthors article_author article-author authors byline byl itemprop:author',
)

/** These take priority over JSON-LD. */
const publishedFirstNames = listed('article:published_time og:article:published_time og:published_time datepublished')
const publishedNames = [
  ...listed('citation_publication_date citation_date dc.date.issued dc:date.issued'),
  ...dublinCore('issued', 'created', 'date').filter((name) => !/^dc[.:](?:issued|created)$/.test(name)),
  ...listed(
    'parsely-pub-date sailthru.date article.published article:published cxenseparse:recs:publishtime bt:pubdate publish-date ' +
      'publishdate publish_date publication_date published_date published_time pubdate pub_date date',
  ),
]

const modifiedFirstNames = listed(
  'article:modified_time og:article:modified_time og:updated_time og:modified_time datemodified',
)
const modifiedNames = [
  ...dublinCore('modified'),
  ...listed('dc.date.modified bt:moddate article.updated article:updated lastmod last-modified last_modified modified'),
  ...listed('revised updated_time'),
]

const siteNames = listed('og:site_name application-name')
/** Sources whose site names are often shortened. */
const shortSiteNames = ['apple-mobile-web-app-title', ...dublinCore('publisher')]

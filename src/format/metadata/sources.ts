/** Where a page may provide each field: `meta` names, most trusted first, and whether they take priority over JSON-LD. */

/** Dublin Core names are written with a dot in HTML and with a colon in RDFa. */
const dublinCore = (...terms: string[]) =>
  terms.flatMap((term) => ['dc', 'dcterms'].flatMap((prefix) => [`${prefix}.${term}`, `${prefix}:${term}`]))

export const descriptionNames: readonly string[] = [
  'description',
  'og:description',
  'twitter:description',
  ...dublinCore('description'),
  'itemprop:description',
]

export const languageNames: readonly string[] = ['language', ...dublinCore('language')]

/** Names that take priority over JSON-LD. Names that are used only for persons come first. */
export const authorFirstNames: readonly string[] = [
  'citation_author',
  'article:author',
  'og:article:author',
  'author',
  ...dublinCore('creator'),
  'parsely-author',
  'sailthru.author',
]

export const authorNames: readonly string[] = [
  'branch:deeplink:author',
  'branch:deeplink:authorname',
  'branch:deeplink:authorname1',
  'cxenseparse:author',
  'bt:author',
  'qc:author',
  'rbauthors',
  'article_author',
  'article-author',
  'authors',
  'byline',
  'byl',
  'itemprop:author',
]

/** These take priority over JSON-LD. */
export const publishedFirstNames: readonly string[] = [
  'article:published_time',
  'og:article:published_time',
  'og:published_time',
  'datepublished',
]

export const publishedNames: readonly string[] = [
  'citation_publication_date',
  'citation_date',
  'dc.date.issued',
  'dc:date.issued',
  ...dublinCore('issued', 'created', 'date').filter((name) => !/^dc[.:](?:issued|created)$/.test(name)),
  'parsely-pub-date',
  'sailthru.date',
  'article.published',
  'article:published',
  'cxenseparse:recs:publishtime',
  'bt:pubdate',
  'publish-date',
  'publishdate',
  'publish_date',
  'publication_date',
  'published_date',
  'published_time',
  'pubdate',
  'pub_date',
  'date',
]

export const modifiedFirstNames: readonly string[] = [
  'article:modified_time',
  'og:article:modified_time',
  'og:updated_time',
  'og:modified_time',
  'datemodified',
]

export const modifiedNames: readonly string[] = [
  ...dublinCore('modified'),
  'dc.date.modified',
  'bt:moddate',
  'article.updated',
  'article:updated',
  'lastmod',
  'last-modified',
  'last_modified',
  'modified',
  'revised',
  'updated_time',
]

export const siteNames: readonly string[] = ['og:site_name', 'application-name']

/** Sources whose site names are often shortened. */
export const shortSiteNames: readonly string[] = ['apple-mobile-web-app-title', ...dublinCore('publisher')]

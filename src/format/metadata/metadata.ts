/** Reads the metadata of a page: for each field, one of the values that the page provides. */

import type { Element } from 'domhandler'
import type { Metadata } from '../../contract/metadata.ts'
import { resolveUrl } from '../../html/absolute-url.ts'
import { CharacterBudget } from '../../html/character-budget.ts'
import type { Document } from '../../html/document.ts'
import { parseDocument } from '../../html/parse/parse.ts'
import { withoutInvisible } from '../../html/visibility/invisible-characters.ts'
import { documentTitle, readFields, statedLanguage } from './fields.ts'
import { jsonLdFields, readJsonLd } from './json-ld-fields.ts'
import { collectMetadata, firstTitle, type StatedMetadata } from './stated-metadata.ts'

/**
 * Returns the first non-empty value for each field. Repeated Open Graph and Twitter properties become lists (docs/scrape.md).
 * Throws response_too_large.
 */
export function readMetadata(document: Document): Metadata {
  const stated = collectMetadata(document)
  const { sources, ...own } = ownMetadata(stated, document)
  return { ...own, alternates: readAlternates(stated.alternates, document), sources }
}

/** Returns only the page's own metadata. Works even when the full metadata would be too large. */
export function readOwnMetadata(document: Document): Omit<Metadata, 'alternates'> {
  return ownMetadata(collectMetadata(document), document)
}

function ownMetadata(stated: StatedMetadata, { url }: Document): Omit<Metadata, 'alternates'> {
  const { metas } = stated
  const items = readJsonLd(stated.jsonLd)
  const fields = readFields(stated, jsonLdFields(items), url)
  const { title, description, author, published_at, modified_at, site_name } = fields
  return {
    title: title?.text ?? null,
    description: description?.text ?? null,
    canonical: stated.canonical,
    language: statedLanguage(stated),
    author: author?.text ?? null,
    published_at: published_at?.text ?? null,
    modified_at: modified_at?.text ?? null,
    site_name: site_name?.text ?? null,
    favicon: stated.icon ?? stated.touchIcon,
    open_graph: propertiesOf(metas, openGraphPrefixes),
    twitter: propertiesOf(metas, twitterPrefixes),
    json_ld: items,
    sources: Object.fromEntries(
      Object.entries(fields).flatMap(([name, found]) => (found ? [[name, found.source]] : [])),
    ),
  }
}

/** Returns the metadata of a page that provides none. */
export function emptyMetadata(): Metadata {
  return readMetadata(parseDocument('', 'about:blank'))
}

/** Returns the document's own title: `<title>`, or else Open Graph's. */
export function readTitle(document: Document): string | null {
  return firstTitle(document) ?? documentTitle(collectMetadata(document))?.text ?? null
}

// Namespaces of the Open Graph protocol and its object types. @see https://ogp.me/
const openGraphPrefixes = new Set(
  'og article book profile website music video product place business restaurant game fitness books fb'.split(' '),
)
const twitterPrefixes = new Set(['twitter'])

function propertiesOf(metas: StatedMetadata['metas'], prefixes: ReadonlySet<string>): Metadata['open_graph'] {
  const properties: Metadata['open_graph'] = {}
  for (const [name, values] of metas) {
    // A name without a prefix, such as `__proto__`, never becomes a key.
    const [prefix = '', rest = ''] = name.split(':', 2)
    if (rest === '' || !prefixes.has(prefix)) continue
    properties[name] = values.length === 1 ? (values[0] ?? '') : values
  }
  return properties
}

/** Returns the versions that these `link` elements list. Throws response_too_large, since a long `<base>` is repeated in each URL. */
export function readAlternates(links: readonly Element[], document: Document): Metadata['alternates'] {
  const budget = new CharacterBudget(document)
  return links.flatMap((link) => {
    const url = resolveUrl(document, link.attribs.href)
    if (!url) return []
    const { hreflang, type, title } = link.attribs
    const alternate = { url, hreflang: textOf(hreflang), type: textOf(type), title: textOf(title) }
    for (const text of Object.values(alternate)) budget.take(text?.length ?? 0)
    return [alternate]
  })
}

function textOf(attribute = ''): string | null {
  return withoutInvisible(attribute).trim() || null
}

/** Finds the author of a page: first in its structured data, then in its visible body. Persons come before the site and its publisher. */

import type { Element } from 'domhandler'
import { elementAround } from '../../html/traverse.ts'
import { type ArticleHead, isShown } from './article-head.ts'
import { bylineOf, onlyAuthorOf } from './byline.ts'
import { type Found, statedBy } from './found.ts'
import type { JsonLdFields } from './json-ld-fields.ts'
import { linesIn } from './lines.ts'
import { bylineNames, isGenericName, isPlausibleName, nameKey, statedName } from './names.ts'
import { isNameOfHost } from './site-name.ts'
import { authorFirstNames, authorNames, jsonMetas } from './sources.ts'
import type { StatedMetadata } from './stated-metadata.ts'

interface AuthorClues {
  jsonLd: JsonLdFields
  /** Names of the site and its publisher. */
  publishers: readonly string[]
  url: string
  /** Finds the article's head in the body, on first use. */
  head: () => ArticleHead | null
}

/** Returns null if no author is named. The site's name and generic names count only if no other name is found. */
export function authorOf(stated: StatedMetadata, clues: AuthorClues): Found | null {
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
  /** True if this source names only persons: any other value in it isn't an author. */
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
  const others: (Found | null)[] = [
    ...ofJson(stated).map(([name, values]) => joined(values, name)),
    joined(writtenBy(stated), 'twitter:data1'),
    joined(
      stated.linkedAuthors.filter((name) => isPlausibleName(name)),
      'link:author',
    ),
  ]
  for (const found of others) if (found) yield { found, isOfPersons: true }
  const article = head()
  const byline = article && bylineOf(article)
  if (byline) yield { found: { text: byline, source: 'byline' }, isOfPersons: true }
  const ofItem = joined(ofItemprop(stated), 'itemprop:author')
  if (ofItem) yield { found: ofItem, isOfPersons: true }
  const only = onlyAuthorOf(stated.authorLinks)
  if (only && article) yield { found: { text: only, source: 'byline' }, isOfPersons: true }
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

/** Reads Twitter's two extra labelled values, one of which is often labelled "Written by". */
function writtenBy({ metas }: StatedMetadata): string[] {
  return ['1', '2'].flatMap((number) => {
    const label = metas.get(`twitter:label${number}`)?.[0] ?? ''
    return /^(?:written by|author|by|geschrieben von|verfasst von|écrit par|escrito por|autor)\W*$/i.test(label)
      ? (metas.get(`twitter:data${number}`) ?? [])
          .slice(0, 1)
          // A single word may be an account name.
          .filter((name) => name.includes(' ') || isPlausibleName(name, { mayBeOneWord: true }))
      : []
  })
}

const maxJsonChars = 100_000

function ofJson(stated: StatedMetadata): [string, string[]][] {
  return jsonMetas.flatMap(({ name, author }) => {
    const value = jsonInMeta(stated, name)
    const names = author.flatMap((key) => [value[key]].flat()).filter((one) => typeof one === 'string')
    return [[name, names.slice(0, 100)] as [string, string[]]]
  })
}

/** Returns the object that a `meta` contains as JSON; empty if it doesn't contain one. */
export function jsonInMeta({ metas }: StatedMetadata, name: string): Record<string, unknown> {
  const text = metas.get(name)?.[0] ?? ''
  if (!text.startsWith('{') || text.length > maxJsonChars) return {}
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    // Not JSON, so it has no usable value.
    return {}
  }
}

/** Returns the names of elements with `itemprop=author`, except in comments and reviews. Empty if they belong to several articles. */
function ofItemprop({ properties }: StatedMetadata): string[] {
  const elements = (properties.get('author') ?? []).filter(
    (element) => (element.name === 'meta' || isShown(element)) && !isOfComment(element),
  )
  const names = elements.flatMap((element) => {
    const [line = ''] = element.name === 'meta' ? [element.attribs.content ?? ''] : linesIn(element, 200)
    const name = bylineNames(line, { mayBeOneWord: true })
    return name === null ? [] : [name]
  })
  return new Set(names).size > 3 ? [] : names
}

function isOfComment(element: Element): boolean {
  let up: Element | null = element
  for (let level = 0; up && level < maxUp; level++, up = elementAround(up)) {
    const { itemtype = '', itemprop = '' } = up.attribs
    if (/\/(?:Comment|Review|UserComments|Answer)$/.test(itemtype) || /^(?:reviews?|comments?)$/.test(itemprop))
      return true
  }
  return false
}

const maxUp = 40

/** Finds a page's author: first in its structured data, then in its visible body. People take priority over the site and publisher. */

import type { ArticleHead } from './article-head.ts'
import { bylineOf, onlyNameIn } from './byline.ts'
import { type Found, statedBy } from './found.ts'
import type { JsonLdFields } from './json-ld-fields.ts'
import { isGenericName, nameKey, statedName } from './names.ts'
import { isNameOfHost } from './site-name.ts'
import { authorFirstNames, authorNames } from './sources.ts'
import type { StatedMetadata } from './stated-metadata.ts'

interface AuthorClues {
  jsonLd: JsonLdFields
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

/** A metadata value with its source, and helpers that pick the first of several. */

import type { Metadata } from '../../contract/metadata.ts'
import type { StatedMetadata } from './stated-metadata.ts'

export interface Found {
  text: string
  /** The source, named as in `sources`: `og:title`, `json_ld:NewsArticle.author`, `byline`. */
  source: string
}

export type SourcedField = keyof Metadata['sources']

export function statedBy({ metas }: StatedMetadata, names: readonly string[]): Found[] {
  return names.flatMap((source) => (metas.get(source) ?? []).slice(0, maxValues).map((text) => ({ text, source })))
}

const maxValues = 100

export function sourced<Field extends SourcedField>(
  found: Record<Field, Found | null>,
): Record<Field, string | null> & Pick<Metadata, 'sources'> {
  const entries = Object.entries(found) as [Field, Found | null][]
  const texts = Object.fromEntries(entries.map(([field, value]) => [field, value?.text ?? null]))
  const sources = Object.fromEntries(entries.flatMap(([field, value]) => (value ? [[field, value.source]] : [])))
  return { ...(texts as Record<Field, string | null>), sources }
}

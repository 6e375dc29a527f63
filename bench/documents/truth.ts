/** The content of a document as read by a person: `truth/*.json`. Absent fields aren't scored. */

import { readFileSync } from 'node:fs'

export interface Truth {
  /** The level is null if a format has two ways to express it, such as a title above the chapters. */
  headings?: [level: number | null, text: string][]
  /** Optional headings. */
  unjudged?: string[]
  items?: [depth: number, text: string][]
  /** Cells by row. Null if another cell spans this position, where its text may or may not be repeated. */
  tables?: (string | null)[][][]
  /** Phrases in reading order. */
  phrases?: string[]
  /** Text that must not appear, because it is deleted, hidden or page furniture. */
  absent?: string[]
  links?: [text: string, url: string][]
  /** Text of footnotes, endnotes, comments and speaker notes. */
  notes?: string[]
  /** Lines of other programs' text that are page furniture. */
  furniture?: string[]
  /** Words in other programs' text that are or contain note references, and words that those programs misread. */
  marks?: string[]
  /** The error expected instead of content. */
  error?: string
}

interface TruthOfFormats extends Truth {
  /** Differences by file extension. */
  formats?: Record<string, Truth>
}

/** Returns the expected content of a document in several formats. Null isn't scored: LibreOffice's EPUB lacks headings and lists. */
export function truthOfMade(name: string): Truth {
  const [source = '', ...endings] = name.split('.')
  const { formats = {}, ...truth } = read(source) as TruthOfFormats
  const ending = endings.join('.')
  const own = formats[ending] ?? formats[endings.at(-1) ?? ''] ?? {}
  return own.error === undefined ? { ...truth, ...own } : own
}

/** Returns the expected content of a package's documents by name. */
export function truthOfPackage(name: string): Record<string, Truth> {
  return read(name) as Record<string, Truth>
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`truth/${name}.json`, import.meta.url), 'utf8'))
}

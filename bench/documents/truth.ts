/** What a document holds, as read by eye: `truth/*.json`. Texts that are not there are not judged. */

import { readFileSync } from 'node:fs'

export interface Truth {
  /** The level is null where a format has two ways to state it, such as a title above the chapters. */
  headings?: [level: number | null, text: string][]
  /** Headings that may be there or not. */
  unjudged?: string[]
  items?: [depth: number, text: string][]
  /** Cells by rows. Null where a cell spreads into this place: its text may be repeated there, or not. */
  tables?: (string | null)[][][]
  /** In the order in which they are read. */
  phrases?: string[]
  /** Deleted, hidden, or page furniture: must not be there. */
  absent?: string[]
  links?: [text: string, url: string][]
  /** Of footnotes, endnotes, comments and speakers. */
  notes?: string[]
  /** Lines of other programs' text that are page furniture. */
  furniture?: string[]
  /** Words of other programs' text that hold the mark of a note, or are one; and those that they misread. */
  marks?: string[]
  /** The document is answered with this error instead. */
  error?: string
}

interface TruthOfFormats extends Truth {
  /** What differs, by the ending of the document's name. */
  formats?: Record<string, Truth>
}

/** Of a document made from one source in several formats. Null is not judged: LibreOffice's EPUB states no headings, lists and header rows. */
export function truthOfMade(name: string): Truth {
  const [source = '', ...endings] = name.split('.')
  const { formats = {}, ...truth } = read(source) as TruthOfFormats
  const ending = endings.join('.')
  const own = formats[ending] ?? formats[endings.at(-1) ?? ''] ?? {}
  return own.error === undefined ? { ...truth, ...own } : own
}

/** Of documents of a package, by their names. */
export function truthOfPackage(name: string): Record<string, Truth> {
  return read(name) as Record<string, Truth>
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`truth/${name}.json`, import.meta.url), 'utf8'))
}

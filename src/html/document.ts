/** The parsed page that all formatters and the parsers of result pages read. */

import type { Element, Text, Document as Tree } from 'domhandler'
import type { FramedDocument } from './page.ts'
import type { PageElements } from './page-elements.ts'

/**
 * A parsed page. Its tree is not changed after parsing, but where a request takes parts out of it before anything is read
 * (select/exclude.ts): what a reader leaves out is known beside it (src/html/visibility/).
 */
export interface Document {
  root: Tree
  elements: PageElements
  /** The page's own URL, after redirects. */
  url: string
  /** The URL that its links are resolved against: `<base href>` where there is one. */
  baseUrl: string
  /** What `parseUrl` has resolved against it, by its spelling. */
  knownUrls: Map<string, URL | null>
  /** The text that was parsed. Source locations of nodes count its UTF-16 units. */
  source: string
  /** Whether a visitor without scripts surely sees more than `muchText` characters: such a page is neither a shell nor a challenge. */
  hasMuchText: boolean
  /** What the browser that rendered the page knows to be hidden; null where no browser has judged it. */
  hidden: HiddenNodes | null
  /** `iframe` and `frame` elements as they were parsed. */
  frameElements: readonly Element[]
  /** Frames whose documents are not in the tree, as the browser that rendered the page has them; null where no browser has. */
  frames: ReadonlyMap<Element, FramedDocument> | null
  /** Characters of the documents of frames that were put into the tree. */
  framedChars: number
}

/** The longest of the challenge pages seen, with some air: Cloudflare's "Attention Required!" in its wordiest form. */
export const muchText = 3000

export interface HiddenNodes {
  /** Outermost elements of which nothing is seen. */
  elements: ReadonlySet<Element>
  /** Texts in elements of which something else is seen. */
  texts: ReadonlySet<Text>
  /** Whether the page hides nearly all of its text, and what its scripts should have shown is not among these. */
  keepsText: boolean
}

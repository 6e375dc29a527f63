/** The parsed page that all formatters and the result page parsers read. */

import type { Element, Text, Document as Tree } from 'domhandler'
import type { FramedDocument } from '../page/page.ts'
import type { PageElements } from './page-elements.ts'

/**
 * A parsed page. Its tree doesn't change after parsing, but a request may remove parts before anything is read (select/select.ts).
 * The parts that each reader leaves out are recorded separately (src/html/visibility/).
 */
export interface Document {
  root: Tree
  elements: PageElements
  /** The page's own URL, after redirects. */
  url: string
  /** The URL against which its links are resolved. This is the `<base href>`, if there is one. */
  baseUrl: string
  /** URLs that `parseUrl` has resolved against the base URL. The key is the URL as written. */
  knownUrls: Map<string, URL | null>
  /** The text that was parsed. Source locations of nodes are offsets in its UTF-16 units. */
  source: string
  /**
   * True if a visitor without scripts certainly sees more than `muchText` characters. The page is then neither a shell nor a challenge.
   */
  hasMuchText: boolean
  /** Nodes that are hidden according to the browser that rendered the page; null if it wasn't rendered. */
  hidden: HiddenNodes | null
  frameElements: readonly Element[]
  /** Frames whose documents aren't in the tree, from the browser that rendered the page; null if it wasn't rendered. */
  frames: ReadonlyMap<Element, FramedDocument> | null
  /** Elements that hold the contents of frames. The page's style sheets don't apply to what is below them. */
  frameBlocks?: readonly Element[]
  /** Number of characters in the frame documents that were inserted into the tree. */
  framedChars: number
  /** Number of hidden characters in frame documents, which are not in the tree. */
  framedHiddenChars?: number
}

/** The length of the longest known challenge page, the wordiest form of Cloudflare's "Attention Required!", plus a margin. */
export const muchText = 3000

export interface HiddenNodes {
  /** Outermost elements that are completely invisible. */
  elements: ReadonlySet<Element>
  /** Hidden text nodes in elements that are partly visible. */
  texts: ReadonlySet<Text>
  /** True if the page hides nearly all its text. In that case, text that its scripts should have shown isn't listed here. */
  keepsText: boolean
}

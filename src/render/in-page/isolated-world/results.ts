/** Results of calls in the isolated world: plain data, sent to this process as JSON. */

export interface PageActivity {
  /** Number of changes so far that added something. At most 30 replacements in the same place are counted. */
  changes: number
  /** Like `changes`, but replacements in one place count only up to 5 times. */
  strictChanges: number
  /** True if the page has an intersection observer or a lazy iframe, so something may load when it comes into view. */
  isLazy: boolean
  /** True if the page itself says that it is loading. Checked only if nothing has changed since the last measurement. */
  saysLoading: boolean
  /** True if the page has opened IndexedDB or a cache. Virtual time doesn't wait for their answers. */
  usesStorage: boolean
  /** Height of the document, in CSS pixels. */
  height: number
  /** Height of the window, in CSS pixels. */
  windowHeight: number
}

/** Result of a search for a selector. `unsupported` means that the browser doesn't support it. */
export type MatchAnswer = 'found' | 'none' | 'unsupported'

/** A document after its scripts have run, and its origin. */
export interface RenderedDocument {
  baseUrl: string
  /** HTML that includes marks, flattened shadow roots and same-origin frames. Null if it exceeds the limit. */
  html: string | null
  url: string
  contentType: string
  /** Characters of hidden text left unmarked because the page hides nearly all of its text. Null if the search failed. */
  keptChars: number | null
}

/** A frame whose document can't be reached from the surrounding document. */
export interface ListedFrame {
  /** Number of the frame in the surrounding document. It doesn't change. */
  number: number
  /** The URL in the frame's element. Scripts may have navigated the frame elsewhere. A very long URL is truncated. */
  url: string
  /** False if the frame's first document hasn't arrived. It may never arrive. */
  hasArrived: boolean
  isShown: boolean
}

/** Results of calls in the isolated world: plain data, sent to this process as JSON. */

/** How busy a page is. */
export interface PageActivity {
  /** Changes so far that added something. Replacements in one place count up to 30 times. */
  changes: number
  /** The same, but replacements in one place count up to 5 times. */
  strictChanges: number
  /** True if something loads when it comes into view: an intersection observer, a lazy iframe. */
  isLazy: boolean
  /** True if the page itself says that it is loading. Checked only if nothing has changed since the last measurement. */
  saysLoading: boolean
  /** True if it has opened IndexedDB or a cache, whose answers virtual time doesn't wait for. */
  usesStorage: boolean
  /** Height of the document, in CSS pixels. */
  height: number
  /** Height of the window, in CSS pixels. */
  windowHeight: number
}

/** Result of a search for a selector: `unsupported` means that the browser doesn't know the selector. */
export type MatchAnswer = 'found' | 'none' | 'unsupported'

/** A document after its scripts have run, and its origin. */
export interface RenderedDocument {
  /** Base URL for its links. */
  baseUrl: string
  /** HTML with marks, and with open shadow roots and same-origin frames flattened in; null if it is longer than the limit. */
  html: string | null
  url: string
  contentType: string
  /** Characters of hidden text left unmarked because the page hides nearly all of its text; null if the search failed. */
  keptChars: number | null
}

/** A frame whose document can't be reached from the surrounding document. */
export interface ListedFrame {
  /** Its permanent number in that document. */
  number: number
  /** The URL in its element; scripts may have navigated it elsewhere. Truncated if it is very long. */
  url: string
  isShown: boolean
}

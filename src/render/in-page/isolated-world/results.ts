/** What calls in the isolated world return: plain data, which is sent to this process as JSON. */

/** How busy a page is. */
export interface PageActivity {
  /** Changes so far that brought something. Replacements in one place count up to 30 times. */
  changes: number
  /** The same, but replacements in one place count up to 5 times. */
  strictChanges: number
  /** Times that the document changed in any way. */
  mutations: number
  /** Whether something waits to come into view: an intersection observer, a lazy iframe. */
  isLazy: boolean
  /** Whether the page itself says that it is loading. Looked for only when nothing has changed since the last measurement. */
  saysLoading: boolean
  /** Whether it has opened IndexedDB or a cache, whose answers virtual time does not wait for. */
  usesStorage: boolean
  /** URLs of the shared workers that it has started. */
  sharedWorkers: string[]
  /** Height of the document, in CSS pixels. */
  height: number
  /** Height of the window, in CSS pixels. */
  windowHeight: number
}

/** What a search for a selector has found: `more` steps are left, or the browser does not support the selector. */
export type MatchAnswer = 'found' | 'none' | 'more' | 'unsupported'

/** A document after its scripts, and where it came from. */
export interface RenderedDocument {
  /** URL that its links are resolved against. */
  baseUrl: string
  /** With open shadow roots and same-origin frames flattened in, and with marks; null when it is longer than the limit. */
  html: string | null
  url: string
  contentType: string
  /** Characters of hidden text that are not marked, as the page hides nearly all of its text; null when the search has failed. */
  keptChars: number | null
}

/** A frame whose document cannot be reached from the document around it. */
export interface ListedFrame {
  /** Its number in that document, for good. */
  number: number
  /** What its element states; scripts may have led it elsewhere. Cut where it is very long. */
  url: string
  isShown: boolean
}

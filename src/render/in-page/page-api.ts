/** The contract between the code in the page and this process: the expressions sent and the types of their results. */

export type PageExpression<T> = string & { readonly evaluatesTo?: T }

/** The code that is sent to pages, as source text. */
export interface PageScripts {
  /** Runs in the isolated world of every new document: watches the document and enables the expressions below. */
  isolatedWorld: string
  /** Runs in the main world of every new document, in every frame, before the page's own scripts. */
  mainWorld: string
  /** True if the page's peers offer UDP, or aren't ready within three seconds. */
  offersUdp: PageExpression<Promise<boolean>>
  /** Finishes finite animations, and returns how busy the page is. */
  measureActivity: PageExpression<PageActivity>
  scrollToEnd: PageExpression<void>
  /** Waits for the next animation frame. By then, the page has been notified of its new size and scroll position. */
  nextFrame: PageExpression<Promise<void>>
  search(selector: string): PageExpression<MatchAnswer>
  /** Lists the document's frames. */
  listFrames: PageExpression<ListedFrame[]>
  frameAt(number: number): PageExpression<unknown>
  stageScreenshot(stage: ScreenshotStage): PageExpression<Promise<StagedPage>>
  /** Scrolls through the document, at most down to `maxHeight`. */
  passThrough(maxHeight: number): PageExpression<Promise<void>>
  /** Stops watching and returns the document, with marks on content that visitors can't see. */
  readDocument(options: DocumentReadOptions): PageExpression<RenderedDocument>
}

export interface DocumentReadOptions {
  /** Maximum length of the document. A longer document is not returned. */
  maxChars: number
  /** Name of the attribute on hidden elements, and text of the comments around hidden text nodes. The page must not be able to guess it. */
  mark: string
  /** Numbers of listed frames. In the document, each frame's element has an attribute with its number. */
  frames: readonly number[]
}

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
  /** HTML that includes marks and flattened shadow roots. Null if it exceeds the limit. */
  html: string | null
  url: string
  contentType: string
  /** Characters of hidden text left unmarked because the page hides nearly all of its text. Null if the search failed. */
  keptChars: number | null
}

/** A frame, as the document around it sees it. */
export interface ListedFrame {
  /** Number of the frame in the surrounding document. It doesn't change. */
  number: number
  /** The URL in the frame's element. Scripts may have navigated the frame elsewhere. A very long URL is truncated. */
  url: string
  /** False if the frame's first document hasn't arrived. It may never arrive. */
  hasArrived: boolean
  isShown: boolean
  /** True if the page's scripts can reach the document. It is then part of the page, even if its URL suggests an advertisement. */
  isReachable: boolean
}

/** A rectangle in CSS pixels, from the start of the document. */
export interface PageBox {
  x: number
  y: number
  width: number
  height: number
}

/** The image to take, as the page needs to know it. */
export type ScreenshotStage = {
  element: string | null
  excluded: string | null
  isFullPage: boolean
  hidesFrames: boolean
  maxHeight: number
}

export interface StagedPage {
  /** False if the browser doesn't support a selector. */
  isSupported: boolean
  /** The part of the page in the window, the whole page, and the selected element if it has a box. */
  view: PageBox
  page: PageBox
  element: PageBox | null
  /** True if the layout has been the same for a frame. */
  isStable: boolean
}

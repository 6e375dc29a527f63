/** The contract between the code in the page and this process: the expressions sent and the types of their results. */

import type { ListedFrame, MatchAnswer, PageActivity, RenderedDocument } from './isolated-world/results.ts'
import type { ScreenshotStage, StagedPage } from './screenshot/results.ts'

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
  /** Lists the frames whose documents can't be reached by scripts in this one. */
  listFrames: PageExpression<ListedFrame[]>
  frameAt(number: number): PageExpression<unknown>
  stageScreenshot(stage: ScreenshotStage): PageExpression<Promise<StagedPage>>
  /** Scrolls through the document, at most down to `maxHeight`. */
  passThrough(maxHeight: number): PageExpression<Promise<void>>
  /** Stops watching and returns the document, with marks on content that visitors can't see. */
  readDocument(options: ReadOptions): PageExpression<RenderedDocument>
}

interface ReadOptions {
  /** Maximum length of the document. A longer document is not returned. */
  maxChars: number
  /** Name of the attribute on hidden elements, and text of the comments around hidden text nodes. The page must not be able to guess it. */
  mark: string
  /** Numbers of listed frames. In the document, each frame's element has an attribute with its number. */
  frames: readonly number[]
}

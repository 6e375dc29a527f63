/** What the code in the page and this process agree on: the expressions that are sent and the types of their results. */

import type { ListedFrame, MatchAnswer, PageActivity, RenderedDocument } from './isolated-world/results.ts'

/** A JavaScript expression that evaluates to a T in the page. */
export type PageExpression<T> = string & { readonly evaluatesTo?: T }

/** The code that is sent to pages, as source text. */
export interface PageScripts {
  /** Run in the isolated world of every new document: watches it and makes the expressions below work. */
  isolatedWorld: string
  /** Run in the main world of every new document, in every frame, before the page's own scripts. */
  mainWorld: string
  /** Whether the page's peers offer UDP, or do not get ready within three seconds. */
  offersUdp: PageExpression<Promise<boolean>>
  /** Finishes animations that end by themselves and returns how busy the page is. */
  measureActivity: PageExpression<PageActivity>
  /** Scrolls to the end of the document. */
  scrollToEnd: PageExpression<void>
  /** Waits for the next animation frame, before which the page hears of its new size and of having been scrolled. */
  nextFrame: PageExpression<Promise<void>>
  /** Begins a search for a match of a selector, and takes so many steps of it. */
  beginSearch(selector: string, count: number): PageExpression<MatchAnswer>
  /** Takes so many more. */
  searchOn(count: number): PageExpression<MatchAnswer>
  /** Lists the frames whose documents cannot be reached from this one. */
  listFrames: PageExpression<ListedFrame[]>
  /** The element of a frame that was listed. */
  frameAt(number: number): PageExpression<unknown>
  /** Ends the watching and returns the document, in which what no visitor can see is marked. */
  readDocument(options: ReadOptions): PageExpression<RenderedDocument>
}

interface ReadOptions {
  /** A longer document is not returned. */
  maxChars: number
  /** Name of the attribute of hidden elements, and text of the comments around hidden texts: not to be guessed by the page. */
  mark: string
  /** Numbers of listed frames, whose elements are given the attribute with that number as its value. */
  frames: readonly number[]
}

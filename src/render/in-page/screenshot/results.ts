/** Input and result of preparing a page for its screenshot: plain data. */

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

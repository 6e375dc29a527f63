/** Loads the code that is sent to pages. */

import { extname } from 'node:path'
import type { PageScripts } from '../in-page/page-api.ts'

/** Name of the isolated world. The browser and this process can reach it, but the page's scripts can't. */
export const worldName = 'gleaner'

// The import uses a URL, because a static import would bring the browser's types (in-page/tsconfig.json) into this program. The types in
// page-api.ts don't need them.
const { scripts }: { scripts: PageScripts } = await import(
  new URL(`../in-page/scripts${extname(import.meta.url)}`, import.meta.url).href
)

export const { isolatedWorld, mainWorld, measureActivity, scrollToEnd, nextFrame, listFrames, frameAt, readDocument } =
  scripts
export const { search, offersUdp, stageScreenshot, passThrough } = scripts

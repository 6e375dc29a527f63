/** Loads the code that is sent to pages. */

import { extname } from 'node:path'
import type { PageScripts } from '../in-page/page-api.ts'

/** Name of the isolated world, which no script of the page can reach; only the browser and this process see it. */
export const worldName = 'gleaner'

// Loaded by its URL, as the file of a worker thread is: it is checked against the browser's types (in-page/tsconfig.json), and an
// import would bring those into this program. The types of page-api.ts need none of them.
const { scripts }: { scripts: PageScripts } = await import(
  new URL(`../in-page/scripts${extname(import.meta.url)}`, import.meta.url).href
)

export const { isolatedWorld, mainWorld, measureActivity, scrollToEnd, nextFrame, listFrames, frameAt, readDocument } =
  scripts
export const { beginSearch, searchOn, offersUdp } = scripts

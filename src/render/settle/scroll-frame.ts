/** Scrolls to the end of a document with a fixed size, as in a frame, until nothing more appears. */

import { scroll } from './load-on-scroll.ts'
import type { SettlingPage } from './settling-page.ts'

/** A list that is still growing after this many scrolls is considered endless. */
const maxScrolls = 10

/** Awaits `calm` after each scroll. Resolves with false if the document keeps growing. */
export async function scrollThrough(page: SettlingPage, calm: () => Promise<void>): Promise<boolean> {
  for (let scrolls = 0; scrolls < maxScrolls; scrolls++) {
    const { changes, height, windowHeight } = await page.measure()
    if (height <= windowHeight * 1.1) return true
    await scroll(page)
    await calm()
    if ((await page.measure()).changes === changes) return true
  }
  return false
}

/** Scrolls to the end of a document that keeps its size, as one in a frame does, until nothing more appears. */

import { scroll } from './load-all.ts'
import type { SettlingPage } from './settling-page.ts'

/** A list that still grows after so many times goes on without end. */
const maxScrolls = 10

/** `calm` is awaited after each time. Resolves with false when the document goes on growing. */
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

/** Makes a page load what its screenshot shows: lists and images that appear when they come into view. */

import type { ScreenshotRequest } from '../../page/page.ts'
import { loadAll } from '../settle/load-on-scroll.ts'
import type { SettlingPage } from '../settle/settling-page.ts'
import { DocumentGone } from '../tab/isolated-world.ts'
import { resize } from '../tab/page-screen.ts'
import { passThrough } from '../tab/page-scripts.ts'
import { maxImageHeight } from './take-screenshot.ts'

/** Awaits `calm` after each change of the view. Resolves with false if the document keeps growing. */
export async function bringIntoView(
  page: SettlingPage,
  calm: () => Promise<void>,
  { viewport, isFullPage, element, isOnlyOutput }: ScreenshotRequest,
): Promise<boolean> {
  const { evaluate, inTime, tab } = page
  if (isOnlyOutput && !isFullPage && element === undefined) return true
  const screen = { ...viewport, isHandheld: false }
  const isWhole = await loadAll(page, calm, screen)
  const { windowHeight, isLazy } = await page.measure()
  if (windowHeight === viewport.height && !isLazy) return isWhole
  await inTime(resize(tab.send, screen))
  try {
    await inTime(evaluate(passThrough(maxImageHeight)))
  } catch (error) {
    if (!(error instanceof DocumentGone)) throw error
  }
  await calm()
  return isWhole
}

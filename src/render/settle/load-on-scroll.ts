/** Triggers content that loads on scroll. */

import { succeedsWithin } from '../../base/deadline.ts'
import { DocumentGone, type FrameHost, nextFrame, scrollToEnd } from '../tab/isolated-world.ts'
import { resize, screenOf } from '../tab/page-device.ts'
import type { SettlingPage } from './settling-page.ts'

/** A list that is still growing after this many enlargements or scrolls is considered endless. */
const maxEnlargements = 10
const maxWindowHeight = 15_000
/** Maximum wait for a frame, which may never be drawn, or may take a long time on a busy machine. */
const maxFrameMs = 500

/**
 * Makes the window as tall as the document, and repeats this while the document grows. Awaits `calm` each time. Resolves with false if the
 * document keeps growing.
 */
export async function loadAll(page: SettlingPage, calm: () => Promise<void>, screen = screenOf()): Promise<boolean> {
  const { tab, inTime } = page
  let tallest = 0
  for (let enlargements = 0; ; enlargements++) {
    const { changes, isLazy, height, windowHeight } = await page.measure()
    const wanted = Math.min(height, maxWindowHeight)
    if (wanted <= Math.max(windowHeight * 1.1, tallest)) return true
    if (!isLazy && !(await inTime(listensForScrolling(tab)))) return true
    if (enlargements === maxEnlargements) return false
    tallest = wanted
    await inTime(resize(tab.send, { ...screen, height: wanted }))
    await scroll(page)
    await calm()
    if ((await page.measure()).changes === changes) return true
  }
}

/**
 * Scrolls to the end of a document with a fixed size, as in a frame, until nothing more appears. Awaits `calm` after each scroll. Resolves
 * with false if the document keeps growing.
 */
export async function scrollThrough(page: SettlingPage, calm: () => Promise<void>): Promise<boolean> {
  for (let scrolls = 0; scrolls < maxEnlargements; scrolls++) {
    const { changes, height, windowHeight } = await page.measure()
    if (height <= windowHeight * 1.1) return true
    await scroll(page)
    await calm()
    if ((await page.measure()).changes === changes) return true
  }
  return false
}

/** Scrolls to the end of the document, and waits until the page has been notified. */
async function scroll({ evaluate, inTime }: SettlingPage): Promise<void> {
  try {
    await inTime(evaluate(scrollToEnd))
    await inTime(succeedsWithin(maxFrameMs, evaluate(nextFrame)))
  } catch (error) {
    // The next measurement waits for the new document.
    if (!(error instanceof DocumentGone)) throw error
  }
}

async function listensForScrolling(tab: FrameHost): Promise<boolean> {
  const answers = await Promise.all(
    ['window', 'document'].map(async (expression) => {
      const { result } = await tab.send('Runtime.evaluate', { expression })
      if (!result.objectId) return false
      const { listeners } = await tab.send('DOMDebugger.getEventListeners', { objectId: result.objectId })
      return listeners.some(({ type }) => type === 'scroll' || type === 'wheel')
    }),
  )
  return answers.includes(true)
}

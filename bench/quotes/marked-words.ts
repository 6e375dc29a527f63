/** Opens a text fragment in a browser, and reads from a screenshot which words are marked. */

import type { Browser } from 'playwright'

interface Box {
  word: string
  x: number
  y: number
  width: number
  height: number
}

/** Runs in the browser: the boxes of the words in the window. Text that something else covers isn't on the screenshot. */
const readBoxes = String.raw`(() => {
  const found = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const { 0: word, index } of node.nodeValue.matchAll(/[\p{L}\p{M}\p{N}\u00ad]+/gu)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const [box] = range.getClientRects()
      if (!box || box.bottom <= 0 || box.top >= innerHeight) continue
      const { x, y, width, height } = box
      if (document.elementFromPoint(x + width / 2, y + height / 2) !== node.parentElement) continue
      found.push({ word: word.replaceAll('\u00ad', ''), x, y, width, height })
    }
  }
  return found
})()`

/** Runs in the browser: for each box, whether its background in the screenshot is that of marked text. */
const areMarked = (image: string, boxes: readonly Box[]) => `(async () => {
  const shot = new Image()
  shot.src = 'data:image/png;base64,${image}'
  await shot.decode()
  const canvas = Object.assign(document.createElement('canvas'), { width: shot.width, height: shot.height })
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  drawing.drawImage(shot, 0, 0)
  return ${JSON.stringify(boxes)}.map(({ x, y, width, height }) => {
    const { data } = drawing.getImageData(x, y, Math.max(1, width), Math.max(1, height))
    let pixels = 0
    for (let at = 0; at < data.length; at += 4) {
      if (data[at] === 254 && data[at + 1] === 1 && data[at + 2] === 253) pixels++
    }
    return pixels / (data.length / 4) > 0.3
  })
})()`

/** Returns the words that have the background of marked text. */
export async function markedWords(browser: Browser, url: string): Promise<string> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1280, height: 1600 } })
  const reader = await browser.newPage()
  try {
    const page = await context.newPage()
    await page.route('**', (route, request) =>
      request.url().startsWith('http://127.0.0.1') && request.isNavigationRequest() ? route.continue() : route.abort(),
    )
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForTimeout(400)
    const boxes = await page.evaluate<Box[]>(readBoxes)
    const image = (await page.screenshot()).toString('base64')
    const marks = await reader.evaluate<boolean[]>(areMarked(image, boxes))
    return boxes.flatMap(({ word }, n) => (marks[n] ? [word.normalize()] : [])).join(' ')
  } finally {
    await context.close()
    await reader.close()
  }
}

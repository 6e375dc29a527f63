/** Takes a screenshot: makes the page load what it shows, waits for images and fonts, and captures it, also in parts that a model can read. */

import { ServiceError } from '../../base/errors.ts'
import type { PageImage, Screenshot, ScreenshotRequest } from '../../page/page.ts'
import type { DocumentUnit } from '../frames/settle-frames.ts'
import type { PageBox, StagedPage } from '../in-page/page-api.ts'
import { loadAll } from '../settle/load-on-scroll.ts'
import type { SettlingPage } from '../settle/settling-page.ts'
import { DocumentGone, passThrough, stageScreenshot, TabLost } from '../tab/isolated-world.ts'
import { resize } from '../tab/page-device.ts'
import type { PageRequests } from '../tab/page-requests.ts'
import type { Tab } from '../tab/tab.ts'

interface ScreenshotWork extends ScreenshotRequest {
  page: DocumentUnit
  images: PageRequests
  hasFrames: boolean
  /** True if the page is free. The content of its frames must then not be shown. */
  hidesFrames: boolean
  /** When to stop waiting for images, on the `performance.now()` clock. */
  showUntil: number
  /** Settles like `work`, or throws at the deadline. */
  inTime<T>(work: Promise<T>): Promise<T>
}

/** A full page or an element is cut here, in pixels. */
export const maxImageHeight = 20_000
/** The widest window. Pages and elements that are wider are cut. */
const maxImageWidth = 3840
const maxImageBytes = 8 * 1024 * 1024

/** Claude scales larger images down. Other models accept at least this size. */
const maxTileSide = 1568
/** In base64, this is less than the 5 MB that Anthropic's API accepts. */
const maxTileBytes = 3_500_000
const maxTiles = 6

/** Maximum time to wait for images and fonts after the text is complete, and for a layout that keeps changing. */
const maxWaitMs = 10_000
const maxMovingMs = 1000
/** Time between two looks at a page. */
const lookMs = 40
const maxNamed = 5
const maxUrlChars = 200

/**
 * Makes a page load what its screenshot shows: lists and images that appear when they come into view. Awaits `calm` after each change of the
 * view. Resolves with false if the document keeps growing.
 */
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

/** `pending` names the images and fonts that are missing. Throws response_too_large and value_error, and the errors of evaluations and of `inTime`. */
export async function takeScreenshot(tab: Tab, work: ScreenshotWork) {
  const { staged, pending } = await awaitShown(work)
  const whole = staged.element ?? (work.isFullPage ? staged.page : staged.view)
  const width = Math.max(1, Math.min(whole.width, maxImageWidth))
  const box = { ...whole, width, height: Math.max(1, Math.min(whole.height, maxImageHeight)), view: staged.view }
  const isElement = staged.element !== null
  const screenshot: Screenshot = { ...(await capture(tab, box, work)), isElement }
  if (work.hasFrames && !work.hidesFrames) {
    await stage({ ...work, hidesFrames: true })
    screenshot.withoutFrames = { ...(await capture(tab, box, work)), isElement }
  }
  return { screenshot, pending, wholeHeight: whole.height }
}

async function awaitShown(work: ScreenshotWork): Promise<{ staged: StagedPage; pending: string[] }> {
  const until = Math.min(work.showUntil, performance.now() + maxWaitMs)
  let arrivedAt = performance.now()
  for (;;) {
    const staged = await stage(work)
    const loading = work.images.pending()
    const now = performance.now()
    if (loading.length > 0) arrivedAt = now
    else if (staged.isStable) return { staged, pending: [] }
    if (now > until || now - arrivedAt > maxMovingMs) {
      return { staged, pending: loading.length > 0 ? named(loading) : ['a layout that keeps changing'] }
    }
    await work.inTime(new Promise((resolve) => setTimeout(resolve, lookMs)))
  }
}

async function stage({ page, inTime, ...work }: ScreenshotWork): Promise<StagedPage> {
  const { element, excluded, isFullPage, hidesFrames } = work
  const asked = { element: element ?? null, excluded: excluded ?? null, isFullPage, hidesFrames }
  const staged = await inTime(page.world.evaluate(stageScreenshot({ ...asked, maxHeight: maxImageHeight })))
  if (staged.isSupported) return staged
  const param = element === undefined ? 'exclude_selector' : 'css_selector'
  throw new ServiceError('value_error', 'Value error, the browser does not support this selector', { param })
}

function named(loading: ReturnType<PageRequests['pending']>): string[] {
  const shown = loading.slice(0, maxNamed).map(({ type, url }) => `${type.toLowerCase()} ${url.slice(0, maxUrlChars)}`)
  return loading.length > maxNamed ? [...shown, `${loading.length - maxNamed} more images`] : shown
}

/** A part of a page, and the part that is in the window. */
type ShownBox = PageBox & { view: PageBox }

async function capture(tab: Tab, box: ShownBox, work: ScreenshotWork): Promise<Omit<Screenshot, 'isElement'>> {
  const image = await captureBox(tab, box, 1, work)
  if (image.png.byteLength > maxImageBytes)
    throw new ServiceError('response_too_large', `The image is larger than ${maxImageBytes} bytes`)
  return { ...image, ...(work.hasTiles ? await captureTiles(tab, box, image, work) : { tiles: [], tiledHeight: 0 }) }
}

/**
 * Returns the image itself if it is small enough. Otherwise, scales it down if it shows only the window or an element that fits in it. A
 * full page or a taller element is divided into tiles.
 */
async function captureTiles(tab: Tab, box: ShownBox, image: PageImage, work: ScreenshotWork) {
  const { width, height } = box
  if (Math.max(width, height) <= maxTileSide && image.png.byteLength <= maxTileBytes)
    return { tiles: [image], tiledHeight: height }
  const isWindow = !work.isFullPage && height <= work.viewport.height
  const scale = Math.min(1, maxTileSide / (isWindow ? Math.max(width, height) : width))
  const tileHeight = Math.floor(maxTileSide / scale)
  const starts = Array.from({ length: Math.min(maxTiles, Math.ceil(height / tileHeight)) }, (_, n) => n * tileHeight)
  const tiles: PageImage[] = []
  for (const start of starts) {
    const part = { ...box, y: box.y + start, height: Math.min(tileHeight, height - start) }
    tiles.push(await captureTile(tab, part, scale, work))
  }
  return { tiles, tiledHeight: Math.min(height, tiles.length * tileHeight) }
}

/** Scales the image down until it has few enough bytes. */
async function captureTile(tab: Tab, box: ShownBox, scale: number, work: ScreenshotWork): Promise<PageImage> {
  const tile = await captureBox(tab, box, scale, work)
  return tile.png.byteLength <= maxTileBytes ? tile : captureTile(tab, box, scale * 0.75, work)
}

async function captureBox(tab: Tab, { view, ...box }: ShownBox, scale: number, { inTime }: ScreenshotWork) {
  // Chromium rounds up.
  const clip = { ...box, scale: scale === 1 ? 1 : scale - 0.001 / Math.max(box.width, box.height) }
  // To capture more than the window, Chromium changes its size, which takes three times as long.
  const captureBeyondViewport = !isWithin(box, view)
  const drawn = () => {
    tab.isDrawing = false
  }
  tab.isDrawing = true
  const drawing = tab.send('Page.captureScreenshot', { format: 'png', captureBeyondViewport, clip })
  const { data } = await inTime(drawing.catch(asTooComplex).finally(drawn))
  const bytes = Buffer.from(data, 'base64')
  // The size is in the first chunk (PNG, 11.2.2).
  return { png: new Uint8Array(bytes), width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function isWithin(box: PageBox, view: PageBox): boolean {
  const isRightOf = box.x >= view.x && box.x + box.width <= view.x + view.width
  return isRightOf && box.y >= view.y && box.y + box.height <= view.y + view.height
}

function asTooComplex(error: unknown): never {
  if (error instanceof TabLost) throw error
  throw new ServiceError('invalid_response', 'The page is too complex to render: it could not be drawn', {
    cause: error,
  })
}

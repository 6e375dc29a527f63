/** Puts a scrape's screenshot into its result. */

import { ServiceError } from '../base/errors.ts'
import type { Work } from '../base/work.ts'
import type { WrittenContent } from '../content/written.ts'
import { isFreePage } from '../contract/prices.ts'
import type { ScrapeInput } from '../contract/scrape.ts'
import { takesScreenshot } from '../contract/screenshot.ts'
import { isSoftFailure } from '../contract/warning.ts'
import type { PageImage } from '../page/page.ts'
import type { VisitedPage } from '../pages/visit/visit.ts'
import type { RequestContext } from './request.ts'
import type { ReadResult } from './scrape-result.ts'

/** Adds the image to a result that was read from the same page. Throws selector_not_matched. */
export function withScreenshot(
  read: ReadResult,
  { page: { screenshot: taken, status } }: Pick<VisitedPage<unknown>, 'page'>,
  input: ScrapeInput,
  { onScreenshot }: Pick<RequestContext, 'onScreenshot'>,
  { share }: Pick<Work, 'share'>,
): ReadResult {
  if (!taken || !takesScreenshot(input)) return read
  const { warnings } = read.stored
  if (input.css_selector !== undefined && !taken.isElement && !isSoftFailure(warnings)) {
    const message = 'No match of this selector is visible on the page'
    throw new ServiceError('selector_not_matched', message, { param: 'css_selector' })
  }
  // A free page shows nothing of its frames.
  const image = isFreePage(status, warnings) ? (taken.withoutFrames ?? taken) : taken
  onScreenshot?.(image)
  const content = writeImage(image)
  share.add(content.json.byteLength)
  if (input.output !== 'screenshot') {
    const { extra = {}, warnings: ofExtra = [] } = read.beside ?? {}
    return { ...read, beside: { extra: { ...extra, screenshot: content }, warnings: ofExtra } }
  }
  const place = { total_chars: content.chars, offset: 0, next_offset: null, content_tokens: content.tokens }
  const piece = { content, ...place, outline: null, highlights: null, quotes: null }
  return { ...read, stored: { ...read.stored, content }, piece }
}

/** A model reads about this many pixels per token. */
const pixelsPerToken = 750

function writeImage({ png, width, height }: PageImage): WrittenContent & { tokens: number } {
  const { byteLength: bytes } = png
  const head = JSON.stringify({ media_type: 'image/png', width, height, bytes }).slice(0, -1)
  const json = new TextEncoder().encode(`${head},"data":"${Buffer.from(png).toString('base64')}"}`)
  return { json, chars: json.byteLength, tokens: Math.ceil((width * height) / pixelsPerToken) }
}

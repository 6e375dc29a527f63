/** Is this image there to be loaded, not to be seen? */

import type { Element } from 'domhandler'

const dot = /^\s*[01](?:\.0+)?(?:px)?\s*$/
const dotStyle = /(?:^|[;\s])(?:width|height)\s*:\s*[01](?:px)?\s*(?:!important)?\s*(?=;|$)/gi
const trackers =
  /\/\/(?:[^/]*\.)?(?:facebook\.com\/tr\b|doubleclick\.net\/|google-analytics\.com\/|googleadservices\.com\/|scorecardresearch\.com\/|quantserve\.com\/|pixel\.wp\.com\/|stats\.wp\.com\/|bat\.bing\.com\/|analytics\.twitter\.com\/|t\.co\/i\/adsct|px\.ads\.linkedin\.com\/|sb\.scorecardresearch\.com\/|ct\.pinterest\.com\/|mc\.yandex\.ru\/|counter\.yadro\.ru\/|hits\.|pixel\.|beacon\.)|\/(?:pixel|beacon|tracking|track)(?:\.(?:gif|png|php|aspx?))(?:\?|$)/i

/** True for images of one pixel or none, and for those of known trackers. */
export function isTrackingPixel({ name, attribs }: Element): boolean {
  if (name !== 'img') return false
  const { width, height, style, src } = attribs
  if (width !== undefined && height !== undefined && dot.test(width) && dot.test(height)) return true
  if (style !== undefined && (style.slice(0, 2000).match(dotStyle)?.length ?? 0) >= 2) return true
  return src !== undefined && trackers.test(src.slice(0, 2000))
}

/** Lists the images of a page, each URL once. */

import type { ListedImage } from '../../contract/list-items.ts'
import { resolveUrl, withoutFragment } from '../../html/absolute-url.ts'
import { CharacterBudget } from '../../html/character-budget.ts'
import type { Document } from '../../html/document.ts'
import { withoutInvisible } from '../../html/visibility/invisible-characters.ts'
import { collapseAndTrim } from '../../html/white-space.ts'

export interface StatedImage {
  /** Candidate URLs, most likely first. */
  urls: readonly string[]
  alt?: string | undefined
  width?: string | undefined
  height?: string | undefined
}

interface ImageList {
  images: ListedImage[]
  /**
   * Adds an image under its first URL that is http or https and isn't the page's own. If the image is already in the list, fills in missing
   * alternative text or a missing size. Throws response_too_large.
   */
  add(image: StatedImage): void
}

export function createImageList(document: Document): ImageList {
  const images: ListedImage[] = []
  const known = new Map<string, ListedImage>()
  const budget = new CharacterBudget(document)
  const resolve = (written: string | undefined) => resolveUrl(document, written)
  const pageUrl = withoutFragment(document.url)

  function firstUrl(urls: readonly string[]): string | null {
    for (const written of urls) {
      const url = resolve(written)
      if (url && /^https?:/.test(url) && withoutFragment(url) !== pageUrl) return url
    }
    return null
  }

  return {
    images,
    add({ urls, alt: writtenAlt = '', ...size }) {
      const url = firstUrl(urls)
      if (url === null) return
      const before = known.get(url)
      const alt = before?.alt ? '' : collapseAndTrim(withoutInvisible(writtenAlt))
      budget.take((before ? 0 : url.length) + alt.length)
      const [width, height] = [readPixels(size.width), readPixels(size.height)]
      if (before) {
        before.alt ||= alt
        // Width and height come from the same element, because two elements may show the image at different sizes.
        if (before.width === null && before.height === null) Object.assign(before, { width, height })
        return
      }
      const image: ListedImage = { url, alt, width, height }
      known.set(url, image)
      images.push(image)
    },
  }
}

const pixels = /^\s*\+?(\d{1,6})(?:\.\d*)?\s*(?:px)?\s*$/i

/** Returns a length in pixels as an integer of at least 1; null for a percentage, a keyword or anything else. */
function readPixels(written: string | undefined): number | null {
  const digits = pixels.exec(written ?? '')?.[1]
  return Number(digits ?? 0) || null
}

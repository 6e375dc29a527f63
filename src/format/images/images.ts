/** Collects the images of an HTML page. */

import type { Element, ParentNode } from 'domhandler'
import type { ListedImage } from '../../contract/list-items.ts'
import { resolveUrl, withoutFragment } from '../../html/absolute-url.ts'
import { CharacterBudget } from '../../html/character-budget.ts'
import type { Document } from '../../html/document.ts'
import { imageUrls, isTrackingPixel, pictureUrls, replacementOf } from '../../html/image-urls.ts'
import { isInertTemplate } from '../../html/text-runs.ts'
import { hasElement, isElement } from '../../html/traverse.ts'
import { withoutInvisible } from '../../html/visibility/invisible-characters.ts'
import { type PageView, viewDocument } from '../../html/visibility/page-view.ts'
import { collapseAndTrim } from '../../html/white-space.ts'
import { isTrackerUrl } from '../../page/tracking.ts'

/**
 * Returns the images in and below `roots`, with the URLs that markdown uses (docs/scrape.md). Images in Open Graph `meta` elements come
 * first. Each `img`, and each `picture` without an `img`, follows in document order. URLs are absolute http or https, and each is listed
 * once. Tracking pixels are left out. Throws response_too_large.
 */
export function collectImages(
  document: Document,
  roots: readonly ParentNode[],
  view: PageView = viewDocument(document, 'images'),
): ListedImage[] {
  const metas: Element[] = []
  const pictures: Element[] = []
  const visit = (element: Element) => {
    if (element.name === 'meta') metas.push(element)
    else if (element.name === 'img' || element.name === 'picture') pictures.push(element)
  }
  for (const root of roots) {
    if (isElement(root)) {
      if (isInertTemplate(root)) continue
      visit(root)
    }
    document.elements.visitBelow(root, (element) => view.leavesOut(element), visit)
  }
  const images = new Map<string, ListedImage>()
  const budget = new CharacterBudget(document)
  const shown = pictures.flatMap(
    (picture) => (picture.name === 'img' ? imageOf(picture) : imageOfPicture(picture)) ?? [],
  )
  for (const { urls, alt: writtenAlt = '', ...size } of [...openGraphImages(metas), ...shown]) {
    const url = firstUrl(urls, document)
    if (url === null) continue
    const before = images.get(url)
    const alt = before?.alt ? '' : collapseAndTrim(withoutInvisible(writtenAlt))
    budget.take((before ? 0 : url.length) + alt.length)
    const [width, height] = [readPixels(size.width), readPixels(size.height)]
    if (!before) images.set(url, { url, alt, width, height })
    else {
      before.alt ||= alt
      // Width and height come from the same element, because two elements may show the image at different sizes.
      if (before.width === null && before.height === null) Object.assign(before, { width, height })
    }
  }
  return [...images.values()]
}

/** Returns the first URL that is http or https and isn't the page's own; null if there isn't one. */
function firstUrl(urls: readonly string[], document: Document): string | null {
  const pageUrl = withoutFragment(document.url)
  for (const written of urls) {
    const url = resolveUrl(document, written)
    if (url && /^https?:/.test(url) && withoutFragment(url) !== pageUrl) return url
  }
  return null
}

function imageOf(element: Element): StatedImage | null {
  if (isTrackingPixel(element)) return null
  const replacement = replacementOf(element)
  if (replacement && isTrackingPixel(replacement)) return null
  const urls = [...(replacement ? imageUrls(replacement) : []), ...imageUrls(element)]
  if (urls[0] !== undefined && isTrackerUrl(urls[0])) return null
  const stated = (name: string) => element.attribs[name] || replacement?.attribs[name]
  return { urls, alt: stated('alt'), width: stated('width'), height: stated('height') }
}

/** Returns the image of a `picture` that a script will fill in. Its `noscript` may already hold the image. */
function imageOfPicture(picture: Element): StatedImage | null {
  if (hasElement(picture, ({ name }) => name === 'img', maxPictureNodes)) return null
  return { urls: pictureUrls(picture), alt: picture.attribs['data-alt'] }
}

const maxPictureNodes = 200

type OpenGraphImage = Partial<Record<'url' | 'secure_url' | 'width' | 'height' | 'alt', string>>

const property = /^og:image(?::(url|secure_url|width|height|alt))?$/

/** Returns one image per `og:image`, with the properties after it. The first also has those before it. The secure URL comes first. */
function openGraphImages(metas: readonly Element[]): StatedImage[] {
  const images: OpenGraphImage[] = []
  for (const { attribs } of metas) {
    const name = (attribs.property ?? attribs.name ?? '').trim().toLowerCase()
    const content = attribs.content?.trim()
    const match = property.exec(name)
    if (!match || !content) continue
    const key = (match[1] ?? 'url') as keyof OpenGraphImage
    let image = images.at(-1)
    if (!image || (key === 'url' && image.url !== undefined && image.url !== content)) {
      image = {}
      images.push(image)
    }
    image[key] ??= content
  }
  return images.map(({ url, secure_url, ...stated }) => ({
    ...stated,
    urls: [secure_url, url].filter((one) => one !== undefined),
  }))
}

interface StatedImage {
  /** Candidate URLs, most likely first. */
  urls: readonly string[]
  alt?: string | undefined
  width?: string | undefined
  height?: string | undefined
}

const pixels = /^\s*\+?(\d{1,6})(?:\.\d*)?\s*(?:px)?\s*$/i

/** Returns a length in pixels as an integer of at least 1; null for a percentage, a keyword or anything else. */
function readPixels(written: string | undefined): number | null {
  const digits = pixels.exec(written ?? '')?.[1]
  return Number(digits ?? 0) || null
}

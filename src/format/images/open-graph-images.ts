/** Reads the images in a page's Open Graph properties. @see https://ogp.me/#structured */

import type { Element } from 'domhandler'
import type { StatedImage } from './image-list.ts'

type OpenGraphImage = Partial<Record<'url' | 'secure_url' | 'width' | 'height' | 'alt', string>>

const property = /^og:image(?::(url|secure_url|width|height|alt))?$/

/**
 * Returns one image per `og:image`, with the properties that follow it. Properties before the first image belong to it. The secure URL
 * comes first.
 */
export function openGraphImages(metas: readonly Element[]): StatedImage[] {
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
  return images.map(({ url, secure_url, ...stated }) => ({ ...stated, urls: [secure_url, url].filter(isWritten) }))
}

const isWritten = (url: string | undefined) => url !== undefined

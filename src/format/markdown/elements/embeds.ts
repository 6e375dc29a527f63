/** Converts frames and players to links to their content. */

import type { Element } from 'domhandler'
import { isElement, walk } from '../../../html/traverse.ts'
import { isPlayer } from '../../../page/frame-kinds.ts'
import type { RuleContext } from '../syntax/markdown-rule.ts'
import { destination } from './links.ts'

/** Converts `iframe`, `frame`, `video` and `audio`. Returns nothing for an empty `iframe` that isn't a known player. */
export function embedMarkdown(
  element: Element,
  { resolveUrl, inside, view, foreignFrames, parameters }: RuleContext,
): string {
  const foreign = foreignFrames.get(element)
  const url = foreign ?? ampVideoUrl(element) ?? embedUrl(element, resolveUrl)
  if (!url || inside.link) return ''
  if (element.name === 'iframe' && !foreign && !isPlayer(new URL(url).hostname)) return ''
  const [title, label] = [view.attribute(element, 'title'), view.attribute(element, 'aria-label')]
  const kind =
    {
      ...{ 'amp-youtube': 'Video', embed: 'Document', object: 'Document' },
      iframe: foreign ? 'Frame' : 'Video',
      video: 'Video',
      audio: 'Audio',
      frame: element.attribs.name ?? 'Frame',
    }[element.name] ?? 'Media'
  const name = [title, label].find((candidate) => candidate?.trim())
  const text = name ?? (parameters.include_links ? kind : '')
  const words = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\[\]]/g, '\\$&')
  const around = element.name === 'frame' || foreign ? '\n\n' : ''
  const poster = element.name === 'video' && parameters.include_images ? resolveUrl(element.attribs.poster) : null
  const content = poster ? `![${words}](${destination(poster)})` : words
  return around + (parameters.include_links ? `[${content}](${destination(url)})` : content) + around
}

/** Returns the URL of a video that an AMP element identifies only by its id. */
function ampVideoUrl({ name, attribs }: Element): string | null {
  const id = attribs['data-videoid']
  if (name !== 'amp-youtube' || id === undefined) return null
  return `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`
}

/** Returns the URL of a frame, or of a player's first source; null if there isn't one. */
function embedUrl(element: Element, resolveUrl: RuleContext['resolveUrl']): string | null {
  const own = resolveUrl(element.attribs.src ?? element.attribs['data-src'])
  if (own || element.name === 'iframe' || element.name === 'frame') return own
  let first: string | null = null
  walk(element, (node) => {
    if (!first && isElement(node) && node.name === 'source') first = resolveUrl(node.attribs.src)
  })
  return first
}

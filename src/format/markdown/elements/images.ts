/** Converts images to `![alt](url)`. Images that a page contains twice are written only once. */

import type { Element } from 'domhandler'
import { imageUrls, isTrackingPixel, replacementOf } from '../../../html/image-urls.ts'
import { isElement, isText } from '../../../html/traverse.ts'
import { collapseAndTrim } from '../../../html/white-space.ts'
import { charAfter } from '../syntax/delimiters.ts'
import { escapeMarkdown } from '../syntax/escape.ts'
import type { MarkdownRule, RuleContext } from '../syntax/markdown-rule.ts'
import { destination, titlePart } from './links.ts'
import { formulaOfImage } from './math.ts'

// On the page, style sheets separate images from words that touch them in the source.
export const image: MarkdownRule = {
  leaf(element, context) {
    const markdown = imageMarkdown(element, context)
    if (!context.parameters.include_images && markdown.startsWith('![')) {
      if (wordEnd.test(context.output.charBefore) && wordStart.test(charAfter(element))) context.output.breakWord()
      return ''
    }
    if (markdown.startsWith('![') && wordEnd.test(context.output.charBefore)) context.output.breakWord()
    return markdown
  },
  close(element, { output }) {
    if (output.charBefore === ')' && wordStart.test(charAfter(element))) output.breakWord()
  },
}
const wordEnd = /[\p{L}\p{N})]/u
// `charAfter` returns an asterisk for formatted text and links.
const wordStart = /[\p{L}\p{N}*]/u

/** Returns the image with its real URL. If there isn't one, returns an `alt` that is a symbol. Returns nothing for a tracker. */
function imageMarkdown(element: Element, context: RuleContext): string {
  if (isTrackingPixel(element)) return ''
  const formula = formulaOfImage(element, context)
  if (formula !== null) return formula
  const { resolveUrl, written, view } = context
  const replacement = replacementOf(element)
  if (replacement) {
    if (written.has(replacement)) return ''
    written.add(replacement)
  }
  const isInLink = context.inside.link > 0
  const alt = altOf(element, isInLink) || (replacement ? altOf(replacement, isInLink) : '')
  for (const candidate of [...(replacement ? imageUrls(replacement) : []), ...imageUrls(element)]) {
    const url = resolveUrl(candidate)
    if (url)
      return url === urlBefore(element, context)
        ? ''
        : `![${alt}](${destination(url)}${titleOf(view.attribute(element, 'title'), alt)})`
  }
  // An image inside a converted document or a message has no separate URL.
  if (alt !== '' && /^cid:/i.test(element.attribs.src ?? '')) return `![${alt}]()`
  if (element.attribs['data-embedded'] !== undefined) return `![${alt}]()`
  // An image that has no URL is usually loaded later. The page doesn't show its alternative text, unless that is a symbol.
  return hasWords.test(alt) ? '' : alt
}
const hasWords = /[\p{L}\p{N}]/u

/** Returns the title if it adds something to the alternative text and isn't a file name. */
function titleOf(title: string | undefined, alt: string): string {
  if (title === undefined || isFileName.test(title.trim()) || words(alt).includes(words(title))) return ''
  return titlePart(title, alt)
}

const isFileName = /^(?=.*[\d_.-])\S+$/
const words = (text: string) => ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `

/**
 * Returns the URL of the image directly before this one, or of the link there if it contains an image. Lightboxes and cards that fade
 * between images contain each image twice.
 */
function urlBefore({ prev }: Element, { resolveUrl }: RuleContext): string | null {
  const before = prev && isText(prev) && prev.data.trim() === '' ? prev.prev : prev
  if (!before || !isElement(before)) return null
  if (before.name === 'img') return resolveUrl(imageUrls(before)[0])
  if (before.name !== 'a') return null
  const hasImage = before.children.some((child) => isElement(child) && child.name === 'img')
  return hasImage ? resolveUrl(before.attribs.href) : null
}

const bracketReferences = new Map([
  ['\\[', '&#91;'],
  ['\\]', '&#93;'],
])

function altOf({ attribs }: Element, insideLink: boolean): string {
  const alt = collapseAndTrim(attribs.alt ?? '')
  const escaped = escapeMarkdown(alt, { startsLine: false, insideLink: true })
  // The `marked` parser counts even escaped brackets if the image is inside a link.
  return insideLink ? escaped.replace(/\\./g, (found) => bracketReferences.get(found) ?? found) : escaped
}

/** Images, frames and players in markdown: an image with its real address, a link at most for the rest. */

import type { Element } from 'domhandler'
import { parseSrcset, resolveAddress } from '../../../document/absolute-url.ts'
import { isTrackingPixel } from '../../../document/tracking.ts'
import { isElement, isText, textOf, walk } from '../../../document/traverse.ts'
import { escapeMarkdown } from '../syntax/escape.ts'
import type { Context } from '../syntax/rule.ts'
import { twinOf } from './lazy-twins.ts'
import { destination } from './links.ts'
import { pictureOfFormula } from './math.ts'

/** A rule's leaf: `![alt](address)`; the alt alone when the image is data; nothing for a tracking pixel. */
export function imageMarkdown(element: Element, context: Context): string {
  if (isTrackingPixel(element)) return ''
  const picture = pictureOfFormula(element, context)
  if (picture !== null) return picture
  const { document, told, inside } = context
  const twin = twinOf(element)
  if (twin) {
    if (told.has(twin)) return ''
    told.add(twin)
  }
  const alt = altOf(element) || (twin ? altOf(twin) : '')
  for (const candidate of [...(twin ? imageAddresses(twin) : []), ...imageAddresses(element)]) {
    const address = resolveAddress(document, candidate)
    if (address) return address === shownBefore(element, context) ? '' : `![${alt}](${destination(address)})`
  }
  // A link's own words say more than what its missing picture would show.
  return inside.link > 0 && isInWorded(element) ? '' : alt
}

/** What stands right before the image: the same image, or a link with a picture. A lightbox, or a card that fades, holds each twice. */
function shownBefore({ prev }: Element, { document }: Context): string | null {
  const before = prev && isText(prev) && prev.data.trim() === '' ? prev.prev : prev
  if (!before || !isElement(before)) return null
  if (before.name === 'img') return resolveAddress(document, imageAddresses(before)[0])
  if (before.name !== 'a') return null
  const hasImage = before.children.some((child) => isElement(child) && child.name === 'img')
  return hasImage ? resolveAddress(document, before.attribs.href) : null
}

function altOf({ attribs }: Element): string {
  const alt = (attribs.alt ?? '').replace(/\s+/g, ' ').trim()
  return escapeMarkdown(alt, { startsLine: false, insideLink: true })
}

const worded = new WeakMap<Element, boolean>()

/** True when the link around an image has text. */
function isInWorded(image: Element): boolean {
  let up = image.parent
  while (up && !(isElement(up) && up.name === 'a')) up = up.parent
  if (!up) return false
  const known = worded.get(up)
  if (known !== undefined) return known
  let hasText = false
  walk(up, (node) => {
    if (isText(node) && node.data.trim() !== '') hasText = true
    return !hasText && !(isElement(node) && (node.name === 'noscript' || node.name === 'svg'))
  })
  worded.set(up, hasText)
  return hasText
}

const lazyAttributes = [
  ...['data-src', 'data-lazy-src', 'data-original', 'data-lazy', 'data-hi-res-src', 'data-full-src', 'data-actualsrc'],
  ...['data-echo', 'data-lazyload', 'data-ll-src', 'data-cfsrc'],
]
const placeholder =
  /^data:|^about:|(?:^|\/)(?:blank|spacer|placeholder|transparent|pixel|1x1|lazy|loading)[^/]*\.(?:gif|png|svg|jpe?g|webp)(?:\?|$)/i
/** What a placeholder alone is called: `loading-dock.jpg` may be a picture, and a picture may hold a place. */
const nothing = /^about:|(?:^|\/)(?:blank|spacer|placeholder|transparent|1x1)[-_]?\d*\.(?:gif|png|svg)(?:\?|$)/i

/** Where the image may be, likeliest first: what a script would load stands before a placeholder. */
export function imageAddresses(element: Element): string[] {
  const { attribs } = element
  const addresses: string[] = []
  const src = attribs.src?.trim() ?? ''
  const lazy = lazyAttributes.flatMap((name) => attribs[name] ?? [])
  if (src !== '' && !placeholder.test(src) && lazy.length === 0) addresses.push(src)
  addresses.push(...lazy)
  const sets = [attribs['data-srcset'], attribs['data-lazy-srcset'], attribs.srcset, ...sourcesBeside(element)]
  for (const set of sets) if (set) addresses.push(...largest(set))
  if (!nothing.test(src)) addresses.push(src)
  return addresses.filter((address) => address !== '' && !/^\s*data:/i.test(address))
}

function sourcesBeside({ parent }: Element): (string | undefined)[] {
  if (!parent || !isElement(parent) || parent.name !== 'picture') return []
  return parent.children
    .filter(isElement)
    .filter(({ name }) => name === 'source')
    .map(({ attribs }) => attribs.srcset ?? attribs['data-srcset'])
}

/** The candidate with the greatest width or density. */
function largest(srcset: string): string[] {
  const ranked = parseSrcset(srcset.slice(0, 20_000))
    .filter(({ address }) => !placeholder.test(address))
    .map(({ address, descriptor }) => ({ address, size: Number.parseFloat(descriptor) || 1 }))
    .sort((a, b) => b.size - a.size)
  return ranked[0] ? [ranked[0].address] : []
}

const players =
  /(?:^|\.)(?:youtube(?:-nocookie)?\.com|youtu\.be|vimeo\.com|dailymotion\.com|soundcloud\.com|spotify\.com|twitch\.tv|loom\.com|wistia\.(?:com|net)|codepen\.io|jsfiddle\.net|codesandbox\.io|archive\.org|ted\.com|bilibili\.com)$/
const appeal = /support|browser|javascript|html5|upgrade|enable|download/i

/** A rule's leaf: a link to what plays there; nothing for frames of advertisements and widgets. */
export function embedMarkdown(element: Element, { document, inside }: Context): string {
  const address = embedAddress(element, document)
  if (!address || inside.link) return ''
  if (element.name === 'iframe' && !players.test(new URL(address).hostname)) return ''
  const { title, 'aria-label': label, name } = element.attribs
  const inner = element.name === 'video' || element.name === 'audio' ? textOf(element) : ''
  const kind = { iframe: 'Video', video: 'Video', audio: 'Audio', frame: name ?? 'Frame' }[element.name] ?? 'Media'
  const text = [title, label, appeal.test(inner) ? '' : inner].find((candidate) => candidate?.trim()) ?? kind
  const words = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\[\]]/g, '\\$&')
  const around = element.name === 'frame' ? '\n\n' : ''
  const poster = element.name === 'video' ? resolveAddress(document, element.attribs.poster) : null
  const shown = poster ? `![${words}](${destination(poster)})` : words
  return `${around}[${shown}](${destination(address)})${around}`
}

function embedAddress(element: Element, document: Context['document']): string | null {
  const own = resolveAddress(document, element.attribs.src ?? element.attribs['data-src'])
  if (own || element.name === 'iframe' || element.name === 'frame') return own
  let first: string | null = null
  walk(element, (node) => {
    if (!first && isElement(node) && node.name === 'source') first = resolveAddress(document, node.attribs.src)
  })
  return first
}

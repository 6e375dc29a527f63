/**
 * Clean HTML: a document without scripts, styles, tracking or hidden text, with absolute URLs.
 *
 * Nothing in it runs, however it is parsed: as a document or a fragment, with or without scripting, inside HTML, SVG or MathML. A parser
 * may build a different tree from the one written, so this guarantee doesn't depend on the tree. Elements whose text isn't parsed as
 * markup are never written, except `title`, `textarea` and `noscript`, which end at their own end tag. All text and values are escaped.
 * Elements and attributes that could run code in any context are never written. So a parser finds only the tags written here.
 */

import type { AnyNode, Element, ParentNode } from 'domhandler'
import { scriptSchemes, unfollowedSchemes } from '../../base/url-schemes.ts'
import { absoluteSrcset, parseUrl, srcsetAttributes, urlAttributes } from '../../html/absolute-url.ts'
import { CharacterBudget } from '../../html/character-budget.ts'
import type { Document } from '../../html/document.ts'
import { isForeign } from '../../html/elements.ts'
import { isTrackingPixel } from '../../html/image-urls.ts'
import { type ElementTest, isElement, isText, textOf } from '../../html/traverse.ts'
import { isFrameHiddenByMarkup } from '../../html/visibility/foreign-frames.ts'
import { withoutInvisible } from '../../html/visibility/invisible-characters.ts'
import { type PageView, viewDocument } from '../../html/visibility/page-view.ts'
import { serialise } from './serialise.ts'

/**
 * Returns the HTML of everything below `root`, and of `root` itself if it's an element, without the parts that the view leaves out. When
 * the result is parsed, with or without scripting, nothing in it runs. `hiddenLength` is the number of characters left out because they are
 * hidden. Throws response_too_large.
 */
export function formatCleanHtml(
  document: Document,
  root: ParentNode,
  view: PageView = viewDocument(document, 'cleanHtml'),
  budget: CharacterBudget = new CharacterBudget(document),
) {
  let hiddenLength = 0
  const keeps = (node: AnyNode): boolean => {
    if (!isKept(node)) return false
    if (node === root || !view.leavesOut(node)) return true
    if (isText(node) || (isElement(node) && view.conceals(node))) hiddenLength += textOf(node).length
    return false
  }
  const html = serialise(root, {
    keeps,
    attribute: (element, name, value) =>
      view.hidesAttribute(element, name) ? null : cleanAttribute(element, name, value, document),
    text: withoutInvisible,
    tagName: ({ name }) => tagNames.get(name) ?? name,
    budget,
    keepsContent: ({ name }) => name !== 'iframe',
  })
  return { html, hiddenLength }
}

/** A kept template holds a shadow root. */
const tagNames = new Map([
  ['template', 'div'],
  ['xmp', 'pre'],
  ['plaintext', 'pre'],
])

const droppedLinks =
  /(?:^|\s)(?:stylesheet|preload|prefetch|modulepreload|preconnect|dns-prefetch|prerender|manifest)(?:\s|$)/i
const droppedMetas = /^\s*(?:refresh|set-cookie|content-security-policy.*|x-dns-prefetch-control)\s*$/is

const never: ElementTest = () => false
const isOfHtml: ElementTest = (element) => !isForeign(element)

const keptElements = new Map<string, ElementTest>([
  ...named('script style object embed applet', never),
  // All URLs are absolute. In a document that embeds the result, `base` would change how that document's URLs resolve.
  ['base', never],
  // Browsers don't show these elements, and don't parse their text as markup.
  ...named('noembed noframes', never),
  ...named('noscript xmp plaintext template', isOfHtml),
  // SVG animations can set other elements' attributes, even to `javascript:` URLs.
  ...named('animate animateColor animateMotion animateTransform animatecolor animatemotion animatetransform', never),
  ['set', isOfHtml],
  ['img', (element) => !isTrackingPixel(element)],
  ['link', ({ attribs }) => !droppedLinks.test(attribs.rel ?? '')],
  ['meta', ({ attribs }) => !droppedMetas.test(attribs['http-equiv'] ?? '')],
  ['iframe', (element) => isOfHtml(element) && !isHiddenFrame(element)],
])

function named(names: string, test: ElementTest): [string, ElementTest][] {
  return names.split(' ').map((name) => [name, test])
}

function isKept(node: AnyNode): boolean {
  if (isText(node)) return true
  if (isElement(node)) return keptElements.get(node.name)?.(node) ?? true
  return node.type === 'root' || (node.type === 'directive' && 'name' in node && node.name === '!doctype')
}

/** Zero-size frames are trackers. So are hidden frames on a page whose hidden text is kept. */
function isHiddenFrame(element: Element): boolean {
  const { width, height } = element.attribs
  return width === '0' || height === '0' || isFrameHiddenByMarkup(element)
}

/** Returns the value to keep for an element's attribute; null for an attribute that is left out. */
function cleanAttribute(element: Element, name: string, value: string, document: Document): string | null {
  const lower = name.toLowerCase()
  if (droppedAttributes.has(lower) || droppedNames.test(lower) || !validName.test(name)) return null
  if (urlAttributes.has(lower)) return absoluteUrl(value, document)
  if (srcsetAttributes.has(lower)) return absoluteSrcset(value, (url) => absoluteUrl(url, document))
  if (isScript(value)) return null
  return element.name === 'meta' ? inUtf8(element, name, value) : value
}

const droppedAttributes = new Set([
  ...['style', 'nonce', 'integrity', 'ping', 'srcdoc', 'crossorigin', 'bgcolor'],
  // These attributes change another attribute, or how URLs resolve.
  ...['attributename', 'xml:base'],
])
const droppedNames = /^(?:on|shadowroot)/
/** An attribute name that HTML allows. @see HTML standard, attributes */
const validName = /^[^\s"'<>/=\p{Cc}]+$/u

/** Data URLs of images, audio, video and fonts are kept, except XML, which may contain scripts. */
const dataOfMedia = /^data:(?:image|audio|video|font)\/(?![^;,]*(?:svg|xml))[\w.+-]+[;,]/i

/** Returns null for a URL that would run code, contain markup or lead nowhere. A URL that can't be parsed is returned as written. */
function absoluteUrl(written: string, document: Document): string | null {
  const resolved = parseUrl(document, written)
  if (!resolved) return isScript(written) ? null : written
  if (unfollowedSchemes.has(resolved.protocol) && !dataOfMedia.test(resolved.href)) return null
  return resolved.href
}

/** True if a string, used as a URL, would run code. Parsers ignore control characters and white space before and within the scheme. */
function isScript(text: string): boolean {
  const colon = text.indexOf(':')
  if (colon < 'vbscript'.length) return false
  const scheme = text.slice(0, colon).trimEnd()
  return /t$/i.test(scheme) && scriptSchemes.has(`${scheme.replace(/[\p{Cc}\s]+/gu, '').toLowerCase()}:`)
}

const utf8 = /^\s*utf-?8\s*$/i
/** For a content type without its white space. */
const contentInUtf8 = /^[\w/+.-]*(?:;charset=["']?utf-?8["']?)?;?$/i

/** Replaces a declared encoding with UTF-8, because the result is UTF-8 and the page's original encoding would garble it. */
function inUtf8({ attribs }: Element, name: string, value: string): string {
  if (name === 'charset' && !utf8.test(value)) return 'utf-8'
  const isContentType = name === 'content' && attribs['http-equiv']?.trim().toLowerCase() === 'content-type'
  return isContentType && !contentInUtf8.test(value.replace(/\s+/g, '')) ? 'text/html; charset=utf-8' : value
}

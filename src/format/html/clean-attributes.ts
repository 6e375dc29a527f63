/** Filters attributes for clean HTML: removes those used for scripts, styles or tracking, and makes URLs absolute. */

import type { Element } from 'domhandler'
import { scriptSchemes, unfollowedSchemes } from '../../base/url-schemes.ts'
import { parseUrl } from '../../html/absolute-url.ts'
import { absoluteSrcset, srcsetAttributes, urlAttributes } from '../../html/address-attributes.ts'
import type { Document } from '../../html/document.ts'

/** Returns the value to keep for an element's attribute; null for an attribute that is left out. */
export function cleanAttribute(element: Element, name: string, value: string, document: Document): string | null {
  const clean = cleanValue(name, value, document)
  return clean !== null && element.name === 'meta' ? inUtf8(element, name, clean) : clean
}

function cleanValue(name: string, value: string, document: Document): string | null {
  switch (kindOf(name)) {
    case 'dropped':
      return null
    case 'url':
      return absoluteUrl(value, document)
    case 'srcset':
      return absoluteSrcset(value, (url) => absoluteUrl(url, document))
    case 'text':
      return isScript(value) ? null : value
  }
}

type AttributeKind = 'dropped' | 'url' | 'srcset' | 'text'

const droppedAttributes = new Set([
  ...['style', 'nonce', 'integrity', 'ping', 'srcdoc', 'crossorigin', 'bgcolor'],
  // These attributes change another attribute, or how URLs resolve.
  ...['attributename', 'xml:base'],
])
const droppedNames = /^(?:on|shadowroot)/
/** An attribute name that HTML allows. @see HTML standard, attributes */
const validName = /^[^\s"'<>/=\p{Cc}]+$/u

function kindOf(name: string): AttributeKind {
  const lower = name.toLowerCase()
  if (droppedAttributes.has(lower) || droppedNames.test(lower) || !validName.test(name)) return 'dropped'
  if (urlAttributes.has(lower)) return 'url'
  return srcsetAttributes.has(lower) ? 'srcset' : 'text'
}

/** Data URLs of images, audio, video and fonts are kept, except XML, which may contain scripts. */
const dataOfMedia = /^data:(?:image|audio|video|font)\/(?![^;,]*(?:svg|xml))[\w.+-]+[;,]/i

/** Returns null for a URL that would run code, contain markup or lead nowhere. A URL that can't be parsed is returned as written. */
function absoluteUrl(written: string, document: Document): string | null {
  const resolved = parseUrl(document, written)
  if (!resolved) return isScript(written) ? null : written
  if (unfollowedSchemes.has(resolved.protocol) && !dataOfMedia.test(resolved.href)) return null
  return resolved.href
}

/**
 * True if a string, used as a URL, would run code. Parsers ignore control characters and spaces before the scheme, and tabs and line breaks
 * within it.
 */
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

/** Tree → HTML without what runs, styles or spies, and with absolute addresses. Reads the tree only, at any depth. */

import type { AnyNode, Element, ParentNode } from 'domhandler'
import { parseSrcset } from '../../document/absolute-url.ts'
import type { Document } from '../../document/document.ts'
import { isInertTemplate } from '../../document/text-runs.ts'
import { isTrackingPixel } from '../../document/tracking.ts'
import { isElement, isText, walk } from '../../document/traverse.ts'

/** HTML of what is below `root`, and of `root` itself when it is an element. */
export function formatCleanHtml(document: Document, root: ParentNode): string {
  return serialise(root, {
    keeps: isKept,
    attributes: (element) => cleanAttributes(element, document),
  })
}

/** HTML of an element or a whole document as it was parsed, for parts that have no source of their own. */
export function outerHtml(root: ParentNode): string {
  return serialise(root, { keeps: () => true, attributes: ({ attribs }) => Object.entries(attribs) })
}

const dropped = new Set(['script', 'style', 'object', 'embed', 'applet'])
const droppedLinks =
  /(?:^|\s)(?:stylesheet|preload|prefetch|modulepreload|preconnect|dns-prefetch|prerender|manifest)(?:\s|$)/i

function isKept(node: AnyNode): boolean {
  if (isText(node)) return true
  if (!isElement(node))
    return node.type === 'root' || (node.type === 'directive' && 'name' in node && node.name === '!doctype')
  const { name, attribs } = node
  if (dropped.has(name) || isTrackingPixel(node) || (name === 'template' && isInertTemplate(node))) return false
  if (name === 'link') return !droppedLinks.test(attribs.rel ?? '')
  if (name === 'meta')
    return !/^(?:refresh|content-security-policy.*|x-dns-prefetch-control)$/i.test(attribs['http-equiv'] ?? '')
  if (name === 'iframe') return !isInvisibleFrame(node)
  return true
}

function isInvisibleFrame({ attribs }: Element): boolean {
  return (
    attribs.width === '0' ||
    attribs.height === '0' ||
    /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attribs.style ?? '')
  )
}

const addressAttributes = new Set([
  ...['href', 'src', 'action', 'formaction', 'poster', 'cite', 'data', 'background', 'longdesc', 'xlink:href'],
  ...['data-src', 'data-lazy-src', 'data-original'],
])
const droppedAttributes = new Set(['style', 'nonce', 'integrity', 'ping', 'srcdoc', 'crossorigin', 'bgcolor'])

function cleanAttributes({ name, attribs }: Element, document: Document): [string, string][] {
  const kept: [string, string][] = []
  for (const [key, value] of Object.entries(attribs)) {
    if (droppedAttributes.has(key) || /^on/i.test(key)) continue
    if (addressAttributes.has(key)) {
      const address = absolute(value, document, name === 'base')
      if (address !== null) kept.push([key, address])
    } else if (key === 'srcset' || key === 'imagesrcset' || key === 'data-srcset') {
      kept.push([key, absoluteSet(value, document)])
    } else if (!/^\s*(?:javascript|vbscript)\s*:/i.test(value)) kept.push([key, value])
  }
  return kept
}

/** Null for an address that would run or carry markup; images as data stay. One that no parser accepts stays as it is written. */
function absolute(value: string, { baseUrl, url }: Document, isBase: boolean): string | null {
  const resolved = URL.parse(value.trim(), isBase ? url : baseUrl)
  if (!resolved) return /^\s*(?:java|vb)script/i.test(value) ? null : value
  if (resolved.protocol === 'javascript:' || resolved.protocol === 'vbscript:') return null
  if (resolved.protocol === 'data:' && !/^data:(?:image\/(?!svg)|audio\/|video\/|font\/)/i.test(resolved.href))
    return null
  return resolved.href
}

function absoluteSet(srcset: string, document: Document): string {
  return parseSrcset(srcset)
    .flatMap(({ url, descriptor }) => {
      const resolved = absolute(url, document, false)
      return resolved === null ? [] : `${resolved}${descriptor && ` ${descriptor}`}`
    })
    .join(', ')
}

interface Serialising {
  keeps(node: AnyNode): boolean
  attributes(element: Element): [string, string][]
}

const voids = new Set([
  ...['area', 'base', 'basefont', 'bgsound', 'br', 'col', 'embed', 'frame', 'hr', 'img', 'input', 'keygen', 'link'],
  ...['meta', 'param', 'source', 'track', 'wbr'],
])
const rawTexts = new Set(['style', 'script', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext'])

/** @see HTML standard, serialising HTML fragments */
function serialise(root: ParentNode, { keeps, attributes }: Serialising): string {
  const parts: string[] = []
  const enter = (node: AnyNode): boolean => {
    if (!keeps(node)) return false
    if (isText(node)) parts.push(isRaw(node.parent) ? node.data : escapeText(node.data))
    else if (isElement(node)) {
      const written = attributes(node).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
      parts.push(`<${node.name}${written.join('')}>`)
    } else if (node.type === 'comment') parts.push(`<!--${node.data}-->`)
    else if (node.type === 'directive') parts.push(`<${node.data}>`)
    return !isElement(node) || !voids.has(node.name)
  }
  const leave = (node: AnyNode) => {
    if (isElement(node)) parts.push(`</${node.name}>`)
  }
  const top = root as AnyNode
  if (enter(top)) {
    walk(root, enter, leave)
    leave(top)
  }
  return parts.join('')
}

function isRaw(parent: ParentNode | null): boolean {
  return parent !== null && isElement(parent) && rawTexts.has(parent.name)
}

function escapeText(text: string): string {
  return /[&<>\u00a0]/.test(text) ? text.replace(/[&<>\u00a0]/g, (char) => entities[char] ?? char) : text
}

function escapeAttribute(text: string): string {
  return /[&"<>\u00a0]/.test(text) ? text.replace(/[&"<>\u00a0]/g, (char) => entities[char] ?? char) : text
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\u00a0': '&nbsp;' }

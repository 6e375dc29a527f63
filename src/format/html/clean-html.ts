/** Clean HTML: a document without scripts, styles, tracking and hidden text, with absolute URLs. */

import type { AnyNode, Element, ParentNode } from 'domhandler'
import { parseSrcset } from '../../document/absolute-url.ts'
import type { Document } from '../../document/document.ts'
import { isInertTemplate } from '../../document/text-runs.ts'
import { isTrackingPixel } from '../../document/tracking.ts'
import { isElement, isText, textOf } from '../../document/traverse.ts'
import { type PageView, viewDocument } from '../../visibility/page-view.ts'
import { policies } from '../../visibility/policies.ts'
import { findHidingRule } from '../../visibility/rule-set.ts'
import { serialise } from './serialise.ts'

export interface CleanHtml {
  html: string
  /** Characters of text that were left out because they are hidden. */
  hiddenLength: number
}

/**
 * HTML of what is below `root`, and of `root` itself when it is an element, without what the view leaves out. Parsed again, with or
 * without scripting, it runs nothing.
 */
export function formatCleanHtml(
  document: Document,
  root: ParentNode,
  view: PageView = viewDocument(document, 'cleanHtml'),
): CleanHtml {
  let hiddenLength = 0
  const keeps = (node: AnyNode): boolean => {
    if (!isKept(node)) return false
    if (node === root || !view.leavesOut(node)) return true
    if (isElement(node) && view.conceals(node)) hiddenLength += textOf(node).length
    return false
  }
  const html = serialise(root, {
    keeps,
    attributes: (element) => cleanAttributes(element, view.attributes(element), document),
    // A template that is kept holds a streamed part, which its script would have moved into place.
    tagName: (element) => (isInertTemplate(element) ? 'div' : element.name),
  })
  return { html, hiddenLength }
}

const droppedElements = new Set(['script', 'style', 'object', 'embed', 'applet'])
const droppedLinks =
  /(?:^|\s)(?:stylesheet|preload|prefetch|modulepreload|preconnect|dns-prefetch|prerender|manifest)(?:\s|$)/i
const droppedMetas = /^(?:refresh|content-security-policy.*|x-dns-prefetch-control)$/i

function isKept(node: AnyNode): boolean {
  if (isText(node)) return true
  if (!isElement(node))
    return node.type === 'root' || (node.type === 'directive' && 'name' in node && node.name === '!doctype')
  const { name, attribs } = node
  if (droppedElements.has(name) || isTrackingPixel(node)) return false
  if (name === 'link') return !droppedLinks.test(attribs.rel ?? '')
  if (name === 'meta') return !droppedMetas.test(attribs['http-equiv'] ?? '')
  if (name === 'iframe') return !isHiddenFrame(node)
  return true
}

/** Frames of no size, and hidden ones on a page whose hidden text is kept, track. */
function isHiddenFrame(element: Element): boolean {
  const { width, height } = element.attribs
  return width === '0' || height === '0' || findHidingRule(policies.frames.rules, element) !== null
}

const urlAttributes = new Set([
  ...['href', 'src', 'action', 'formaction', 'poster', 'cite', 'data', 'background', 'longdesc', 'xlink:href'],
  ...['data-src', 'data-lazy-src', 'data-original'],
])
const srcsetAttributes = new Set(['srcset', 'imagesrcset', 'data-srcset'])
const droppedAttributes = new Set(['style', 'nonce', 'integrity', 'ping', 'srcdoc', 'crossorigin', 'bgcolor'])

function cleanAttributes(
  { name }: Element,
  attributes: readonly [string, string][],
  document: Document,
): [string, string][] {
  const kept: [string, string][] = []
  for (const [key, value] of attributes) {
    if (droppedAttributes.has(key) || /^on/i.test(key)) continue
    if (urlAttributes.has(key)) {
      const url = absoluteUrl(value, document, name === 'base')
      if (url !== null) kept.push([key, url])
    } else if (srcsetAttributes.has(key)) kept.push([key, absoluteSrcset(value, document)])
    else if (!/^\s*(?:javascript|vbscript)\s*:/i.test(value)) kept.push([key, value])
  }
  return kept
}

/** Null for a URL that would run or carry markup; images as data stay. A URL that can't be parsed stays as it is written. */
function absoluteUrl(written: string, { baseUrl, url }: Document, isBase: boolean): string | null {
  const resolved = URL.parse(written.trim(), isBase ? url : baseUrl)
  if (!resolved) return /^\s*(?:java|vb)script/i.test(written) ? null : written
  if (resolved.protocol === 'javascript:' || resolved.protocol === 'vbscript:') return null
  if (resolved.protocol === 'data:' && !/^data:(?:image\/(?!svg)|audio\/|video\/|font\/)/i.test(resolved.href))
    return null
  return resolved.href
}

function absoluteSrcset(srcset: string, document: Document): string {
  return parseSrcset(srcset)
    .flatMap(({ url, descriptor }) => {
      const resolved = absoluteUrl(url, document, false)
      return resolved === null ? [] : `${resolved}${descriptor && ` ${descriptor}`}`
    })
    .join(', ')
}

/** Inserts parts of a page at their positions: the documents of its frames, and the parts that React has streamed. */

import { type ChildNode, type Element, isComment } from 'domhandler'
import { attempt } from '../../base/attempt.ts'
import { ServiceError } from '../../base/errors.ts'
import type { FrameContent, FramedDocument } from '../../page/page.ts'
import { resolveUrl, writeAbsoluteUrls } from '../absolute-url.ts'
import type { Document } from '../document.ts'
import { PageElements } from '../page-elements.ts'
import { closest, textOf } from '../traverse.ts'
import { createAttributes, createElement, depthOf, prune, removeNodes, setChildren, takePlace } from './nodes.ts'
import { parseDocument } from './parse.ts'
import { maxDepth } from './tree-builder.ts'

/** Limits for all frames of a page together. */
const maxFrameNodes = 500_000

/** Elements that describe, script or style the frame's document, and so must not apply to the page. */
const dropped = new Set(['title', 'meta', 'link', 'base', 'script', 'style'])

/** Finds the nodes of a frame's document that its own style sheets hide. They are removed, because the style sheets aren't inserted. */
type FindHidden = (framed: Document) => ReadonlySet<ChildNode>

/** The same document with the bodies of its frames inserted. Its `frames` then lists only the frames that couldn't be read. */
export function graftFrames(document: Document, findHidden?: FindHidden): Document {
  const { frames } = document
  if (!frames || frames.size === 0) return document
  const hidden = document.hidden && {
    ...document.hidden,
    elements: new Set(document.hidden.elements),
    texts: new Set(document.hidden.texts),
  }
  const left = new Map<Element, FramedDocument>()
  let { framedChars, framedHiddenChars = 0 } = document
  let leftNodes = maxFrameNodes
  const frameElements = [...document.frameElements]
  const frameBlocks = [...(document.frameBlocks ?? [])]
  // Selectors for frames don't match the blocks that replace them.
  const hiddenFrames = findHidden?.(document)

  function graft(element: Element, framed: FramedDocument): void {
    const { content } = framed
    // A frame that is too complex isn't inserted, and the page stays unchanged.
    const parsed = content && attempt(() => parseFrame(content), ServiceError)
    if (!parsed) {
      left.set(element, framed)
      return
    }
    framedChars += parsed.source.length
    leftNodes -= parsed.elements.all.length
    for (const node of parsed.hidden?.elements ?? []) hidden?.elements.add(node)
    for (const text of parsed.hidden?.texts ?? []) hidden?.texts.add(text)
    const removed = findHidden && parsed.hidden === null ? findHidden(parsed) : new Set<ChildNode>()
    for (const node of removed) framedHiddenChars += textOf(node).trim().length
    removeNodes(removed)
    frameElements.push(...parsed.frameElements.filter((frame) => !closest(frame, (element) => removed.has(element))))
    const block = replace(element, bodyOf(parsed), hiddenFrames?.has(element))
    frameBlocks.push(block)
    if (hidden?.elements.has(element)) hidden.elements.add(block)
    for (const [inner, framedInner] of parsed.frames ?? []) graft(inner, framedInner)
  }

  function parseFrame({ html, baseUrl, hidden, frames }: FrameContent): Document {
    const parsed = parseDocument(html, baseUrl, { noscript: false, hidden, frames, maxNodes: leftNodes })
    writeAbsoluteUrls(parsed.elements.all, (written) => resolveUrl(parsed, written))
    return parsed
  }

  for (const [element, framed] of frames) graft(element, framed)
  const elements = new PageElements(document.root)
  return { ...document, elements, hidden, frameElements, frameBlocks, frames: left, framedChars, framedHiddenChars }
}

const maxSrcdocDepth = 6

/** The same document with its `srcdoc` frames replaced by their contents, which are part of the page. */
export function graftSrcdocs(document: Document, findHidden?: FindHidden, depth = 1): Document {
  const { frameElements, baseUrl } = document
  const withContent = frameElements.filter(
    ({ attribs: { srcdoc, id = '' } }) => srcdoc !== undefined && !id.startsWith('google_ads'),
  )
  if (withContent.length === 0 || document.frames !== null || depth > maxSrcdocDepth) return document
  const contentOf = (element: Element) => ({ html: element.attribs.srcdoc ?? '', baseUrl, frames: [] })
  const contents = new Map(withContent.map((element) => [element, contentOf(element)]))
  return graftSrcdocs(graftContents(document, contents, findHidden), findHidden, depth + 1)
}

/** The same document with elements replaced by their contents. Unchanged if a browser has read its frames. */
export function graftContents(
  document: Document,
  contents: ReadonlyMap<Element, FrameContent>,
  findHidden?: FindHidden,
): Document {
  if (contents.size === 0 || document.frames !== null) return document
  const frames = new Map([...contents].map(([element, content]) => [element, { at: 0, url: document.url, content }]))
  const { frameElements, frames: left, ...grafted } = graftFrames({ ...document, frames }, findHidden)
  const isGrafted = (element: Element) => contents.has(element) && !left?.has(element)
  return { ...grafted, frames: null, frameElements: frameElements.filter((element) => !isGrafted(element)) }
}

function bodyOf({ root }: Document): ChildNode[] {
  const elements = root.children.flatMap((child) => ('children' in child ? child.children : []))
  const body = elements.find((child) => 'name' in child && (child.name === 'body' || child.name === 'frameset'))
  return body && 'children' in body ? body.children : []
}

/** Replaces the element with a `div` that holds the nodes, has its id and class, and is hidden if the element is. */
function replace(element: Element, nodes: ChildNode[], isHidden = false): Element {
  const attributes = createAttributes()
  for (const name of ['id', 'class', 'hidden'])
    if (element.attribs[name] !== undefined) attributes[name] = element.attribs[name]
  const sizes = ['width', 'height'].filter((side) => /^\s*[01](?:px)?\s*$/.test(element.attribs[side] ?? ''))
  const styles = [...sizes.map((side) => `${side}:0`), element.attribs.style ?? ''].filter((style) => style !== '')
  // A frame clips its content.
  if (isHidden) attributes.style = 'display:none!important'
  else if (styles.length > 0) attributes.style = `overflow:hidden;${styles.join(';')}`
  const block = createElement('div', attributes, element.namespace ?? '')
  takePlace(element, block)
  setChildren(block, nodes)
  prune(block, maxDepth - depthOf(block), (node) => 'name' in node && dropped.has(node.name))
  return block
}

/** Each part costs a pass over its siblings. */
const maxPlaces = 200
const place = /^(.{0,100})[BP]:([\da-f]{1,6})$/
const part = /^.{0,100}S:[\da-f]{1,6}$/

/**
 * The document with parts streamed by React in place, as React's own scripts move them. The content of `<div hidden id="S:1">`, wherever it
 * appears later, replaces `<template id="B:1">` and its fallback, up to the comment `/$`. `P:1` has no fallback (React 18 and 19, seen
 * November 2026).
 */
export function placeStreamed(document: Document): Document {
  const places = document.elements.named('template').filter(({ attribs }) => place.test(attribs.id ?? ''))
  if (places.length === 0 || places.length > maxPlaces) return document
  const parts = new Map<string, Element>()
  for (const element of document.elements.having('hidden')) {
    const { id = '' } = element.attribs
    if (part.test(id)) parts.set(id, element)
  }
  // A part arrives after the part that contains its template.
  for (const template of places) {
    const id = template.attribs.id?.replace(place, '$1S:$2') ?? ''
    const staged = parts.get(id)
    if (!staged || closest(template, ({ attribs }) => parts.has(attribs.id ?? '')) !== null) continue
    parts.delete(id)
    fill(template, staged)
  }
  return { ...document, elements: new PageElements(document.root) }
}

function fill(template: Element, staged: Element): void {
  const { parent } = template
  if (!parent) return
  prune(staged, maxDepth - depthOf(template), () => false)
  const content = staged.children
  setChildren(staged, [])
  removeNodes(new Set([staged]))
  const { children } = parent
  const from = children.indexOf(template)
  const end = template.attribs.id?.includes('B:') ? endOfFallback(children, from) : from + 1
  setChildren(parent, [...children.slice(0, from), ...content, ...children.slice(end)])
}

/** Position of the comment that ends the boundary or, if that comment is missing, the position after the template. */
function endOfFallback(nodes: readonly ChildNode[], from: number): number {
  let depth = 1
  for (let at = from + 1; at < nodes.length; at++) {
    const node = nodes[at] as ChildNode
    if (!isComment(node)) continue
    if (node.data === '/$') depth--
    else if (/^\$[?!~]?$/.test(node.data)) depth++
    if (depth === 0) return at
  }
  return from + 1
}

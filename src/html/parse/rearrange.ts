/** Moves and removes nodes in a tree. */

import { type ChildNode, type Element, hasChildren, isComment, type ParentNode } from 'domhandler'
import type { Document } from '../document.ts'
import { PageElements } from '../page-elements.ts'
import { closest } from '../traverse.ts'
import { maxDepth } from './tree-builder.ts'

export function takePlace(old: ChildNode, node: ChildNode): void {
  const { parent, prev, next } = old
  if (!parent) return
  Object.assign(node, { parent, prev, next })
  if (prev) prev.next = node
  if (next) next.prev = node
  parent.children[parent.children.indexOf(old)] = node
  Object.assign(old, { parent: null, prev: null, next: null })
}

/** Removes descendants for which `isDropped` is true, and all nodes more than `levels` levels below the node. */
export function prune(node: ParentNode, levels: number, isDropped: (node: ChildNode) => boolean): void {
  const open: [ParentNode, number][] = [[node, levels]]
  for (let entry = open.pop(); entry; entry = open.pop()) {
    const [parent, left] = entry
    const kept = left > 0 ? parent.children.filter((child) => !isDropped(child)) : []
    if (kept.length < parent.children.length) setChildren(parent, kept)
    for (const child of kept) if (hasChildren(child)) open.push([child, left - 1])
  }
}

/** Removes nodes along with everything below them. A removed node keeps its `parent`. */
export function removeNodes(nodes: ReadonlySet<ChildNode>): void {
  const parents = new Set([...nodes].map(({ parent }) => parent))
  for (const parent of parents) {
    if (!parent) continue
    setChildren(
      parent,
      parent.children.filter((child) => !nodes.has(child)),
    )
  }
}

export function setChildren(parent: ParentNode, children: ChildNode[]): void {
  parent.children = children
  for (const [n, child] of children.entries()) {
    child.parent = parent
    child.prev = children[n - 1] ?? null
    child.next = children[n + 1] ?? null
  }
}

export function depthOf(node: ChildNode): number {
  let depth = 0
  for (let up: ParentNode | null = node.parent; up; up = up.parent) depth++
  return depth
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
  if (!parent || !staged.parent) return
  prune(staged, maxDepth - depthOf(template), () => false)
  const content = staged.children
  setChildren(staged, [])
  setChildren(staged.parent, without(staged.parent.children, staged))
  const { children } = parent
  const from = children.indexOf(template)
  const end = template.attribs.id?.includes('B:') ? endOfFallback(children, from) : from + 1
  setChildren(parent, [...children.slice(0, from), ...content, ...children.slice(end)])
}

const without = (nodes: readonly ChildNode[], node: ChildNode) => nodes.filter((one) => one !== node)

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

/** What a page states about itself: its URL, title, description, Open Graph type, schema.org types and generator. */

import { type AnyNode, type Element, hasChildren, type ParentNode } from 'domhandler'
import type { Document } from '../../document/document.ts'
import { childTextContent, isElement, isText } from '../../document/traverse.ts'

export interface PageFacts {
  url: URL | null
  /** Words in lower case, of `title` and `og:title`. */
  title: Set<string>
  /** Words in lower case, of the description and Open Graph's. */
  description: Set<string>
  /** `og:type`; empty when there is none. */
  ogType: string
  /** Names of schema.org types in lower case, from JSON-LD and microdata. */
  types: Set<string>
  /** `<meta name="generator">` in lower case; empty when there is none. */
  generator: string
}

const mostScriptChars = 200_000
const mostTextChars = 2000

/** Reads the head, and JSON-LD and microdata wherever they stand. */
export function readPageFacts(document: Document): PageFacts {
  const facts: PageFacts = {
    url: URL.parse(document.url),
    ...{ title: new Set(), description: new Set(), ogType: '', types: new Set(), generator: '' },
  }
  // Without a call for each text, and by arrays instead of from sibling to sibling: this walk is as long as the page.
  const open: ParentNode[] = [document.root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isElement(node) && !readElement(node, facts)) continue
    const { children } = node
    for (let n = children.length - 1; n >= 0; n--) {
      const child = children[n] as AnyNode
      if (!isText(child) && hasChildren(child)) open.push(child)
    }
  }
  return facts
}

const namesRead = new Set(['title', 'meta', 'script', 'svg'])

/** True when what is in the element is to be read. */
function readElement(element: Element, facts: PageFacts): boolean {
  const { name, attribs } = element
  if (attribs.itemtype) facts.types.add(typeName(attribs.itemtype))
  if (!namesRead.has(name)) return true
  if (name === 'title' && facts.title.size === 0) addWords(facts.title, childTextContent(element))
  if (name === 'meta') readMeta(attribs, facts)
  if (name === 'script' && /ld\+json/.test(attribs.type ?? '')) {
    const text = childTextContent(element).slice(0, mostScriptChars)
    for (const [, type] of text.matchAll(/"@type"\s{0,9}:\s{0,9}\[?\s{0,9}"([\w:/.]{1,60})"/g)) {
      facts.types.add(typeName(type as string))
    }
  }
  return name !== 'svg'
}

/** `https://schema.org/Article` → `article`. */
function typeName(type: string): string {
  return type.replace(/^.*\//, '').toLowerCase()
}

function readMeta({ name = '', property = '', content = '' }: Record<string, string>, facts: PageFacts): void {
  const key = (property || name).toLowerCase()
  if (key === 'og:type') facts.ogType = content.toLowerCase().trim()
  else if (key === 'og:title') addWords(facts.title, content)
  else if (key === 'description' || key === 'og:description') addWords(facts.description, content)
  else if (key === 'generator') facts.generator = content.toLowerCase()
}

function addWords(set: Set<string>, text: string): void {
  const words = text
    .slice(0, mostTextChars)
    .toLowerCase()
    .match(/[\p{L}\p{N}_]+/gu)
  for (const word of words ?? []) set.add(word)
}

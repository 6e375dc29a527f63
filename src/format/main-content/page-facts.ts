/** Reads facts that a page states about itself: URL, title, description, Open Graph type, schema.org types and JSON-LD. */

import type { Element } from 'domhandler'
import type { Document } from '../../html/document.ts'
import { childTextContent, elementAround } from '../../html/traverse.ts'
import { splitWords } from './stated-words.ts'

export interface PageFacts {
  url: URL | null
  /** Words of `title` and `og:title`, in lower case. */
  title: Set<string>
  /** Words of the description and the Open Graph description, in lower case. */
  description: Set<string>
  /** Words of the long strings in JSON-LD, such as a product's description or a post, in lower case. */
  data: Set<string>
  /** `og:type`; empty if missing. */
  ogType: string
  /** Names of schema.org types in lower case, from JSON-LD and microdata. */
  types: Set<string>
}

const maxScriptChars = 200_000
const maxTextChars = 2000

/** Reads the head, and JSON-LD and microdata anywhere in the document. */
export function readPageFacts({ url, elements }: Document): PageFacts {
  const facts: PageFacts = {
    url: URL.parse(url),
    ...{ title: new Set(), description: new Set(), data: new Set(), ogType: '', types: new Set() },
  }
  for (const element of elements.having('itemtype')) {
    const { itemtype } = element.attribs
    if (itemtype && !isInDrawing(element)) facts.types.add(typeName(itemtype))
  }
  // Read in document order, because only the first of several titles counts.
  for (const element of elements.all) {
    if (readElements.has(element.name) && !isInDrawing(element)) readElement(element, facts)
  }
  return facts
}

/** True inside an SVG drawing, whose `title` is a label and says nothing about the page. */
function isInDrawing(element: Element): boolean {
  for (let up = elementAround(element); up; up = elementAround(up)) if (up.name === 'svg') return true
  return false
}

const readElements = new Set(['title', 'meta', 'script'])

function readElement(element: Element, facts: PageFacts): void {
  const { name, attribs } = element
  if (name === 'meta') readMeta(attribs, facts)
  else if (name === 'title') {
    if (facts.title.size === 0) addWords(facts.title, childTextContent(element))
  } else if (/ld\+json/.test(attribs.type ?? '')) {
    const text = childTextContent(element).slice(0, maxScriptChars)
    for (const [, type] of text.matchAll(/"@type"\s{0,9}:\s{0,9}\[?\s{0,9}"([\w:/.]{1,60})"/g)) {
      facts.types.add(typeName(type as string))
    }
    for (const [, long] of text.matchAll(/"(?:description|articleBody|text)"\s{0,9}:\s{0,9}"((?:[^"\\]|\\.){80,})"/g)) {
      addWords(facts.data, (long as string).replace(/<[^>]{0,99}>|\\[a-z]/g, ' '))
    }
  }
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
}

function addWords(set: Set<string>, text: string): void {
  for (const word of splitWords(text.slice(0, maxTextChars))) set.add(word)
}

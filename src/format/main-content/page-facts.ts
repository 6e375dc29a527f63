/** Reads facts that a page states about itself: URL, software, title, description, Open Graph type, schema.org types and JSON-LD. */

import type { Element } from 'domhandler'
import type { Document } from '../../html/document.ts'
import { elementsBelow } from '../../html/page-elements.ts'
import { childTextContent } from '../../html/traverse.ts'
import { splitWords } from './text-counts.ts'

export class PageFacts {
  /**
   * The URL that the page states for itself, such as its canonical URL, or null. The requested URL isn't used, so that a page has the same
   * main content at every URL.
   */
  url: URL | null = null
  /** Classes and IDs of `html` and `body`, and the name of the software that made the page. */
  software = ''
  links = [0, 0, 0, 0]
  title = new Set<string>()
  description = new Set<string>()
  /** Words of the long strings in JSON-LD, such as a product's description or a post, in lower case. */
  data = new Set<string>()
  /** `og:type`; empty if missing. */
  ogType = ''
  /** Names of schema.org types in lower case, from JSON-LD and microdata. */
  types = new Set<string>()
}

const maxScriptChars = 200_000
const maxTextChars = 2000

/** Reads the head, and JSON-LD and microdata anywhere in the document. */
export function readPageFacts({ elements }: Document): PageFacts {
  const facts = new PageFacts()
  // A `title` inside an SVG drawing is a label and says nothing about the page.
  const drawn = new Set<Element>()
  for (const drawing of elements.named('svg'))
    if (!drawn.has(drawing)) for (const part of elementsBelow(drawing)) drawn.add(part)
  for (const element of elements.having('itemtype')) {
    const { itemtype } = element.attribs
    if (itemtype && !drawn.has(element)) facts.types.add(typeName(itemtype))
  }
  // Read in document order, because only the first of several titles counts.
  const urls: StatedUrls = {}
  for (const element of elements.all) {
    if (readElements.has(element.name) && !drawn.has(element)) readElement(element, facts, urls)
  }
  const url = urls.canonical ?? urls.shared ?? urls.alternate
  // A relative URL still has a path.
  if (url) facts.url = URL.parse(url, 'https://relative.invalid/')
  return facts
}

const linkPatterns: readonly RegExp[] = [
  /(?:member|user|profile|author|people)s?(?:[/.?=-]|$)|[?&]u(?:id)?=\d/i,
  /thread|topic|forum|board|question|discussion|[?&]t=\d/i,
  /cart|checkout|basket|wish-?list|product|\/p\//i,
]
const readElements = new Set(['a', 'html', 'body', 'title', 'meta', 'link', 'script'])

/** The URLs that a page states for itself: canonical, for social networks, and in other languages or formats. */
type StatedUrls = Partial<Record<'canonical' | 'shared' | 'alternate', string>>

function readElement(element: Element, facts: PageFacts, urls: StatedUrls): void {
  const { name, attribs } = element
  if (name === 'meta') readMeta(attribs, facts, urls)
  else if (name === 'link') readLink(attribs, urls)
  else if (name === 'a') countLink(attribs.href, facts.links)
  else if (name === 'html' || name === 'body') addSoftware(facts, `${attribs.class ?? ''} ${attribs.id ?? ''}`)
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

function readLink({ rel = '', href, hreflang }: Record<string, string>, urls: StatedUrls): void {
  if (/\bcanonical\b/i.test(rel)) urls.canonical ??= href
  else if (/\bamphtml\b/i.test(rel) || (hreflang && /\balternate\b/i.test(rel))) urls.alternate ??= href
}

function countLink(href: string | undefined, counts: number[]): void {
  if (!href) return
  counts[0] = (counts[0] as number) + 1
  linkPatterns.forEach((pattern, n) => {
    if (pattern.test(href)) counts[n + 1] = (counts[n + 1] as number) + 1
  })
}

function addSoftware(facts: PageFacts, words: string): void {
  facts.software = `${facts.software} ${words}`.slice(0, maxTextChars)
}

function readMeta(attributes: Record<string, string>, facts: PageFacts, urls: StatedUrls): void {
  const { name = '', property = '', content = '' } = attributes
  const key = (property || name).toLowerCase()
  if (key === 'og:type') facts.ogType = content.toLowerCase().trim()
  else if (key === 'og:url' || key === 'twitter:url') urls.shared ??= content
  else if (key === 'generator') addSoftware(facts, content)
  else if (key === 'og:title') addWords(facts.title, content)
  else if (key === 'description' || key === 'og:description') addWords(facts.description, content)
}

function addWords(set: Set<string>, text: string): void {
  for (const word of splitWords(text.slice(0, maxTextChars))) set.add(word)
}

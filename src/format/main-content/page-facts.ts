/** What does a page say about itself? Its address, title, description, Open Graph type and schema.org types. */

import type { Document } from '../../document/document.ts'
import { childTextContent, isElement, walk } from '../../document/traverse.ts'

export interface PageFacts {
  url: URL | null
  title: Set<string>
  description: Set<string>
  ogType: string
  /** Names of schema.org types, lower case, from JSON-LD and microdata. */
  types: Set<string>
  generator: string
}

const maxScript = 200_000

/** Reads the head, and scripts that carry JSON-LD wherever they stand. */
export function factsOf(document: Document): PageFacts {
  const facts: PageFacts = {
    url: URL.parse(document.url),
    ...{ title: new Set(), description: new Set(), ogType: '', types: new Set(), generator: '' },
  }
  walk(document.root, (node) => {
    if (!isElement(node)) return true
    const { name, attribs } = node
    if (attribs.itemtype) facts.types.add(attribs.itemtype.replace(/^.*\//, '').toLowerCase())
    if (name === 'title' && facts.title.size === 0) addWords(facts.title, childTextContent(node))
    if (name === 'meta') readMeta(attribs, facts)
    if (name === 'script' && /ld\+json/.test(attribs.type ?? '')) {
      const text = childTextContent(node).slice(0, maxScript)
      for (const [, type] of text.matchAll(/"@type"\s{0,9}:\s{0,9}\[?\s{0,9}"([\w:/.]{1,60})"/g)) {
        facts.types.add((type as string).replace(/^.*\//, '').toLowerCase())
      }
    }
    return name !== 'svg'
  })
  return facts
}

function readMeta({ name = '', property = '', content = '' }: Record<string, string>, facts: PageFacts): void {
  const key = (property || name).toLowerCase()
  if (key === 'og:type') facts.ogType = content.toLowerCase().trim()
  else if (key === 'og:title') addWords(facts.title, content)
  else if (key === 'description' || key === 'og:description') addWords(facts.description, content)
  else if (key === 'generator') facts.generator = content.toLowerCase()
}

function addWords(set: Set<string>, text: string): void {
  for (const word of text
    .slice(0, 2000)
    .toLowerCase()
    .match(/[\p{L}\p{N}_]+/gu) ?? [])
    set.add(word)
}

/** Collects what the elements of a page state as metadata, each field with all of its values in document order. */

import type { Element } from 'domhandler'
import type { Metadata } from '../../contract/scrape.ts'
import type { Document } from '../../document/document.ts'
import { isInertTemplate } from '../../document/text-runs.ts'
import { childTextContent } from '../../document/traverse.ts'
import { collapseAndTrim } from '../../document/white-space.ts'
import { withoutInvisible } from '../../visibility/invisible-characters.ts'

/** No value is empty. */
export interface StatedMetadata {
  titles: string[]
  languages: string[]
  /** Values of `content` by `property` or `name` in lower case. */
  metas: Map<string, string[]>
  /** Absolute URLs. */
  canonicals: string[]
  icons: string[]
  touchIcons: string[]
  alternates: Metadata['alternates']
  /** Dates that elements of the body state. */
  dates: string[]
  /** Text of the JSON-LD scripts. */
  jsonLd: string[]
}

/**
 * Reads the whole document: where a `<noscript>` in the head holds an image, the parser ends the head there, and the rest of it is in
 * the body.
 */
export function collectMetadata(document: Document): StatedMetadata {
  const stated: StatedMetadata = {
    titles: [],
    languages: [],
    metas: new Map(),
    canonicals: [],
    icons: [],
    touchIcons: [],
    alternates: [],
    dates: [],
    jsonLd: [],
  }
  document.elements.visitBelow(document.root, isInertTemplate, (element) => {
    readers.get(element.name)?.(element, stated, document)
    if (element.attribs.itemprop === 'datePublished') {
      add(stated.dates, element.attribs.datetime ?? element.attribs.content ?? childTextContent(element))
    }
  })
  return stated
}

type ElementReader = (element: Element, stated: StatedMetadata, document: Document) => unknown

const readers = new Map<string, ElementReader>([
  ['html', ({ attribs }, stated) => add(stated.languages, attribs.lang ?? attribs['xml:lang'])],
  ['title', (element, stated) => !isForeign(element) && add(stated.titles, childTextContent(element))],
  ['meta', readMeta],
  ['link', readLink],
  [
    'script',
    (element, stated) =>
      /^\s*application\/ld\+json/i.test(element.attribs.type ?? '') && stated.jsonLd.push(childTextContent(element)),
  ],
  ['time', ({ attribs }, stated) => 'pubdate' in attribs && add(stated.dates, attribs.datetime)],
])

/** The first title that `collectMetadata` collects; null when there is none. The rest of the page is not read for it. */
export function firstTitle({ root, elements }: Document): string | null {
  let title = ''
  elements.visitBelow(root, isInertTemplate, (element) => {
    if (element.name === 'title' && !isForeign(element)) title = lineOf(childTextContent(element))
    return title !== ''
  })
  return title || null
}

function readMeta({ attribs }: Element, { metas }: StatedMetadata): void {
  const content = withoutInvisible(attribs.content ?? '').trim()
  if (content === '') return
  const equiv = attribs['http-equiv']?.trim().toLowerCase() === 'content-language' ? 'content-language' : undefined
  const names = [attribs.property, attribs.name, equiv].map((name) => name?.trim().toLowerCase())
  for (const name of new Set(names)) {
    if (!name) continue
    const list = metas.get(name)
    if (list) list.push(content)
    else metas.set(name, [content])
  }
}

function readLink({ attribs }: Element, stated: StatedMetadata, document: Document): void {
  const rel = (attribs.rel ?? '').toLowerCase().split(/\s+/)
  const url = (attribs.href ?? '').trim() === '' ? null : URL.parse(attribs.href ?? '', document.baseUrl)
  if (!url || url.protocol === 'javascript:' || url.protocol === 'data:') return
  if (rel.includes('canonical') && /^https?:$/.test(url.protocol)) stated.canonicals.push(url.href)
  if (rel.includes('icon')) stated.icons.push(url.href)
  if (rel.includes('apple-touch-icon') || rel.includes('apple-touch-icon-precomposed')) stated.touchIcons.push(url.href)
  if (rel.includes('alternate') && !rel.includes('stylesheet')) {
    const [hreflang, type, title] = [attribs.hreflang, attribs.type, attribs.title].map(
      (text) => withoutInvisible(text ?? '').trim() || null,
    )
    stated.alternates.push({ url: url.href, hreflang: hreflang ?? null, type: type ?? null, title: title ?? null })
  }
}

function add(list: string[], text: string | undefined): void {
  const line = lineOf(text ?? '')
  if (line !== '') list.push(line)
}

function lineOf(text: string): string {
  return collapseAndTrim(withoutInvisible(text))
}

/** True inside SVG, where `title` names an image. */
function isForeign(element: Element): boolean {
  return element.namespace !== undefined && element.namespace !== 'http://www.w3.org/1999/xhtml'
}

/** Collects the metadata in a page's elements: for each field, all values in document order. */

import type { Element } from 'domhandler'
import { resolveUrl } from '../../html/absolute-url.ts'
import type { Document } from '../../html/document.ts'
import { isForeign } from '../../html/elements.ts'
import { addTo } from '../../html/page-elements.ts'
import { isInertTemplate } from '../../html/text-runs.ts'
import { childTextContent, closest, nextElement } from '../../html/traverse.ts'
import { withoutInvisible } from '../../html/visibility/invisible-characters.ts'
import { collapseAndTrim } from '../../html/white-space.ts'

/** No value is empty. */
export class StatedMetadata {
  /** The first usable URL of each kind, absolute. */
  canonical: string | null = null
  icon: string | null = null
  touchIcon: string | null = null
  titles: string[] = []
  languages: string[] = []
  metas = new Map<string, string[]>()
  /** `link` elements. Their URLs are resolved only when needed. */
  alternates: Element[] = []
  /** Elements in the body whose `itemprop` or class names a date, an author or the headline, keyed by that name in lower case. */
  properties = new Map<string, Element[]>()
  /** The first hundred `h1` and `h2` elements. */
  headings: Element[] = []
  jsonLd: string[] = []
}

/** Reads the whole document: a `<noscript>` with an image makes the parser end the head, so the rest of the head is in the body. */
export function collectMetadata(document: Document): StatedMetadata {
  const stated = new StatedMetadata()
  document.elements.visitBelow(document.root, isInertTemplate, (element) => {
    readers.get(element.name)?.(element, stated, document)
    const { itemprop, class: classes, rel } = element.attribs
    const date = rel === 'author' && element.name === 'a' ? dateBeside(element) : null
    const marked = date ? rel : classes && hAtomClass.exec(classes)?.[1]
    if (itemprop !== undefined || marked !== undefined)
      readProperties(element, `${itemprop ?? ''} ${marked ?? ''}`, stated)
    if (date) readProperties(date, 'published', stated)
  })
  return stated
}

/** Returns the `time` after a link to the author, unless the link is in a comment. */
function dateBeside(author: Element): Element | null {
  const date = nextElement(author)
  const isOfComment = ({ attribs }: Element) => /comment/i.test(`${attribs.class} ${attribs.id}`)
  return date?.name === 'time' && closest(author, isOfComment) === null ? date : null
}

/** Classes by which blogs mark the author and the date of an article. @see http://microformats.org/wiki/hatom */
const hAtomClass = /(?:^|\s)(?:post-)?(published|author(?= vcard))(?:\s|$)/
const maxElements = 100
/** Maximum number of names read from one `property` or `itemprop`, which may contain several. */
const maxNames = 10
const readProperty = new Set(['datepublished', 'datemodified', 'headline', 'published', 'author'])

function readProperties(element: Element, itemprop: string, { properties }: StatedMetadata): void {
  for (const name of namesIn(itemprop)) {
    const known = properties.get(name) ?? []
    if (!readProperty.has(name) || known.length >= maxElements) continue
    properties.set(name, [...known, element])
  }
}

function namesIn(list = ''): string[] {
  return list.slice(0, 1000).trim().toLowerCase().split(/\s+/).slice(0, maxNames)
}

type ElementReader = (element: Element, stated: StatedMetadata, document: Document) => unknown

const readHeading: ElementReader = (element, { headings }) => headings.length < maxElements && headings.push(element)

const readers = new Map<string, ElementReader>([
  ['html', ({ attribs }, stated) => add(stated.languages, attribs.lang ?? attribs['xml:lang'])],
  // Inside SVG, `title` names an image.
  ['title', (element, stated) => !isForeign(element) && add(stated.titles, childTextContent(element))],
  ['meta', readMeta],
  ['link', readLink],
  [
    'script',
    (element, stated) =>
      /^\s*application\/ld\+json/i.test(element.attribs.type ?? '') && stated.jsonLd.push(childTextContent(element)),
  ],
  ['h1', readHeading],
  ['h2', readHeading],
])

/** Returns the first title that `collectMetadata` would collect, or null. Doesn't read the rest of the page. */
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
  const ofItem = attribs.itemprop === undefined ? [] : namesIn(attribs.itemprop).map((name) => `itemprop:${name}`)
  const names = [...namesIn(attribs.property), attribs.name?.trim().toLowerCase(), equiv, ...ofItem]
  for (const name of new Set(names)) {
    if (name) addTo(metas, name, content)
  }
}

function readLink(element: Element, stated: StatedMetadata, document: Document): void {
  const rel = (element.attribs.rel ?? '').toLowerCase().split(/\s+/)
  if (rel.includes('alternate') && !rel.includes('stylesheet')) stated.alternates.push(element)
  const url = linkRels.some((name) => rel.includes(name)) ? resolveUrl(document, element.attribs.href) : null
  if (url === null) return
  if (rel.includes('canonical') && /^https?:/.test(url)) stated.canonical ??= url
  if (rel.includes('icon')) stated.icon ??= url
  if (rel.some((name) => name.startsWith('apple-touch-icon'))) stated.touchIcon ??= url
}

/** Only these URLs are resolved, because resolving one takes time proportional to the length of `<base>`. */
const linkRels = ['canonical', 'icon', 'apple-touch-icon', 'apple-touch-icon-precomposed']

function add(list: string[], text = ''): void {
  const line = lineOf(text)
  if (line !== '') list.push(line)
}

function lineOf(text: string): string {
  return collapseAndTrim(withoutInvisible(text))
}

export interface Found {
  text: string
  /** The source, named as in `sources`: `og:title`, `json_ld:NewsArticle.author`, `byline`. */
  source: string
}

export function statedBy({ metas }: StatedMetadata, names: readonly string[]): Found[] {
  return names.flatMap((source) => (metas.get(source) ?? []).slice(0, maxValues).map((text) => ({ text, source })))
}

const maxValues = 100

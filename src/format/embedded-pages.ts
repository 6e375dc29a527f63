/** Reads the frames and documents that the visit has loaded for a page, and puts each in its place. */

import type { Element } from 'domhandler'
import { ServiceError } from '../base/errors.ts'
import { embeddedDocuments, foreignFrames, type Warning } from '../contract/warning.ts'
import { convertDocument } from '../documents/read-document.ts'
import type { Document } from '../html/document.ts'
import { decodeBody } from '../html/parse/decode.ts'
import { graftContents } from '../html/parse/graft-frames.ts'
import { elementAround } from '../html/traverse.ts'
import { findForeignFrames, isDocumentUrl } from '../html/visibility/foreign-frames.ts'
import type { PageView } from '../html/visibility/page-view.ts'
import { findHiddenNodes } from '../html/visibility/page-view.ts'
import { isConvertible } from '../page/document-types.ts'
import type { EmbeddedPage, Page } from '../page/page.ts'
import { createSiteTest } from '../page/site.ts'
import type { FormatRequest } from './format-request.ts'
import { countVisibleWords } from './visible-words.ts'

/** A page with at least this many words is complete without its frames. */
const maxWords = 50
const maxEmbedded = 3

export function findFramesToLoad(document: Document, shown: readonly string[], view: PageView, page: Page): string[] {
  const { embedded = [], rendered, status } = page
  if (embedded === null || rendered || status >= 400 || shown.length === 0) return []
  const isOwn = createSiteTest(document.url)
  const left = shown.filter((url) => isOwn(new URL(url)) && !embedded.some((one) => one.url === url))
  const urls = left.slice(0, Math.max(0, maxEmbedded - embedded.length))
  return urls.length > 0 && countVisibleWords(document, view.by('markdown')) < maxWords ? urls : []
}

/** Returns the URLs of frames that the reader would see but whose content is missing. */
export function framesWithin(document: Document, matches: readonly Element[] | null, view: PageView): string[] {
  const found = [...findForeignFrames(document)].filter(([element]) => {
    const around = [element, ...elementsAround(element)]
    if (around.some((one) => view.leavesOut(one))) return false
    return matches === null || around.some((one) => matches.includes(one))
  })
  return [...new Set(found.map(([, url]) => url))]
}

function* elementsAround(element: Element): Generator<Element> {
  for (let up = elementAround(element); up; up = elementAround(up)) yield up
}

export function frameWarnings(
  document: Document,
  matches: readonly Element[] | null,
  view: PageView,
  page: Page,
): Warning[] {
  // A page that is embedded twice was inserted once.
  const inserted = new Set(page.embedded?.flatMap((one) => (one.page && matches === null ? one.url : [])))
  const urls = framesWithin(document, matches, view).filter((url) => !inserted.has(url))
  const { true: documents = [], false: pages = [] } = Object.groupBy(urls, (url) => String(isDocumentUrl(url)))
  return [...foreignFrames(pages, page), ...embeddedDocuments(documents)]
}

/** The page with its embedded documents converted to HTML. Documents that can't be read are left out. */
export async function withConvertedDocuments(page: Page, { includeComments }: FormatRequest): Promise<Page> {
  if (!page.embedded) return page
  return { ...page, embedded: await Promise.all(page.embedded.map((one) => convert(one, includeComments))) }
}

async function convert({ url, page }: EmbeddedPage, includeComments: boolean | undefined): Promise<EmbeddedPage> {
  if (!page || !isConvertible(page.mediaType)) return { url, page: page && { ...page, warnings: [] } }
  try {
    const converted = await convertDocument(page, { includeComments })
    return { url, page: { ...converted.page, warnings: converted.warnings } }
  } catch (error) {
    if (error instanceof ServiceError) return { url, page: null }
    throw error
  }
}

/**
 * The same document with the contents of its embedded pages, which are HTML. A page that is embedded more than once is inserted once, because
 * repetitions would make a small page arbitrarily large.
 */
export function graftEmbedded(document: Document, embedded: readonly EmbeddedPage[]): Document {
  const loaded = new Map(embedded.map(({ url, page }) => [url, page]))
  const contents = [...findForeignFrames(document)].flatMap(([element, url]) => {
    const page = loaded.get(url)
    loaded.delete(url)
    return page ? [[element, { url, html: decodeBody(page), baseUrl: page.finalUrl, frames: [] }] as const] : []
  })
  const grafted = graftContents(document, new Map(contents), findHiddenNodes)
  // A frame within a frame may also have been loaded, but inserting a page into itself would never end.
  const urls = new Set(contents.map(([, { url }]) => url))
  const left = embedded.filter(({ url }) => !urls.has(url))
  return contents.length === 0 ? document : graftEmbedded(grafted, left)
}

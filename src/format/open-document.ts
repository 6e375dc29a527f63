/** Opens a fetched page for reading: decodes its body, parses HTML once, puts its frames in their places, and rejects challenge pages. */

import type { Element } from 'domhandler'
import { ServiceError } from '../base/errors.ts'
import { noStages, type StageCounter } from '../base/stages.ts'
import { isFreePage } from '../contract/prices.ts'
import type { Output } from '../contract/scrape.ts'
import { embeddedDocuments, foreignFrames, type Warning } from '../contract/warning.ts'
import { convertDocument } from '../documents/read-document.ts'
import { countWords } from '../html/count-words.ts'
import type { Document } from '../html/document.ts'
import { skippedElements } from '../html/elements.ts'
import { graftContents, graftFrames, graftSrcdocs, placeStreamed } from '../html/parse/graft-frames.ts'
import { decodeBody, type ParseOptions, parseDocument } from '../html/parse/parse.ts'
import { withScriptResults } from '../html/parse/script-results.ts'
import { findAnnouncedChallenge, findChallenge } from '../html/recognize/challenge.ts'
import { isWaitingText } from '../html/recognize/page-signals.ts'
import { asksForScripts } from '../html/recognize/shell.ts'
import { elementAround, isElement, isText, textOf, walk } from '../html/traverse.ts'
import { findForeignFrames, isDocumentUrl } from '../html/visibility/foreign-frames.ts'
import { findHiddenNodes, type PageView } from '../html/visibility/page-view.ts'
import { isConvertible } from '../page/document-types.ts'
import { isXhtml } from '../page/media-kind.ts'
import type { EmbeddedPage, Page } from '../page/page.ts'
import { createSiteTest } from '../page/site.ts'
import { missingValues } from './fields/field-values.ts'
import type { FormatRequest } from './format-request.ts'

/** Throws target_blocked if the response's headers announce a challenge, regardless of its body. */
export function refuseAnnouncedChallenge(page: Page): void {
  refuse(findAnnouncedChallenge(page))
}

interface OpenOptions {
  /** True if nodes should keep their positions in the source. */
  locations?: boolean
  /** Reads a challenge page like any other page. */
  readsChallenges?: boolean
  /** See `ParseOptions`. */
  isEnough?: ParseOptions['isEnough']
  /** Includes the documents of the page's frames in the tree if a browser has read them. */
  withFrames?: boolean
  stages?: StageCounter
}

/** Returns the page's HTML as a tree. Throws target_blocked for a challenge page, invalid_response for a page too complex to parse. */
export function openDocument(page: Page, options: OpenOptions = {}): Document {
  const { locations = false, readsChallenges = false, withFrames = false, isEnough, stages = noStages } = options
  const startedAt = performance.now()
  const source = decodeBody(page)
  // Locations refer to the unmodified source.
  const hidden = locations ? undefined : page.hidden
  const noscript = !page.rendered
  const isXml = isXhtml(page.mediaType)
  const frames = withFrames && page.rendered ? (page.frames ?? []) : undefined
  const parsed = parseDocument(source, page.finalUrl, { locations, noscript, hidden, frames, isEnough, isXml })
  const document = locations ? parsed : withScriptResults(parsed)
  stages.add('parse', startedAt)
  if (!readsChallenges) refuse(findChallenge(document, page))
  // Pieces of the source are passed on unchanged.
  if (locations) return graftFrames(document)
  const whole = graftFrames(graftSrcdocs(page.rendered ? document : placeStreamed(document), findHiddenNodes))
  return withFrames && page.embedded ? graftEmbedded(whole, page.embedded) : whole
}

function refuse(challenge: string | null): void {
  if (challenge === null) return
  throw new ServiceError('target_blocked', `The target responded with a challenge page: ${challenge}`)
}

/** Returns the object without values for a page that isn't the requested one; undefined for other pages and requests. */
export function substituteFor(
  { status }: Page,
  { fields, missingData }: FormatRequest,
  warnings: readonly Warning[] = [],
) {
  if (!isFreePage(status, warnings)) return undefined
  return fields ? missingValues(fields) : missingData
}

export function needsHtml(output: Output, { mediaType }: Page): ServiceError {
  return new ServiceError('unsupported_content_type', `Output ${output} requires HTML, but the page is ${mediaType}`)
}

export function notMatched(param: 'css_selector' | 'extract_rules', message: string): ServiceError {
  return new ServiceError('selector_not_matched', message, { param })
}

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
    const around: Element[] = []
    for (let up: Element | null = element; up; up = elementAround(up)) around.push(up)
    if (around.some((one) => view.leavesOut(one))) return false
    return matches === null || around.some((one) => matches.includes(one))
  })
  return [...new Set(found.map(([, url]) => url))]
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
function graftEmbedded(document: Document, embedded: readonly EmbeddedPage[]): Document {
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

/** Longer text in `noscript` is content, even if it asks users to enable scripts. */
const maxAppealChars = 500
const skipped: ReadonlySet<string> = new Set([...skippedElements.mainContent, 'template'])

/** Text that announces content ("Loading…") or asks users to enable scripts doesn't count. */
export function countVisibleWords({ root }: Document, view: PageView): number {
  let words = 0
  walk(root, (node) => {
    if (isElement(node)) return !skipped.has(node.name) && !view.leavesOut(node) && !isAppeal(node)
    if (isText(node) && !view.hidesText(node) && !isWaitingText(node.data.trim().toLowerCase().slice(0, 200))) {
      words += countWords(node.data)
    }
    return true
  })
  return words
}

function isAppeal(element: Element): boolean {
  const text = element.name === 'noscript' ? textOf(element) : ''
  return text !== '' && text.length <= maxAppealChars && asksForScripts(text.toLowerCase())
}

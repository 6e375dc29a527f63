/** Reads one response from Google: its status and its ads. */

import type { AnyNode, Element } from 'domhandler'
import type { ParsedResultPage, ResultPageStatus } from '../../contract/ads-reading.ts'
import type { Document } from '../../html/document.ts'
import { decodeBody, parseDocument } from '../../html/parse/parse.ts'
import { closest, elementsAround, isText, textOf } from '../../html/traverse.ts'
import type { Page } from '../../page/page.ts'
import { cleanText } from '../text/short-texts.ts'
import { textLines, visibleText } from './dom/text-lines.ts'
import { isHeading, isTooLarge } from './dom/tree.ts'
import { type ParsedAds, parseAds } from './parse-ads.ts'
import { isAdGroup } from './survey/ad-links.ts'

/**
 * For `layout_changed`, the ads are those that could be read. For any other status except `ok`, there are no ads. Sends no requests. `page`
 * is the page number for the ads.
 */
export function readResultPage(
  document: Document,
  { page, ...response }: ResultPageResponse & { page: number },
): ParsedResultPage {
  const parsed = parseAds(document)
  const status = classifyPage(document, response, parsed)
  const result = { status, ads: parsed.ads.map((ad) => ({ page, ...ad })) }
  return status === 'layout_changed' ? { ...result, unread: unreadPlaces(parsed) } : result
}

export function parseResultPage(page: Page): Document {
  return parseDocument(decodeBody(page), page.finalUrl)
}

/** The first few places are enough to find out what changed. */
const maxPlaces = 3
const maxWordsLength = 60
const maxLevels = 4

/** One description for each place: its first words in quotation marks. */
function unreadPlaces({ unread, survey }: ParsedAds): string[] {
  const places = new Set<string>()
  for (const element of unread) {
    if (places.size === maxPlaces) break
    const words = wordsOf(element)
    places.add(words === '' ? 'one without text' : `"${words}"`)
  }
  if (survey.isTruncated) places.add('some beyond the maximum number of links or titles')
  return [...places].slice(0, maxPlaces)
}

// A link may be empty, so the text around it is more useful.
function wordsOf(element: Element): string {
  for (const around of elementsAround(element, maxLevels)) {
    if (isTooLarge(around)) break
    const text = visibleText(around)
    if (text !== '') return text.length > maxWordsLength ? `${text.slice(0, maxWordsLength).trimEnd()}…` : text
    if (isAdGroup(around)) break
  }
  return ''
}

export type ResultPageResponse = Pick<Page, 'status' | 'finalUrl'>

/** Looks for evidence of results first. If nothing shows what kind of page it is, the status is `error`, never `no_ads`. */
export function classifyPage(document: Document, response: ResultPageResponse, parsed: ParsedAds): ResultPageStatus {
  if (parsed.unread.length > 0 || parsed.survey.isTruncated) return 'layout_changed'
  if (parsed.ads.length > 0) return 'ok'
  const markers = findMarkers(document)
  if (!markers.hasChallenge && hasResults(parsed)) return 'no_ads'
  if (!markers.hasChallenge && saysNothingFound(document, markers.query || searchedFor(response), parsed))
    return 'no_results'
  return (
    findObstacle(document, response, markers) ??
    (response.status === 403 || response.status >= 500 ? 'blocked' : 'error')
  )
}

// Before 2021 the form was submitted to /s.
const consentAction = /^(?:https?:)?\/\/consent\.(?:google|youtube)\.[a-z.]+\/(?:save|s)\b/

type PageMarkers = ReturnType<typeof findMarkers>

/** Elements that occur only in some kinds of pages. `query` is the value of the search box; empty if there isn't one. */
function findMarkers({ elements }: Document) {
  const { all } = elements
  const searchBoxes = all.filter(({ name, attribs }) => /^(?:input|textarea)$/.test(name) && attribs.name === 'q')
  return {
    hasChallenge: all.some((one) => {
      return one.attribs.id === 'captcha-form' || 'data-sitekey' in one.attribs || isImageCaptcha(one)
    }),
    hasConsentForm: elements.named('form').some(({ attribs }) => consentAction.test(attribs.action ?? '')),
    hasDialog: all.some(({ attribs }) => attribs.role === 'dialog'),
    asksForJavaScript: all.some(({ attribs: { href = '', content = '' } }) => enableScripts.test(href + content)),
    query: searchBoxes.map((box) => box.attribs.value ?? textOf(box)).find((value) => value !== '') ?? '',
  }
}

const enableScripts = /\/httpservice\/retry\/enablejs|enablejs\?/

// Until about 2018 the captcha was an image under /sorry/ and a form submitted to CaptchaRedirect.
function isImageCaptcha({ name, attribs }: Element): boolean {
  if (name === 'form') return /(?:^|\/)CaptchaRedirect\b/i.test(attribs.action ?? '')
  return name === 'img' && /(?:^|\/)sorry\/image\b/.test(attribs.src ?? '')
}

function hasResults({ survey: { organic } }: ParsedAds): boolean {
  const isLiteResult = (element: Element) => /^\/url\?/.test(element.attribs.href ?? '')
  return organic.some((link) => link.hasHeading) || organic.filter(({ element }) => isLiteResult(element)).length > 1
}

/** The obstacle that Google returned instead of results; null if nothing indicates one. */
function findObstacle(document: Document, response: ResultPageResponse, markers: PageMarkers): ResultPageStatus | null {
  const { pathname = '', hostname = '' } = URL.parse(response.finalUrl) ?? {}
  if (/(?:^|\/)sorry(?:\/|$)/.test(pathname) || response.status === 429 || markers.hasChallenge) return 'captcha'
  const asksConsent = /consent\.google\.[a-z.]+\/save/.test(document.source)
  const isConsentHost = /^consent\.(?:google|youtube)\./.test(hostname)
  if (isConsentHost || markers.hasConsentForm || (markers.hasDialog && asksConsent)) return 'consent'
  if (document.source.includes('emsg=SG_REL') || markers.asksForJavaScript) return 'js_shell'
  return null
}

// On some pages a script fills in the search box.
function searchedFor({ finalUrl }: ResultPageResponse): string {
  const url = URL.parse(finalUrl)
  return url?.pathname.endsWith('/search') ? (url.searchParams.get('q') ?? '') : ''
}

// The start or end of the sentence "No results found" in some interface languages (seen 2014–2026).
const nothingFound =
  /did not match any documents|no results found for|keine mit deiner suchanfrage|keine ergebnisse für|aucun document ne correspond|aucun résultat pour|no ha obtenido ningún resultado|no se han encontrado resultados|non ha prodotto risultati|nessun risultato trovato|não encontrou nenhum documento|nenhum resultado encontrado|komt niet overeen met|geen resultaten gevonden|ничего не найдено|не найдено ни одного|に一致する情報は見つかりません|와 일치하는 검색결과가 없습니다|找不到和您查询|找不到和您的查詢|找不到符合/iu
const maxNothingFoundLength = 300
const emphasisTags = new Set(['em', 'b'])
const tagsInSentence = new Set(['em', 'b', 'strong', 'i', 'span', 'bdi', 'mark', 'font'])
const isOutsideSentence = ({ name }: Element) => name === 'a' || name === 'form' || name === 'button'
/** The number of characters by which a text node may be longer than the query, for white space and quotation marks. */
const maxQuoteOverhead = 100
const maxSentenceOverhead = 1000
const maxEmphasisLevels = 8

/**
 * True if the page says that nothing was found: in known words, or in a sentence that quotes the query in any language, such as "Your search
 * - <em>query</em> - did not match any documents". If the page links to other sites, the query must be emphasized, as seen since 2014.
 */
function saysNothingFound(document: Document, query: string, { survey }: ParsedAds): boolean {
  const wanted = normalize(query)
  const hasNoLinks = survey.organic.length + survey.links.length === 0
  const isQuote = (node: AnyNode) =>
    isText(node) &&
    node.data.length <= maxQuoteOverhead + wanted.length &&
    normalize(node.data) === wanted &&
    tagsInSentence.has((node.parent as Element).name) &&
    closest(node, isOutsideSentence) === null
  return textLines(document.root).some(({ text, link, nodes }) => {
    const quotes = wanted === '' ? [] : nodes.filter(isQuote)
    const isSentence =
      quotes.length > 0 && text.length > wanted.length + 4 && text.length < wanted.length + maxSentenceOverhead
    if (quotes.some(isEmphasized) || (hasNoLinks && isSentence)) return true
    if (!hasNoLinks || link !== null || text.length > maxNothingFoundLength + wanted.length) return false
    if (nothingFound.test(text)) return true
    const line = cleanText(text.normalize('NFC')).toLowerCase()
    const quoted = [`"${wanted}"`, `“${wanted}”`, `„${wanted}“`, `«${wanted}»`, `「${wanted}」`, `- ${wanted} -`]
    return wanted !== '' && quoted.some((quote) => line.includes(quote) && line.length > quote.length + 4)
  })
}

function isEmphasized(quote: AnyNode): boolean {
  const around = elementsAround(quote.parent, maxEmphasisLevels)
  return emphasisTags.has(around[0]?.name ?? '') && around.some((one) => isHeading(one) || one.name === 'p')
}

function normalize(text: string): string {
  return cleanText(text.normalize('NFC').replace(/["“”„«»「」]/g, '')).toLowerCase()
}

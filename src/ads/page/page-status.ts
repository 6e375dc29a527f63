/** Classifies Google's response: results with or without ads, a captcha, a consent form, an empty shell or a refusal. */

import type { Element, ParentNode, Text } from 'domhandler'
import type { ResultPageStatus } from '../../contract/ads-reading.ts'
import type { Document } from '../../html/document.ts'
import { isElement, isText, textOf, walk } from '../../html/traverse.ts'
import { cleanText } from '../text/clean-text.ts'
import { isHeading } from './dom/headings.ts'
import { textLines } from './dom/text-lines.ts'
import type { ParsedAds } from './parse-ads.ts'

export interface ResultPageResponse {
  /** HTTP status. */
  status: number
  /** URL after redirects. */
  finalUrl: string
}

/** Looks for evidence of results first. A page without any evidence of its kind is `error`, never `no_ads`. */
export function classifyPage(document: Document, response: ResultPageResponse, parsed: ParsedAds): ResultPageStatus {
  if (parsed.unread.length > 0 || parsed.survey.isTruncated) return 'layout_changed'
  if (parsed.ads.length > 0) return 'ok'
  const markers = findMarkers(document)
  if (!markers.hasChallenge && hasResults(parsed)) return 'no_ads'
  if (!markers.hasChallenge && saysNothingFound(document, markers.query || searchedFor(response), parsed))
    return 'no_results'
  return findObstacle(document, response, markers) ?? (isRefusal(response.status) ? 'blocked' : 'error')
}

const isRefusal = (status: number) => status === 403 || status >= 500

// Before 2021 the form was sent to /s.
const consentAction = /^(?:https?:)?\/\/consent\.(?:google|youtube)\.[a-z.]+\/(?:save|s)\b/

/** Elements that only some kinds of pages have. */
interface PageMarkers {
  hasChallenge: boolean
  hasConsentForm: boolean
  hasDialog: boolean
  asksForJavaScript: boolean
  /** Value of the search box; empty if there isn't one. */
  query: string
}

function findMarkers(document: Document): PageMarkers {
  const markers: PageMarkers = {
    hasChallenge: false,
    hasConsentForm: false,
    hasDialog: false,
    asksForJavaScript: false,
    query: '',
  }
  walk(document.root, (node) => {
    if (!isElement(node)) return
    const { name, attribs } = node
    if (attribs.id === 'captcha-form' || 'data-sitekey' in attribs) markers.hasChallenge = true
    if (name === 'form' && consentAction.test(attribs.action ?? '')) markers.hasConsentForm = true
    if (attribs.role === 'dialog') markers.hasDialog = true
    if (/\/httpservice\/retry\/enablejs|enablejs\?/.test(`${attribs.href ?? ''}${attribs.content ?? ''}`))
      markers.asksForJavaScript = true
    const isSearchBox = (name === 'input' || name === 'textarea') && attribs.name === 'q'
    if (isSearchBox) markers.query ||= attribs.value ?? textOf(node)
  })
  return markers
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

// The start or end of the sentence, in some interface languages (seen 2014–2026).
const nothingFound =
  /did not match any documents|no results found for|keine mit deiner suchanfrage|keine ergebnisse für|aucun document ne correspond|aucun résultat pour|no ha obtenido ningún resultado|no se han encontrado resultados|non ha prodotto risultati|nessun risultato trovato|não encontrou nenhum documento|nenhum resultado encontrado|komt niet overeen met|geen resultaten gevonden|ничего не найдено|не найдено ни одного|に一致する情報は見つかりません|와 일치하는 검색결과가 없습니다|找不到和您查询|找不到和您的查詢|找不到符合/iu
const maxNothingFoundLength = 300

/** True if the page says that nothing was found, in known words or in a sentence that quotes the query. */
function saysNothingFound(document: Document, query: string, { survey }: ParsedAds): boolean {
  const wanted = normalize(query)
  if (wanted !== '' && quotesQuery(document, wanted)) return true
  if (survey.organic.length + survey.links.length > 0) return false
  return textLines(document.root).some(
    ({ text, link }) =>
      link === null && text.length <= maxNothingFoundLength + wanted.length && nothingFound.test(text),
  )
}

/** "Your search - <em>query</em> - did not match any documents": since 2014 the sentence emphasizes the query in every language. */
function quotesQuery(document: Document, wanted: string): boolean {
  let isFound = false
  walk(document.root, (node) => {
    if (isFound) return false
    if (isElement(node)) return !tagsWithoutSentence.has(node.name)
    if (!isText(node) || node.data.length > maxQuoteOverhead + wanted.length || normalize(node.data) !== wanted) return
    isFound = isEmphasized(node)
  })
  return isFound
}

const tagsWithoutSentence = new Set(['head', 'script', 'style', 'form', 'a', 'button', 'textarea'])
const emphasisTags = new Set(['em', 'b'])
/** How many characters longer than the query a text node may be, for white space and quotation marks. */
const maxQuoteOverhead = 100
const maxEmphasisLevels = 8

function isEmphasized(text: Text): boolean {
  if (!text.parent || !isElement(text.parent) || !emphasisTags.has(text.parent.name)) return false
  let above: ParentNode | null = text.parent
  for (let level = 0; level < maxEmphasisLevels && above; level++, above = above.parent) {
    if (isElement(above) && (isHeading(above) || above.name === 'p')) return true
  }
  return false
}

function normalize(text: string): string {
  return cleanText(text.normalize('NFC').replace(/["“”„«»「」]/g, '')).toLowerCase()
}

/** What page did Google send: results, none, a captcha, a consent form, a shell that needs scripts, or a refusal? */

import type { Element, ParentNode, Text } from 'domhandler'
import type { Document } from '../../document/document.ts'
import { isElement, isText, textOf, walk } from '../../document/traverse.ts'
import type { PageStatus } from '../ad.ts'
import { clean } from '../shapes.ts'
import { isHeading } from './dom/headings.ts'
import { isLarge } from './dom/size-limits.ts'
import type { ParsedPage } from './parse-ads.ts'

export interface Answer {
  /** HTTP status. */
  status: number
  /** Address after redirects. */
  finalUrl: string
}

/** Judges a page, evidence of results first. Without any evidence it is `error`, never "no ads". */
export function classify(document: Document, answer: Answer, parsed: ParsedPage): PageStatus {
  if (parsed.unread > 0) return 'layout_changed'
  if (parsed.ads.length > 0) return 'ok'
  const signs = signsOf(document)
  if (!signs.hasChallenge && hasResults(parsed)) return 'no_ads'
  if (!signs.hasChallenge && saysNothingFound(document, signs.query, parsed)) return 'no_results'
  return obstacleOf(document, answer, signs) ?? (answer.status === 403 || answer.status >= 500 ? 'blocked' : 'error')
}

// Before 2021 the form went to /s.
const consentForm = /^(?:https?:)?\/\/consent\.(?:google|youtube)\.[a-z.]+\/(?:save|s)\b/

interface Signs {
  hasChallenge: boolean
  hasConsentForm: boolean
  hasDialog: boolean
  asksForScripts: boolean
  /** What stands in the search box. */
  query: string
}

function obstacleOf(document: Document, answer: Answer, signs: Signs): PageStatus | null {
  const path = URL.parse(answer.finalUrl)?.pathname ?? ''
  if (/(?:^|\/)sorry(?:\/|$)/.test(path) || answer.status === 429 || signs.hasChallenge) return 'captcha'
  const asksConsent = /consent\.google\.[a-z.]+\/save/.test(document.source)
  const isConsentHost = /^consent\.(?:google|youtube)\./.test(URL.parse(answer.finalUrl)?.hostname ?? '')
  if (isConsentHost || signs.hasConsentForm || (signs.hasDialog && asksConsent)) return 'consent'
  if (document.source.includes('emsg=SG_REL') || signs.asksForScripts) return 'js_shell'
  return null
}

function hasResults({ survey }: ParsedPage): boolean {
  const { organic } = survey
  return (
    organic.some((one) => one.hasHeading) ||
    organic.filter((one) => /^\/url\?/.test(one.element.attribs.href ?? '')).length > 1
  )
}

function signsOf(document: Document): Signs {
  const signs: Signs = {
    hasChallenge: false,
    hasConsentForm: false,
    hasDialog: false,
    asksForScripts: false,
    query: '',
  }
  walk(document.root, (node) => {
    if (!isElement(node)) return
    const { name, attribs } = node
    if (attribs.id === 'captcha-form' || 'data-sitekey' in attribs || isImageChallenge(node)) signs.hasChallenge = true
    if (name === 'form' && consentForm.test(attribs.action ?? '')) signs.hasConsentForm = true
    if (attribs.role === 'dialog') signs.hasDialog = true
    if (/\/httpservice\/retry\/enablejs|enablejs\?/.test(`${attribs.href ?? ''}${attribs.content ?? ''}`))
      signs.asksForScripts = true
    if ((name === 'input' || name === 'textarea') && attribs.name === 'q') signs.query ||= attribs.value ?? textOf(node)
  })
  return signs
}

// Until about 2018 the captcha was an image below /sorry/ and a form to CaptchaRedirect.
function isImageChallenge({ name, attribs }: Element): boolean {
  if (name === 'form') return /(?:^|\/)CaptchaRedirect\b/i.test(attribs.action ?? '')
  return name === 'img' && /(?:^|\/)sorry\/image\b/.test(attribs.src ?? '')
}

// "Your search - <em>query</em> - did not match any documents": in every language the sentence quotes the query. Where a
// page leads to nobody's site any sentence will do, else it must be set apart as Google has done since 2014.
function saysNothingFound(document: Document, query: string, { survey }: ParsedPage): boolean {
  const wanted = plain(query)
  if (wanted === '') return false
  const leadsNowhere = survey.organic.length + survey.links.length === 0
  let found = false
  walk(document.root, (node) => {
    if (found) return false
    if (isElement(node)) return !unquoted.has(node.name)
    if (!isText(node) || node.data.length > maxQuote + wanted.length || plain(node.data) !== wanted) return
    found = isEmphasized(node) || (leadsNowhere && isInSentence(node, wanted))
  })
  return found
}

const unquoted = new Set(['head', 'script', 'style', 'form', 'a', 'button', 'textarea'])
const emphasis = new Set(['em', 'b'])
const inSentence = new Set(['em', 'b', 'strong', 'i', 'span', 'bdi', 'mark', 'font'])
const maxQuote = 100
const maxSentence = 1000

function isEmphasized(text: Text): boolean {
  if (!text.parent || !isElement(text.parent) || !emphasis.has(text.parent.name)) return false
  let above: ParentNode | null = text.parent
  for (let level = 0; level < 8 && above; level++, above = above.parent) {
    if (isElement(above) && (isHeading(above) || above.name === 'p')) return true
  }
  return false
}

function isInSentence(text: Text, quote: string): boolean {
  let sentence: ParentNode | null = text.parent
  while (sentence && isElement(sentence) && inSentence.has(sentence.name)) sentence = sentence.parent
  if (!sentence || isLarge(sentence) || sentence === text.parent) return false
  const { length } = plain(textOf(sentence))
  return length > quote.length + 4 && length < quote.length + maxSentence
}

function plain(text: string): string {
  return clean(text.normalize('NFC').replace(/["“”„«»「」]/g, '')).toLowerCase()
}

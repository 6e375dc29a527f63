/** What page did Google send: results, none, a captcha, a consent form, a shell that needs scripts, or a refusal? */

import type { Document } from '../document/parse.ts'
import { isElement, textOf, walk } from '../document/traverse.ts'
import type { PageStatus } from './ad.ts'
import type { ParsedPage } from './parse.ts'
import { isHeading } from './survey.ts'

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
  if (!signs.hasChallenge && signs.saysNothingFound) return 'no_results'
  return obstacleOf(document, answer, signs) ?? (answer.status === 403 || answer.status >= 500 ? 'blocked' : 'error')
}

interface Signs {
  hasChallenge: boolean
  hasConsentForm: boolean
  hasDialog: boolean
  asksForScripts: boolean
  saysNothingFound: boolean
}

function obstacleOf(document: Document, answer: Answer, signs: Signs): PageStatus | null {
  const path = URL.parse(answer.finalUrl)?.pathname ?? ''
  if (/(?:^|\/)sorry(?:\/|$)/.test(path) || answer.status === 429 || signs.hasChallenge) return 'captcha'
  const asksConsent = /consent\.google\.[a-z.]+\/save/.test(document.source)
  const isConsentHost = /^consent\.google\./.test(URL.parse(answer.finalUrl)?.hostname ?? '')
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
    saysNothingFound: false,
  }
  let query = ''
  const quotes: string[] = []
  walk(document.root, (node) => {
    if (!isElement(node)) return
    const { name, attribs } = node
    if (attribs.id === 'captcha-form' || 'data-sitekey' in attribs) signs.hasChallenge = true
    if (name === 'form' && /consent\.google\.[a-z.]+\/save/.test(attribs.action ?? '')) signs.hasConsentForm = true
    if (attribs.role === 'dialog') signs.hasDialog = true
    if (/\/httpservice\/retry\/enablejs|enablejs\?/.test(`${attribs.href ?? ''}${attribs.content ?? ''}`))
      signs.asksForScripts = true
    if ((name === 'input' || name === 'textarea') && attribs.name === 'q') query ||= attribs.value ?? textOf(node)
    if ((name === 'em' || name === 'b') && quotesQuery(node)) quotes.push(textOf(node))
  })
  signs.saysNothingFound = query !== '' && quotes.some((quote) => sameQuery(quote, query))
  return signs
}

// "Your search - <em>query</em> - did not match any documents": in every language the sentence quotes the query.
function quotesQuery(node: Parameters<typeof textOf>[0]): boolean {
  for (let above = node.parent, level = 0; above && level < 4; above = above.parent, level++) {
    if (isElement(above) && (isHeading(above) || above.name === 'p')) return true
  }
  return false
}

function sameQuery(quote: string, query: string): boolean {
  const plain = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
  return plain(quote) === plain(query)
}

/** Recognizes pages that were served with 2xx instead of the requested page: sign-in pages, consent pages, errors. */

import type { SoftFailureCode } from '../../contract/warning.ts'
import type { Page } from '../../page/page.ts'
import { countWords } from '../count-words.ts'
import type { Document } from '../document.ts'
import { readMarkup } from '../recognize/page-signals.ts'
import { childTextContent } from '../traverse.ts'
import type { PageView } from '../visibility/page-view.ts'
import { type CandidatePart, compareUrls, readCandidate, titleParts } from './candidate.ts'
import { type FailureEvidence, failureRules, hasPassword, says, totalWords } from './rules.ts'
import { failureWords } from './words.ts'

const { missingHeading, signInHeading, consentHeading, age, forSale, maintenanceHeading, failedHeading, elsewhere } =
  failureWords
const hints = [
  ...[/(?<!\d)[45]\d\d(?!\d)/, missingHeading, signInHeading, consentHeading, age, forSale, maintenanceHeading],
  ...[failedHeading, elsewhere],
]
const maxHeadingWords = 20

/**
 * True if the title or the final URL hints at a failure. A page with a lot of text and no such hint is a real page and isn't examined
 * further. Uses only the page's URLs and the beginning of its tree.
 */
export function mayHaveFailed(document: Document, { url, finalUrl }: Pick<Page, 'url' | 'finalUrl'>): boolean {
  const isHinted = titleParts(document).some((part) => hints.some((hint) => hint.test(part)))
  if (!isHinted && url === finalUrl) return false
  const urls = compareUrls(url, finalUrl)
  return urls !== null && (isHinted || urls.leadsTo.size > 0)
}

/** A page with longer frames has content, even if they are in its footer. */
const maxFramedChars = 5000

/**
 * Returns the code of the warning. Null if the page has more than 150 words or 40 links outside its navigation and footer. Also null if the
 * requested URL itself names the failure, or if there aren't two independent signs.
 */
export function findSoftFailure(document: Document, page: Page, view: PageView): SoftFailureCode | null {
  if (page.status < 200 || page.status > 299 || document.framedChars > maxFramedChars) return null
  if (document.hasMuchText && !mayHaveFailed(document, page)) return null
  const urls = compareUrls(page.url, page.finalUrl)
  if (urls === null) return null
  const candidate = readCandidate(document, view)
  if (candidate === null) return null
  const ofKind = (kind: CandidatePart['kind']) => candidate.parts.filter((part) => part.kind === kind)
  const texts = ofKind('text')
  const headings = ofKind('heading').filter(({ element }, n) => n < 2 || element.name === 'h1')
  const title = titleParts(document)
  const named = totalWords(headings) > 2 ? headings : [...headings, ...texts.slice(0, 2)]
  const statements = [...title, ...named.flatMap(({ words, text }) => (words <= maxHeadingWords ? text : []))]
  const evidence: FailureEvidence = {
    ...{ ...urls, ...candidate, title, statements, texts, controls: ofKind('control') },
    markup: readMarkup(document).markup.toLowerCase(),
    isNoindex: metas(document).some(([name, content]) => name === 'robots' && /noindex|none/.test(content)),
    hasOwnSubject: hasOwnSubject(document),
  }
  const failure = failureRules.find(({ claim, support }) => claim(evidence) && support.some((test) => test(evidence)))
  const isOutsideText = evidence.isNoindex || urls.leadsTo.size > 0 || hasPassword(evidence)
  if (failure === undefined || failure.code === 'parked_domain' || isOutsideText) return failure?.code ?? null
  // Consent pages name prices and have their own wording.
  const isConsent = failure.code === 'consent_page'
  const isReal =
    ((!isConsent || says(age)(evidence)) && candidate.parts.some(({ text }) => particulars.test(text))) ||
    (!isConsent && !says(failureWords.missing)(evidence) && hasOtherTopic(texts))
  return isReal ? null : failure.code
}

/** Matches a date without a time of day, a price, a telephone number or a street, which real pages often contain and failures don't. */
const particulars =
  /(?<![\d.:/-])(?:\d{1,2}[./]\d{1,2}[./](?:20)?\d\d|\d{1,2}\.? \p{L}{3,10} 20\d\d|20\d\d-\d\d-\d\d|\p{L}{3,10} \d{1,2}, 20\d\d)(?![\d.:/-]| ?t?\d\d?:\d)|[$€£¥] ?\d|\d ?(?:€|eur|usd|chf)(?!\p{L})|(?:\+|\(0|(?<!\d)0)[1-9]\d{1,4}[ )/-]{1,2}\d[\d -]{4,}|\p{L}(?:straße|strasse|str\.) \d|\d \p{L}+ (?:street|road|avenue|lane)(?!\p{L})/u

const failureTopics = [
  ...(['missing', 'moved', 'signIn', 'mustSignIn', 'consent', 'age', 'onSale', 'later', 'site', 'ask'] as const),
  ...(['technical', 'failed', 'elsewhere', 'ownDomain', 'taken', 'maintenanceHeading', 'welcomeText'] as const),
  'explanation' as const,
].map((name) => failureWords[name])
const minOtherWords = 6
const minOtherShare = 0.25

/** True if the text has more clauses unrelated to failures than a failure page may have. */
function hasOtherTopic(texts: readonly CandidatePart[]): boolean {
  let [all, other] = [0, 0]
  for (const clause of texts.flatMap(({ text }) => text.split(/(?<=[.!?。,;])\s*/))) {
    const words = countWords(clause)
    all += words
    if (!failureTopics.some((topic) => topic.test(clause))) other += words
  }
  return other >= minOtherWords && other >= minOtherShare * all
}

function metas({ elements }: Document): [name: string, content: string][] {
  return elements
    .named('meta')
    .map(({ attribs }) => [
      (attribs.name ?? attribs.property ?? '').toLowerCase(),
      (attribs.content ?? '').toLowerCase(),
    ])
}

const statesSubject =
  /"@type"\s{0,9}:\s{0,9}\[?\s{0,9}"(?:\w*article|\w*posting|product|recipe|event|book|movie|musicrecording|musicalbum|videoobject|faqpage|howto|place|restaurant|localbusiness|person|course|qapage|softwareapplication)"/i

function hasOwnSubject(document: Document): boolean {
  const { elements } = document
  return (
    [1, 2].includes(elements.named('time').length) ||
    elements
      .having('itemprop')
      .some(({ attribs }) => /^(?:price|author|datePublished|articleBody)$/.test(attribs.itemprop ?? '')) ||
    metas(document).some(
      ([name, content]) =>
        /^(?:article:published_time|product:price:amount|author)$/.test(name) ||
        (name === 'og:type' && /^(?:article|product|book|music|video|profile|recipe)/.test(content)),
    ) ||
    elements
      .named('script')
      .some((script) => /ld\+json/i.test(script.attribs.type ?? '') && statesSubject.test(childTextContent(script)))
  )
}

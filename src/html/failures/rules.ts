/**
 * Rules for pages served with 2xx instead of the requested page, and the signs that they combine: words in titles, headings and controls, as
 * well as forms, markup and URLs. Written on 2026-11-27 based on pages from common servers and sites.
 */

import type { Element } from 'domhandler'
import type { SoftFailureCode } from '../../contract/warning.ts'
import { closest } from '../traverse.ts'
import type { Candidate, CandidatePart, UrlPair, UrlPurpose } from './candidate.ts'
import { failureWords as say } from './words.ts'

export interface FailureEvidence extends Candidate, UrlPair {
  /** The title, split at its separators. */
  title: readonly string[]
  /** The parts of the title, and the headings. If the page has no headings, its first pieces of text. */
  statements: readonly string[]
  controls: readonly CandidatePart[]
  /** Everything else that a visitor reads. */
  texts: readonly CandidatePart[]
  /** Ids, classes, sources and targets, one per line. */
  markup: string
  isNoindex: boolean
  /** True if the page states a date, an author, a price or its type, as articles and products do. */
  hasOwnSubject: boolean
}

const instructive =
  /^(?:how|why|what|when|guide|fix|about|using|understanding|designing|comment|pourquoi|wie|warum|was|come|perche|como|por que|hoe|waarom|wat|jak|dlaczego|co|hur|hvordan|hvorfor|miten|как|почему|что|nasil|neden) |^(?:如何|什么|怎么|為什麼)|how to|tutorial|guide|(?<!\.)example|template|meaning|definition|explained|lyrics|\b(?:song|album|film|novel|band|book|game)\b|wikipedia|best practice|とは|方法|使い方|是什么|怎么办|이란|방법|طريقة|nedir/u
const policy =
  /polic|richtlinie|erklarung|politique|politica|beleid|polityk|politik|zasady|terms|правил|политик|ポリシー|政策|방침|سياسة|charte/

type Sign = (page: FailureEvidence) => boolean

/** Turns a test into a function that creates a sign for a pattern or another value. */
const signOf =
  <Value>(test: (page: FailureEvidence, value: Value) => boolean) =>
  (value: Value): Sign =>
  (page) =>
    test(page, value)
const all =
  (...signs: readonly Sign[]): Sign =>
  (page) =>
    signs.every((sign) => sign(page))
const any =
  (...signs: readonly Sign[]): Sign =>
  (page) =>
    signs.some((sign) => sign(page))
const not = signOf((page, sign: Sign) => !sign(page))

const isInstructive: Sign = ({ statements }) => statements.some((text) => instructive.test(text))
/** True if the title or a heading matches. */
export const says = signOf(({ statements }, pattern: RegExp) => statements.some((text) => pattern.test(text)))
/** True if the title or a heading matches, and the page doesn't explain how to do something. */
const named = (pattern: RegExp): Sign => all(says(pattern), not(isInstructive))
const inTitle = signOf(
  ({ title }, pattern: RegExp) =>
    title.some((part) => pattern.test(part)) && !title.some((part) => instructive.test(part)),
)
const inText = signOf(({ parts }, pattern: RegExp) => parts.some(({ text }) => pattern.test(text)))
const inControl = signOf(({ controls }, pattern: RegExp) => controls.some(({ text }) => pattern.test(text)))
const inMarkup = signOf(({ markup }, pattern: RegExp) => pattern.test(markup))
const firstTexts = signOf(({ parts }, pattern: RegExp) => {
  const [one, two, three] = parts.filter(({ kind }) => kind !== 'control')
  return [one, two, three].some((part) => part && pattern.test(part.text) && !instructive.test(part.text))
})
/** Creates a sign for a pattern that matches anywhere except in the title and headings that `claimed` matches. */
const elsewhereThan =
  (claimed: RegExp, pattern: RegExp): Sign =>
  ({ statements, parts }) => {
    const claims = statements.filter((text) => claimed.test(text))
    return parts.some(({ text }) => !claims.includes(text) && pattern.test(text))
  }
/** True if the page has at most three words of text apart from what matches `claimed`. */
const isBare = signOf(({ texts }, claimed: RegExp) => totalWords(texts.filter(({ text }) => !claimed.test(text))) <= 3)
const hasFewWords = signOf(({ words }, max: number) => words <= max)
const leadsTo = signOf(({ leadsTo }, purpose: UrlPurpose) => leadsTo.has(purpose))
const isNoindex: Sign = ({ isNoindex }) => isNoindex
const hasOwnSubject: Sign = ({ hasOwnSubject }) => hasOwnSubject

const maxWordsOfTitle = 6
const isPolicy: Sign = ({ statements }) =>
  statements.some((text) => policy.test(text) && text.split(' ').length <= maxWordsOfTitle)
/** True if a title or heading begins with a domain other than the requested one. */
const offersOtherDomain: Sign = ({ statements, site }) =>
  statements.some((text) => /^[a-z0-9-]+(?:\.[a-z]{2,})+(?![a-z.])/.test(text) && !text.includes(site))
const namesDomain: Sign = ({ site, parts, title }) =>
  site.includes('.') && [...title, ...parts.map(({ text }) => text)].some((text) => text.includes(site))
/** True if the page names the requested domain and then says that it is for sale. */
const sellsDomain: Sign = ({ site, parts, title }) =>
  [...title, ...parts.map(({ text }) => text)].some((text) => {
    const at = text.indexOf(site)
    return at >= 0 && say.onSale.test(text.slice(at + site.length, at + site.length + 60))
  })

export const hasPassword: Sign = ({ fields }) =>
  fields.some(({ attribs }) => attribs.type?.toLowerCase() === 'password')
/** True if there is a field for an email address, user name or number, and a button to sign in. Event registrations have more fields. */
const asksWho: Sign = (page) => {
  const texts = page.fields.filter(({ attribs }) => /^(?:|text|email|tel)$/i.test(attribs.type ?? ''))
  return (
    texts.length === 1 && inControl(signInControl)(page) && !inText(/newsletter|mailing list|infolettre|рассылк/)(page)
  )
}
const signInControl = new RegExp(
  `${say.signIn.source}|^(?:continue|next|weiter|suivant|continuer|siguiente|continuar|avanti|continua|proximo|volgende|dalej|nasta|neste|naeste|seuraava|dalsi|tovabb|далее|продолжить|devam|ileri|次へ|続行|下一步|继续|다음|계속|التالي)`,
)
const identityProvider =
  /(?<![a-z])(?:google|apple|facebook|microsoft|github|gitlab|linkedin|twitter|okta|azure|sso|saml|passkey|shibboleth|line|kakao|naver|wechat|weibo|franceconnect|bankid|vk|itsme|spid|mitid|smart-id|微信|支付宝|微博|카카오|네이버|госуслуги|яндекс)(?![a-z])/
const offersProvider: Sign = ({ controls }) =>
  controls.some(
    ({ text, words }) =>
      words <= 8 &&
      identityProvider.test(text) &&
      (say.signIn.test(text) ||
        /(?<![a-z])(?:with|using|via|mit|avec|con|com|met|med|przez|prostrednictvim|ile)(?![a-z])|через|で|使用|通过|로|باستخدام|עם/.test(
          text,
        )),
  )
export const totalWords = (parts: readonly CandidatePart[]) => parts.reduce((sum, { words }) => sum + words, 0)

const isWithin = (element: Element, around: Element) => closest(element, (above) => above === around) !== null

/** A bare "yes", as an answer to a question about the visitor's age. */
const plainYes = /^(?:yes|ja|oui|si|sim|tak|ano|igen|da|да|так|evet|はい|是|예|네|نعم|כן)[.!]?$/

/** True if the buttons to accept and to refuse are in an element that contains all but a few words of the page. */
const isGate = signOf((page, claim: RegExp) => {
  const short = page.controls.filter(({ words }) => words <= 12)
  const yes = short.find(({ text }) => say.accept.test(text) && (claim === say.age || !plainYes.test(text)))
  const no = short.find(({ text, element }) => element !== yes?.element && say.refuse.test(text))
  const about = page.parts.find((part) => part !== yes && part !== no && claim.test(part.text))
  const [first, ...others] = [yes, no, about].flatMap((part) => part?.element ?? [])
  if (!yes || !first || others.length === 0) return false
  const container = closest(first, (around) => others.every((element) => isWithin(element, around)))
  if (container === null) return false
  const outside = page.parts.filter(({ kind, element }) => kind !== 'control' && !isWithin(element, container))
  // A heading outside that element is the site's name, unless there is also text outside it.
  return totalWords(outside) <= 12 && new Set(outside.map(({ kind }) => kind)).size <= 1
})
const asksForBirth: Sign = ({ fields, controls }) =>
  fields.some(
    ({ attribs, name }) =>
      /birth|dob|day|month|year|age|jahr|annee|ano/i.test(`${attribs.name} ${attribs.id}`) ||
      name === 'select' ||
      attribs.type === 'date',
  ) && controls.length <= 4

/** A comment on each rule says why no real page has its signs. */
interface FailureRule {
  code: SoftFailureCode
  /** The first sign, which names the failure. */
  claim: Sign
  /** Other signs, independent of the first. One of them is enough. */
  support: readonly Sign[]
}

export const failureRules: readonly FailureRule[] = [
  {
    // Its scripts or forms come from a domain-parking service, and it only shows search links or offers the domain for sale.
    code: 'parked_domain',
    claim: inMarkup(say.parkingHosts),
    support: [
      inText(say.forSale),
      inTitle(say.forSale),
      namesDomain,
      isNoindex,
      inText(/related (?:searches|links)|sponsored listings/),
      all(hasFewWords(5), inMarkup(/["'/]lander/)),
    ],
  },
  {
    // It offers the requested domain for sale.
    code: 'parked_domain',
    claim: all(any(inText(say.forSale), inTitle(say.forSale)), not(isInstructive), not(offersOtherDomain)),
    support: [namesDomain, all(isNoindex, hasFewWords(100)), all(inText(say.ownDomain), hasFewWords(80))],
  },
  {
    // It only says that the requested domain is registered or parked.
    code: 'parked_domain',
    claim: all(any(inText(say.taken), inTitle(say.taken)), hasFewWords(80), not(isInstructive), not(offersOtherDomain)),
    support: [namesDomain, inText(say.ownDomain), inText(say.welcomeText)],
  },
  {
    // One sentence offers the requested domain for sale, and there is hardly anything else.
    code: 'parked_domain',
    claim: sellsDomain,
    support: [isNoindex, hasFewWords(80)],
  },
  {
    // Web servers show it until they are set up.
    code: 'error_page',
    claim: named(say.welcome),
    support: [
      elsewhereThan(say.welcome, say.welcomeText),
      all(inText(/^it works!?$/), hasFewWords(3)),
      inMarkup(/iisstart|go\.microsoft\.com\/fwlink|iis-8/),
    ],
  },
  {
    // Both the final URL and the page are about consent.
    code: 'consent_page',
    claim: leadsTo('consent'),
    support: [named(say.consentHeading), named(say.age), all(inText(say.consent), inControl(say.accept))],
  },
  {
    // Only the consent prompt is visible. A banner would leave the page visible.
    code: 'consent_page',
    claim: all(any(named(say.consentHeading), firstTexts(say.consent)), not(isPolicy)),
    support: [isGate(say.consent)],
  },
  {
    // Only the question about the visitor's age is visible.
    code: 'consent_page',
    claim: any(says(say.age), firstTexts(say.age)),
    support: [all(isGate(say.age), inControl(say.refuse)), asksForBirth],
  },
  {
    // It says that it is for signing in, and lets visitors do so.
    code: 'login_page',
    claim: named(say.signInHeading),
    support: [
      hasPassword,
      leadsTo('signIn'),
      asksWho,
      offersProvider,
      elsewhereThan(say.signInHeading, say.mustSignIn),
    ],
  },
  {
    // Both the final URL and the page are for signing in.
    code: 'login_page',
    claim: leadsTo('signIn'),
    support: [hasPassword, asksWho, offersProvider, inText(say.mustSignIn)],
  },
  {
    // It says that visitors from this region cannot see the page.
    code: 'error_page',
    claim: all(any(named(say.elsewhere), firstTexts(say.elsewhere)), not(hasOwnSubject)),
    support: [hasFewWords(70), isNoindex, inText(/(?<!\d)451(?!\d)|gdpr|vpn|licen[sc]|legal|rights/)],
  },
  {
    // The site says that it is down and will be back.
    code: 'error_page',
    claim: all(named(say.maintenanceHeading), not(hasOwnSubject)),
    support: [
      all(inText(say.later), inText(say.site)),
      elsewhereThan(say.maintenanceHeading, say.failed),
      leadsTo('error'),
      isNoindex,
    ],
  },
  {
    // Its title or heading says that nothing was found, and another part explains why or links back.
    code: 'not_found_page',
    claim: all(named(say.missingClaim), not(hasOwnSubject), not(inText(say.explanation))),
    support: [
      elsewhereThan(say.missingClaim, say.missing),
      elsewhereThan(say.missingClaim, say.moved),
      all(inText(/(?<!\d)(?:404|410)(?!\d)/), named(say.missingHeading)),
      ...[isNoindex, leadsTo('error'), isBare(say.missingClaim)],
    ],
  },
  {
    // Its title or heading reports an error, and another part apologizes or has technical details.
    code: 'error_page',
    claim: all(named(say.failedClaim), not(hasOwnSubject), not(inText(say.explanation))),
    support: [
      inText(say.later),
      inText(say.ask),
      elsewhereThan(say.failedClaim, say.technical),
      elsewhereThan(say.failedClaim, say.failed),
      isNoindex,
      leadsTo('error'),
      isBare(say.failedClaim),
      all(says(say.statusLine), hasFewWords(25), ({ links }) => links.length === 0),
    ],
  },
  {
    // Its markup and status code are those of Cloudflare's error pages.
    code: 'error_page',
    claim: inMarkup(/cf-error-details|cf-wrapper|cdn-cgi\/styles\/(?:main|cf\.errors)/),
    support: [({ title }) => title.some((part) => /\b[45]\d\d\b/.test(part)), inText(/ray id|error code \d/)],
  },
  {
    // A program printed an error message instead of a page.
    code: 'error_page',
    claim: all(
      firstTexts(
        /^(?:php )?(?:fatal|parse|uncaught) error|^(?:fatal error|warning|parse error): |^traceback \(most recent|^error: (?:connect|cannot|could not|unable)|(?:client|server)-side exception|uncaught (?:\w+)?(?:error|exception)|sqlstate\[|^exception in thread|^could not connect to|^unable to connect/,
      ),
      not(hasOwnSubject),
    ),
    support: [inText(/stack trace|on line \d|in \/|file "|\.php|\.py|at [\w.]+\(|#0 /), hasFewWords(40)],
  },
]

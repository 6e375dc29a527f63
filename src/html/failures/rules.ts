/** Rules for pages that are served with 2xx instead of the requested one. Written on 2026-11-27 from pages of common servers and sites. */

import type { SoftFailureCode } from '../../contract/warning.ts'
import {
  all,
  any,
  asksForBirth,
  asksWho,
  elsewhereThan,
  excuse,
  explanation,
  type FailureEvidence,
  failedClaim,
  firstTexts,
  hasFewWords,
  hasOwnSubject,
  hasPassword,
  inControl,
  inMarkup,
  inText,
  inTitle,
  isBare,
  isForm,
  isGate,
  isInstructive,
  isNoindex,
  isPolicy,
  leadsTo,
  missingClaim,
  named,
  namesDomain,
  not,
  offersOtherDomain,
  offersProvider,
  parkingHosts,
  says,
  saysTwice,
  sellsDomain,
  statusLine,
  technical,
  welcome,
  welcomeText,
} from './signs.ts'
import { failureWords as say } from './words.ts'

interface FailureRule {
  code: SoftFailureCode
  name: string
  /** Why no real page has these signs. */
  reason: string
  /** The first sign, which names the failure. */
  claim(page: FailureEvidence): boolean
  /** Other signs, independent of the first. One is enough. */
  support: readonly ((page: FailureEvidence) => boolean)[]
}

export const failureRules: readonly FailureRule[] = [
  {
    code: 'parked_domain',
    name: 'parking service',
    reason: 'Its scripts or forms are from a service for unused domains, and it offers only the domain or searches',
    claim: inMarkup(parkingHosts),
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
    code: 'parked_domain',
    name: 'domain for sale',
    reason: 'It offers the very domain that was requested',
    claim: all(any(inText(say.forSale), inTitle(say.forSale)), not(isInstructive), not(offersOtherDomain)),
    support: [namesDomain, all(isNoindex, hasFewWords(100)), all(inText(say.ownDomain), hasFewWords(80))],
  },
  {
    code: 'parked_domain',
    name: 'registered domain without a site',
    reason: 'It says only that the very domain that was requested is registered or parked',
    claim: all(any(inText(say.taken), inTitle(say.taken)), hasFewWords(80), not(isInstructive), not(offersOtherDomain)),
    support: [namesDomain, inText(say.ownDomain), inText(welcomeText)],
  },
  {
    code: 'parked_domain',
    name: 'named domain for sale',
    reason: 'A sentence about the requested domain says so, and there is hardly anything else',
    claim: sellsDomain,
    support: [isNoindex, hasFewWords(80)],
  },
  {
    code: 'error_page',
    name: 'server welcome page',
    reason: 'Servers show it until they are set up',
    claim: named(welcome),
    support: [
      elsewhereThan(welcome, welcomeText),
      all(inText(/^it works!?$/), hasFewWords(3)),
      inMarkup(/iisstart|go\.microsoft\.com\/fwlink|iis-8/),
    ],
  },
  {
    code: 'consent_page',
    name: 'redirect to consent',
    reason: 'The URL that answered is about consent, and so is the page',
    claim: leadsTo('consent'),
    support: [named(say.consentHeading), named(say.age), all(inText(say.consent), inControl(say.accept))],
  },
  {
    code: 'consent_page',
    name: 'consent wall',
    reason: 'Nothing but the question for consent is visible. A banner has the page around it',
    claim: all(any(named(say.consentHeading), firstTexts(say.consent)), not(isPolicy)),
    support: [isGate(say.consent)],
  },
  {
    code: 'consent_page',
    name: 'age gate',
    reason: 'Nothing but the question for the age is visible',
    claim: any(says(say.age), firstTexts(say.age)),
    support: [all(isGate(say.age), inControl(say.refuse)), asksForBirth],
  },
  {
    code: 'login_page',
    name: 'sign-in page',
    reason: 'It says that it is for signing in, and has the means to',
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
    code: 'login_page',
    name: 'redirect to sign-in',
    reason: 'The URL that answered is for signing in, and so is the page',
    claim: leadsTo('signIn'),
    support: [hasPassword, asksWho, offersProvider, inText(say.mustSignIn)],
  },
  {
    code: 'login_page',
    name: 'form for a password',
    reason: 'Nothing but the form is visible',
    claim: all(isForm, not(hasOwnSubject)),
    support: [inControl(say.signIn)],
  },
  {
    code: 'login_page',
    name: 'members only',
    reason: 'Its first words ask to sign in, and it leads there',
    claim: all(
      firstTexts(say.mustSignIn),
      not(hasOwnSubject),
      hasFewWords(80),
      not(firstTexts(/comment|reply|kommentar|coment|коммент|コメント|评论|댓글/)),
    ),
    support: [hasPassword, asksWho, inControl(say.signIn)],
  },
  {
    code: 'error_page',
    name: 'region block',
    reason: 'It says that visitors from here may not see the page',
    claim: all(any(named(say.elsewhere), firstTexts(say.elsewhere)), not(hasOwnSubject)),
    support: [hasFewWords(70), isNoindex, inText(/(?<!\d)451(?!\d)|gdpr|vpn|licen[sc]|legal|rights/)],
  },
  {
    code: 'error_page',
    name: 'maintenance',
    reason: 'The site says that it is down and will be back',
    claim: all(named(say.maintenanceHeading), not(hasOwnSubject)),
    support: [
      all(inText(say.later), inText(say.site)),
      elsewhereThan(say.maintenanceHeading, say.failed),
      leadsTo('error'),
      isNoindex,
    ],
  },
  {
    code: 'not_found_page',
    name: 'missing page',
    reason: 'Its title or heading says so, and another part explains it or leads back',
    claim: all(named(missingClaim), not(hasOwnSubject), not(inText(explanation))),
    support: [
      elsewhereThan(missingClaim, say.missing),
      elsewhereThan(missingClaim, say.moved),
      all(inText(/(?<!\d)(?:404|410)(?!\d)/), named(say.missingHeading)),
      ...[isNoindex, leadsTo('error'), isBare(missingClaim), saysTwice(missingClaim)],
    ],
  },
  {
    code: 'error_page',
    name: 'failure of a server',
    reason: 'Its title or heading says so, and another part excuses it or has technical details',
    claim: all(named(failedClaim), not(hasOwnSubject), not(inText(explanation))),
    support: [
      excuse,
      elsewhereThan(failedClaim, technical),
      elsewhereThan(failedClaim, say.failed),
      isNoindex,
      leadsTo('error'),
      isBare(failedClaim),
      all(says(statusLine), hasFewWords(25), ({ links }) => links.length === 0),
      saysTwice(failedClaim),
    ],
  },
  {
    code: 'error_page',
    name: 'Cloudflare error',
    reason: 'The markup and the number are those of its error pages',
    claim: inMarkup(/cf-error-details|cf-wrapper|cdn-cgi\/styles\/(?:main|cf\.errors)/),
    support: [({ title }) => title.some((part) => /\b[45]\d\d\b/.test(part)), inText(/ray id|error code \d/)],
  },
  {
    code: 'error_page',
    name: 'crash',
    reason: 'A program printed its failure instead of a page',
    claim: all(
      firstTexts(
        /^(?:php )?(?:fatal|parse|uncaught) error|^(?:fatal error|warning|parse error): |^traceback \(most recent|^error: (?:connect|cannot|could not|unable)|(?:client|server)-side exception|uncaught (?:\w+)?(?:error|exception)|sqlstate\[|^exception in thread|^could not connect to|^unable to connect/,
      ),
      not(hasOwnSubject),
    ),
    support: [inText(/stack trace|on line \d|in \/|file "|\.php|\.py|at [\w.]+\(|#0 /), hasFewWords(40)],
  },
]

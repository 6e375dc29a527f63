/** Rules for pages served with 2xx instead of the requested page. Written on 2026-11-27 based on pages from common servers and sites. */

import type { SoftFailureCode } from '../../contract/warning.ts'
import {
  all,
  any,
  asksForBirth,
  asksWho,
  elsewhereThan,
  type FailureEvidence,
  firstTexts,
  hasFewWords,
  hasOwnSubject,
  hasPassword,
  inControl,
  inMarkup,
  inText,
  inTitle,
  isBare,
  isGate,
  isInstructive,
  isNoindex,
  isPolicy,
  leadsTo,
  named,
  namesDomain,
  not,
  offersOtherDomain,
  offersProvider,
  says,
  sellsDomain,
} from './signs.ts'
import { failureWords as say } from './words.ts'

interface FailureRule {
  code: SoftFailureCode
  /** Why no real page has these signs. */
  reason: string
  /** The first sign, which names the failure. */
  claim(page: FailureEvidence): boolean
  /** Other signs, independent of the first. One of them is enough. */
  support: readonly ((page: FailureEvidence) => boolean)[]
}

export const failureRules: readonly FailureRule[] = [
  {
    code: 'parked_domain',
    reason:
      'Its scripts or forms come from a domain-parking service, and it only shows search links or offers the domain for sale',
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
    code: 'parked_domain',
    reason: 'It offers the requested domain for sale',
    claim: all(any(inText(say.forSale), inTitle(say.forSale)), not(isInstructive), not(offersOtherDomain)),
    support: [namesDomain, all(isNoindex, hasFewWords(100)), all(inText(say.ownDomain), hasFewWords(80))],
  },
  {
    code: 'parked_domain',
    reason: 'It only says that the requested domain is registered or parked',
    claim: all(any(inText(say.taken), inTitle(say.taken)), hasFewWords(80), not(isInstructive), not(offersOtherDomain)),
    support: [namesDomain, inText(say.ownDomain), inText(say.welcomeText)],
  },
  {
    code: 'parked_domain',
    reason: 'One sentence offers the requested domain for sale, and there is hardly anything else',
    claim: sellsDomain,
    support: [isNoindex, hasFewWords(80)],
  },
  {
    code: 'error_page',
    reason: 'Web servers show it until they are set up',
    claim: named(say.welcome),
    support: [
      elsewhereThan(say.welcome, say.welcomeText),
      all(inText(/^it works!?$/), hasFewWords(3)),
      inMarkup(/iisstart|go\.microsoft\.com\/fwlink|iis-8/),
    ],
  },
  {
    code: 'consent_page',
    reason: 'Both the final URL and the page are about consent',
    claim: leadsTo('consent'),
    support: [named(say.consentHeading), named(say.age), all(inText(say.consent), inControl(say.accept))],
  },
  {
    code: 'consent_page',
    reason: 'Only the consent prompt is visible. A banner would leave the page visible',
    claim: all(any(named(say.consentHeading), firstTexts(say.consent)), not(isPolicy)),
    support: [isGate(say.consent)],
  },
  {
    code: 'consent_page',
    reason: "Only the question about the visitor's age is visible",
    claim: any(says(say.age), firstTexts(say.age)),
    support: [all(isGate(say.age), inControl(say.refuse)), asksForBirth],
  },
  {
    code: 'login_page',
    reason: 'It says that it is for signing in, and lets visitors do so',
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
    reason: 'Both the final URL and the page are for signing in',
    claim: leadsTo('signIn'),
    support: [hasPassword, asksWho, offersProvider, inText(say.mustSignIn)],
  },
  {
    code: 'error_page',
    reason: 'It says that visitors from this region cannot see the page',
    claim: all(any(named(say.elsewhere), firstTexts(say.elsewhere)), not(hasOwnSubject)),
    support: [hasFewWords(70), isNoindex, inText(/(?<!\d)451(?!\d)|gdpr|vpn|licen[sc]|legal|rights/)],
  },
  {
    code: 'error_page',
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
    reason: 'Its title or heading says that nothing was found, and another part explains why or links back',
    claim: all(named(say.missingClaim), not(hasOwnSubject), not(inText(say.explanation))),
    support: [
      elsewhereThan(say.missingClaim, say.missing),
      elsewhereThan(say.missingClaim, say.moved),
      all(inText(/(?<!\d)(?:404|410)(?!\d)/), named(say.missingHeading)),
      ...[isNoindex, leadsTo('error'), isBare(say.missingClaim)],
    ],
  },
  {
    code: 'error_page',
    reason: 'Its title or heading reports an error, and another part apologizes or has technical details',
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
    code: 'error_page',
    reason: "Its markup and status code are those of Cloudflare's error pages",
    claim: inMarkup(/cf-error-details|cf-wrapper|cdn-cgi\/styles\/(?:main|cf\.errors)/),
    support: [({ title }) => title.some((part) => /\b[45]\d\d\b/.test(part)), inText(/ray id|error code \d/)],
  },
  {
    code: 'error_page',
    reason: 'A program printed an error message instead of a page',
    claim: all(
      firstTexts(
        /^(?:php )?(?:fatal|parse|uncaught) error|^(?:fatal error|warning|parse error): |^traceback \(most recent|^error: (?:connect|cannot|could not|unable)|(?:client|server)-side exception|uncaught (?:\w+)?(?:error|exception)|sqlstate\[|^exception in thread|^could not connect to|^unable to connect/,
      ),
      not(hasOwnSubject),
    ),
    support: [inText(/stack trace|on line \d|in \/|file "|\.php|\.py|at [\w.]+\(|#0 /), hasFewWords(40)],
  },
]

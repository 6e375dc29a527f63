/** Rules for pages that are served with 2xx instead of the requested one. Written on 2026-11-27 from pages of common servers and sites. */

import type { Element } from 'domhandler'
import type { SoftFailureCode } from '../../contract/warning.ts'
import { closest } from '../traverse.ts'
import type { Candidate, CandidatePart } from './candidate.ts'
import type { UrlPair } from './urls.ts'
import { failureWords as say } from './words.ts'

export interface FailureEvidence extends Candidate, Omit<UrlPair, 'requested'> {
  /** The title, between separators. */
  title: readonly string[]
  /** Headings, or the first texts of a page without any. */
  headings: readonly CandidatePart[]
  controls: readonly CandidatePart[]
  /** Everything else that a visitor reads. */
  texts: readonly CandidatePart[]
  /** Ids, classes, sources and targets, one per line. */
  markup: string
  isNoindex: boolean
  /** True if the page states a date, an author, a price or its type, as an article or a product does. */
  hasOwnSubject: boolean
}

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

const instructive =
  /^(?:how|why|what|when|guide|fix|about|using|understanding|designing|comment|pourquoi|wie|warum|was|come|perche|como|por que|hoe|waarom|wat|jak|dlaczego|co|hur|hvordan|hvorfor|miten|как|почему|что|nasil|neden) |^(?:如何|什么|怎么|為什麼)|how to|tutorial|guide|example|template|meaning|definition|explained|lyrics|\b(?:song|album|film|novel|band|book|game)\b|wikipedia|best practice|とは|方法|使い方|是什么|怎么办|이란|방법|طريقة|nedir/u
/** A text that explains a failure to others. */
const explanation =
  /(?<![a-z])(?:means|refers to|defined (?:in|by)|rfc \d|stands for|bedeutet|signifie|significa|betekent|oznacza|betyder|означает|demektir)(?![a-z])/
const policy =
  /polic|richtlinie|erklarung|politique|politica|beleid|polityk|politik|zasady|terms|правил|политик|ポリシー|政策|방침|سياسة|charte/

/** In the title or a heading. */
const says = (pattern: RegExp) => (page: FailureEvidence) => statements(page).some((text) => pattern.test(text))
/** The title and a heading say it in different words. */
const saysTwice = (pattern: RegExp) => (page: FailureEvidence) => {
  const said = statements(page).filter((text) => pattern.test(text))
  return said.some(
    (one) =>
      said.every((other) => one === other || (!one.includes(other) && !other.includes(one))) &&
      said.length > 1 &&
      said.some((other) => other !== one),
  )
}
const statements = ({ title, headings }: FailureEvidence) => [...title, ...headings.map(({ text }) => text)]
/** There is hardly a word except the claim. */
const isBare =
  (claimed: RegExp) =>
  ({ texts }: FailureEvidence) =>
    wordsOf(texts.filter(({ text }) => !claimed.test(text))) <= 3
const inTitle = (pattern: RegExp) => (page: FailureEvidence) =>
  page.title.some((part) => pattern.test(part)) && !page.title.some((part) => instructive.test(part))
const inHeading = (pattern: RegExp) => (page: FailureEvidence) =>
  page.headings.some(({ text }) => pattern.test(text)) && !page.headings.some(({ text }) => instructive.test(text))
const named = (pattern: RegExp) => (page: FailureEvidence) =>
  (inTitle(pattern)(page) || inHeading(pattern)(page)) &&
  ![...page.title, ...page.headings.map(({ text }) => text)].some((text) => instructive.test(text))
/** In another statement than the headings that `claimed` matches. */
const elsewhereThan = (claimed: RegExp, pattern: RegExp) => (page: FailureEvidence) => {
  const claims = [...page.title, ...page.headings.map(({ text }) => text)].filter((text) => claimed.test(text))
  return page.parts.some(({ text }) => !claims.includes(text) && pattern.test(text))
}
const inText = (pattern: RegExp) => (page: FailureEvidence) => page.parts.some(({ text }) => pattern.test(text))
const inControl = (pattern: RegExp) => (page: FailureEvidence) => page.controls.some(({ text }) => pattern.test(text))
const inMarkup = (pattern: RegExp) => (page: FailureEvidence) => pattern.test(page.markup)

const isNoindex = ({ isNoindex }: FailureEvidence) => isNoindex
const hasFewWords =
  (max: number) =>
  ({ words }: FailureEvidence) =>
    words <= max
const leadsTo = (purpose: 'signIn' | 'consent' | 'error') => (page: FailureEvidence) => page.leadsTo.has(purpose)
const asksForFile = ({ asksForFile }: FailureEvidence) => asksForFile
const leadsHome = ({ leadsHome }: FailureEvidence) => leadsHome
const all =
  (...tests: readonly ((page: FailureEvidence) => boolean)[]) =>
  (page: FailureEvidence) =>
    tests.every((test) => test(page))
const any =
  (...tests: readonly ((page: FailureEvidence) => boolean)[]) =>
  (page: FailureEvidence) =>
    tests.some((test) => test(page))
const not = (test: (page: FailureEvidence) => boolean) => (page: FailureEvidence) => !test(page)
const hasOwnSubject = ({ hasOwnSubject }: FailureEvidence) => hasOwnSubject

const hasPassword = ({ fields }: FailureEvidence) =>
  fields.some(({ attribs }) => attribs.type?.toLowerCase() === 'password')
/** An e-mail address, a user name or a number, and a button to sign in. */
const asksWho = (page: FailureEvidence) => {
  const texts = page.fields.filter(({ attribs }) => /^(?:|text|email|tel)$/i.test(attribs.type ?? ''))
  return (
    texts.length >= 1 &&
    texts.length <= 2 &&
    inControl(signInControl)(page) &&
    !inText(/newsletter|mailing list|infolettre|рассылк/)(page)
  )
}
const signInControl = new RegExp(
  `${say.signIn.source}|^(?:continue|next|weiter|suivant|continuer|siguiente|continuar|avanti|continua|proximo|volgende|dalej|nasta|neste|naeste|seuraava|dalsi|tovabb|далее|продолжить|devam|ileri|次へ|続行|下一步|继续|다음|계속|التالي)`,
)
const identityProvider =
  /(?<![a-z])(?:google|apple|facebook|microsoft|github|gitlab|linkedin|twitter|okta|azure|sso|saml|passkey|shibboleth|line|kakao|naver|wechat|weibo|franceconnect|bankid|vk|itsme|spid|mitid|smart-id|微信|支付宝|微博|카카오|네이버|госуслуги|яндекс)(?![a-z])/
const offersProvider = (page: FailureEvidence) =>
  page.controls.some(
    ({ text, words }) =>
      words <= 8 &&
      identityProvider.test(text) &&
      (say.signIn.test(text) ||
        /(?<![a-z])(?:with|using|via|mit|avec|con|com|met|med|przez|prostrednictvim|ile)(?![a-z])|через|で|使用|通过|로|باستخدام|עם/.test(
          text,
        )),
  )
/** The page consists of a form with a password, except for a few words. */
const isForm = (page: FailureEvidence) => {
  const password = page.fields.find(({ attribs }) => attribs.type?.toLowerCase() === 'password')
  const form = password && closest(password, ({ name }) => name === 'form')
  return form !== undefined && form !== null && wordsOf(partsOutside(page, form)) <= 25
}

function partsOutside({ parts }: Candidate, container: Element): CandidatePart[] {
  return parts.filter(({ element }) => closest(element, (around) => around === container) === null)
}

const wordsOf = (parts: readonly CandidatePart[]) => parts.reduce((sum, { words }) => sum + words, 0)

function commonAncestor(one: Element, other: Element): Element | null {
  return closest(one, (around) => closest(other, (above) => above === around) !== null)
}

/** Buttons to accept and to refuse, in a part that contains everything on the page except for a few words. */
const isGate = (claim: RegExp) => (page: FailureEvidence) => {
  const short = page.controls.filter(({ words }) => words <= 12)
  const yes = short.find(({ text }) => say.accept.test(text))
  const no = short.find(({ text, element }) => element !== yes?.element && say.refuse.test(text))
  const about = page.parts.find((part) => part !== yes && part !== no && claim.test(part.text))
  const [first, ...others] = [yes, no, about].flatMap((part) => part?.element ?? [])
  if (!yes || !first || others.length === 0) return false
  const container = others.reduce<Element | null>((above, element) => above && commonAncestor(above, element), first)
  if (container === null) return false
  const outside = partsOutside(page, container).filter(({ kind }) => kind !== 'control')
  // A heading above is the site's name, unless it has a text.
  return wordsOf(outside) <= 12 && new Set(outside.map(({ kind }) => kind)).size <= 1
}
const asksForBirth = ({ fields, controls }: FailureEvidence) =>
  fields.some(
    ({ attribs, name }) =>
      /birth|dob|day|month|year|age|jahr|annee|ano/i.test(`${attribs.name} ${attribs.id}`) ||
      name === 'select' ||
      attribs.type === 'date',
  ) && controls.length <= 4

const numberAlone =
  /^(?:http|error|fehler|erreur|errore|erro|fout|fel|fejl|feil|virhe|chyba|hiba|blad|eroare|ошибка|помилка|σφαλμα|hata|エラー|错误|錯誤|오류|خطأ|code|status|oops|ops|ups|sorry|[\s#:!.,–—-])*(?:404|410)(?:error|not found|gone|page|fehler|erreur|エラー|错误|[\s#:!.,–—-])*$/
const statusLine =
  /^(?:http|error|fehler|erreur|errore|erro|fout|blad|ошибка|status|code|hata|エラー|错误|오류|\d\.\d|[\s#:/!.,–—-])*(?:40[0135689]|4[12]\d|451|5[0-3]\d|99\d)(?![\d])[^:?;]{0,50}$/
const missingClaim = new RegExp(`${say.missingHeading.source}|${numberAlone.source}`)
const failedClaim = new RegExp(`${say.failedHeading.source}|${statusLine.source}`)

const technical =
  /error (?:code )?\d{3,4}|(?:ray|request|incident|error|event|trace|correlation|support|reference|transaction|session) ?(?:id|#|no\.?|number|code)(?![a-z])|reference:|guru meditation|varnish|nginx|apache|cloudflare|cloudfront|akamai|fastly|litespeed|openresty|iis(?![a-z])|tomcat|heroku|vercel|netlify|passenger|gunicorn|werkzeug|stack trace|exception|on line \d|traceback|xid|(?<!\d)(?:50[0-9]|52[0-9]|403|429|451)(?!\d)|\b[0-9a-f]{16,}\b|[0-9a-f]{8}-[0-9a-f]{4}-/
const parkingHosts =
  /sedo(?:parking)?\.com|parkingcrew|bodis\.com|parklogic|(?:^|[/.])dan\.com|afternic|hugedomains|uniregistry|above\.com|skenzo|domainmarket|undeveloped\.com|cashparking|smartname|voodoo\.com|rookmedia|tldpark|parked-content|parking-?(?:page|lander|crew)|adsense\/domains\/caf\.js|domainsponsor|(?:^|["'/.])lander(?:["'?/]|$)|atom\.com|squadhelp|dynadot|efty\.com|park(?:ed)?[-_.]?(?:domain|page)|domain-?park|domainname(?:shop)?\.|parkweb|parkingpage|sav\.com|epik\.com|brandbucket|domain-for-sale|namedrive|domain\.com\/parked|parklogic/
const welcome =
  /welcome to (?:nginx|openresty|caddy|centos|apache|tengine|lighttpd|your new (?:site|server|website|droplet|web ?server))|^it works!?$|apache2? .{0,20}default page|test page (?:for|from)|(?:http server|nginx|apache|server) test page|^iis(?: windows)?(?: server)?\d*$|default (?:web ?site|web ?page|plesk|parallels|server|vhost)|default page$|domain default page|success! your new web|congratulations|your (?:web ?server|website|site|domain|hosting|server|app|application) (?:is|has been) (?:up|running|ready|working|created|installed|set up|active|live)|placeholder page|apache tomcat|placeholder for|^index of \/$|site (?:is )?not (?:yet )?(?:configured|published|set up|found)|no (?:such )?(?:app|site|web ?site)(?: is)? (?:configured|here|at this)|future home of|^xampp|^lamp|^wamp|hello from caddy|caddy works|web server's default/
const welcomeText =
  /successfully (?:installed|deployed|set up)|web ?server|further configuration|document ?root|\/var\/www|\/usr\/share|\/srv|public_html|htdocs|index\.(?:html|php)|site administrator|administrator of|nginx|apache|hosting|control panel|plesk|cpanel|internet information services|upload your/

const excuse = inText(new RegExp(`${say.later.source}|${say.ask.source}`))

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
    claim: any(inText(say.forSale), inTitle(say.forSale)),
    support: [namesDomain, all(isNoindex, hasFewWords(100)), all(inText(say.ownDomain), hasFewWords(80))],
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
    claim: all(any(named(say.consentHeading), firstTexts(say.consent)), not(named(policy))),
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
    support: [inControl(say.signIn), asksForFile],
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
    support: [inText(say.later), elsewhereThan(say.maintenanceHeading, say.failed), leadsTo('error'), isNoindex],
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
      ...[isNoindex, leadsTo('error'), leadsHome, asksForFile, isBare(missingClaim), saysTwice(missingClaim)],
      all(linksHome, hasFewWords(60)),
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
      asksForFile,
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
        /^(?:php )?(?:fatal|parse|uncaught) error|^(?:fatal error|warning|parse error): |^traceback \(most recent|^error: (?:connect|cannot|could not|unable)|uncaught (?:\w+)?(?:error|exception)|sqlstate\[|^exception in thread|^could not connect to|^unable to connect/,
      ),
      not(hasOwnSubject),
    ),
    support: [inText(/stack trace|on line \d|in \/|file "|\.php|\.py|at [\w.]+\(|#0 /), hasFewWords(40)],
  },
]

function firstTexts(pattern: RegExp) {
  return (page: FailureEvidence) =>
    page.parts
      .filter(({ kind }) => kind !== 'control')
      .slice(0, 3)
      .some(({ text }) => pattern.test(text) && !instructive.test(text))
}

function namesDomain({ site, parts, title }: FailureEvidence): boolean {
  return site.includes('.') && [...title, ...parts.map(({ text }) => text)].some((text) => text.includes(site))
}

function sellsDomain({ site, parts, title }: FailureEvidence): boolean {
  return [...title, ...parts.map(({ text }) => text)].some((text) => {
    const at = text.indexOf(site)
    return at >= 0 && say.onSale.test(text.slice(at + site.length, at + site.length + 60))
  })
}

/** A link to the root, or to a language's. */
function linksHome({ links, final }: FailureEvidence): boolean {
  return links.some(({ attribs: { href } }) => {
    const target = href === undefined ? null : URL.parse(href, final.href)
    return (
      target !== null &&
      target.host === final.host &&
      /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/?|index\.\w+)?$/i.test(target.pathname)
    )
  })
}

/** The signs that the rules for soft failures combine: words in titles, headings and controls, as well as forms, markup and URLs. */

import type { Element } from 'domhandler'
import { closest } from '../traverse.ts'
import type { Candidate, CandidatePart } from './candidate.ts'
import type { UrlPair } from './urls.ts'
import { failureWords as say } from './words.ts'

export interface FailureEvidence extends Candidate, UrlPair {
  /** The title, split at its separators. */
  title: readonly string[]
  /** The headings. If the page has none, its first pieces of text. */
  headings: readonly CandidatePart[]
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

/** True if the title or a heading matches. */
export const says = (pattern: RegExp) => (page: FailureEvidence) => statements(page).some((text) => pattern.test(text))
const statements = ({ title, headings }: FailureEvidence) => [...title, ...headings.map(({ text }) => text)]
/** True if the page has at most three words of text apart from what matches `claimed`. */
export const isBare =
  (claimed: RegExp) =>
  ({ texts }: FailureEvidence) =>
    wordsOf(texts.filter(({ text }) => !claimed.test(text))) <= 3
export const inTitle = (pattern: RegExp) => (page: FailureEvidence) =>
  page.title.some((part) => pattern.test(part)) && !page.title.some((part) => instructive.test(part))
/** True if the title or a heading matches, and the page doesn't explain how to do something. */
export const named = (pattern: RegExp) => (page: FailureEvidence) => says(pattern)(page) && !isInstructive(page)
/** True if the pattern matches anywhere except in the title and headings that `claimed` matches. */
export const elsewhereThan = (claimed: RegExp, pattern: RegExp) => (page: FailureEvidence) => {
  const claims = statements(page).filter((text) => claimed.test(text))
  return page.parts.some(({ text }) => !claims.includes(text) && pattern.test(text))
}
export const inText = (pattern: RegExp) => (page: FailureEvidence) => page.parts.some(({ text }) => pattern.test(text))
export const inControl = (pattern: RegExp) => (page: FailureEvidence) =>
  page.controls.some(({ text }) => pattern.test(text))
export const inMarkup = (pattern: RegExp) => (page: FailureEvidence) => pattern.test(page.markup)

export const isNoindex = ({ isNoindex }: FailureEvidence) => isNoindex
export const hasFewWords =
  (max: number) =>
  ({ words }: FailureEvidence) =>
    words <= max
export const leadsTo = (purpose: 'signIn' | 'consent' | 'error') => (page: FailureEvidence) => page.leadsTo.has(purpose)
export const all =
  (...tests: readonly ((page: FailureEvidence) => boolean)[]) =>
  (page: FailureEvidence) =>
    tests.every((test) => test(page))
export const any =
  (...tests: readonly ((page: FailureEvidence) => boolean)[]) =>
  (page: FailureEvidence) =>
    tests.some((test) => test(page))
export const not = (test: (page: FailureEvidence) => boolean) => (page: FailureEvidence) => !test(page)
const maxWordsOfTitle = 6
export const isPolicy = (page: FailureEvidence) =>
  statements(page).some((text) => policy.test(text) && text.split(' ').length <= maxWordsOfTitle)
export const isInstructive = (page: FailureEvidence) => statements(page).some((text) => instructive.test(text))
/** True if a title or heading begins with a domain other than the requested one. */
export const offersOtherDomain = (page: FailureEvidence) =>
  statements(page).some((text) => /^[a-z0-9-]+(?:\.[a-z]{2,})+(?![a-z.])/.test(text) && !text.includes(page.site))
export const hasOwnSubject = ({ hasOwnSubject }: FailureEvidence) => hasOwnSubject

export const hasPassword = ({ fields }: FailureEvidence) =>
  fields.some(({ attribs }) => attribs.type?.toLowerCase() === 'password')
/** True if there is a field for an email address, user name or number, and a button to sign in. Event registrations have more fields. */
export const asksWho = (page: FailureEvidence) => {
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
export const offersProvider = (page: FailureEvidence) =>
  page.controls.some(
    ({ text, words }) =>
      words <= 8 &&
      identityProvider.test(text) &&
      (say.signIn.test(text) ||
        /(?<![a-z])(?:with|using|via|mit|avec|con|com|met|med|przez|prostrednictvim|ile)(?![a-z])|через|で|使用|通过|로|باستخدام|עם/.test(
          text,
        )),
  )
function partsOutside({ parts }: Candidate, container: Element): CandidatePart[] {
  return parts.filter(({ element }) => closest(element, (around) => around === container) === null)
}

const wordsOf = (parts: readonly CandidatePart[]) => parts.reduce((sum, { words }) => sum + words, 0)

function commonAncestor(one: Element, other: Element): Element | null {
  return closest(one, (around) => closest(other, (above) => above === around) !== null)
}

/** A bare "yes", as an answer to a question about the visitor's age. */
const plainYes = /^(?:yes|ja|oui|si|sim|tak|ano|igen|da|да|так|evet|はい|是|예|네|نعم|כן)[.!]?$/

/** True if the buttons to accept and to refuse are in an element that contains all but a few words of the page. */
export const isGate = (claim: RegExp) => (page: FailureEvidence) => {
  const short = page.controls.filter(({ words }) => words <= 12)
  const yes = short.find(({ text }) => say.accept.test(text) && (claim === say.age || !plainYes.test(text)))
  const no = short.find(({ text, element }) => element !== yes?.element && say.refuse.test(text))
  const about = page.parts.find((part) => part !== yes && part !== no && claim.test(part.text))
  const [first, ...others] = [yes, no, about].flatMap((part) => part?.element ?? [])
  if (!yes || !first || others.length === 0) return false
  const container = others.reduce<Element | null>((above, element) => above && commonAncestor(above, element), first)
  if (container === null) return false
  const outside = partsOutside(page, container).filter(({ kind }) => kind !== 'control')
  // A heading outside that element is the site's name, unless there is also text outside it.
  return wordsOf(outside) <= 12 && new Set(outside.map(({ kind }) => kind)).size <= 1
}
export const asksForBirth = ({ fields, controls }: FailureEvidence) =>
  fields.some(
    ({ attribs, name }) =>
      /birth|dob|day|month|year|age|jahr|annee|ano/i.test(`${attribs.name} ${attribs.id}`) ||
      name === 'select' ||
      attribs.type === 'date',
  ) && controls.length <= 4

export function firstTexts(pattern: RegExp) {
  return (page: FailureEvidence) =>
    page.parts
      .filter(({ kind }) => kind !== 'control')
      .slice(0, 3)
      .some(({ text }) => pattern.test(text) && !instructive.test(text))
}

export function namesDomain({ site, parts, title }: FailureEvidence): boolean {
  return site.includes('.') && [...title, ...parts.map(({ text }) => text)].some((text) => text.includes(site))
}

/** True if the page names the requested domain and then says that it is for sale. */
export function sellsDomain({ site, parts, title }: FailureEvidence): boolean {
  return [...title, ...parts.map(({ text }) => text)].some((text) => {
    const at = text.indexOf(site)
    return at >= 0 && say.onSale.test(text.slice(at + site.length, at + site.length + 60))
  })
}

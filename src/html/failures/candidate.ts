/**
 * Reads a page with little content: its title, headings, text, controls and fields, leaving out the navigation and footer. Determines from
 * its URL whether it is for signing in, asking for consent or reporting an error.
 */

import type { AnyNode, Element } from 'domhandler'
import { siteOf } from '../../page/site.ts'
import { percentDecoded } from '../absolute-url.ts'
import { countWords } from '../count-words.ts'
import type { Document } from '../document.ts'
import { skippedElements } from '../elements.ts'
import { isField } from '../recognize/page-signals.ts'
import { isSurrounding } from '../recognize/shell.ts'
import { childTextContent, closest, isElement, isText, walk } from '../traverse.ts'
import type { PageView } from '../visibility/page-view.ts'
import { fold } from './words.ts'

/** A page with more words or links is a real page. */
const maxWords = 150
const maxLinks = 40
const maxComparedTitleChars = 300

export interface CandidatePart {
  kind: 'heading' | 'control' | 'text'
  /** Folded by `fold`. */
  text: string
  words: number
  element: Element
}

export type Candidate = NonNullable<ReturnType<typeof readCandidate>>

/** The parts of the title between separators, folded. */
export function titleParts(document: Document): string[] {
  const title = document.elements.named('title').find((element) => closest(element, isGraphic) === null)
  const text = title ? childTextContent(title).slice(0, maxComparedTitleChars) : ''
  return text
    .split(/\s[-–—]+\s|\s*[|｜·•»›«‹—:：]\s*|\s+::\s+/)
    .map(fold)
    .filter((part) => part !== '')
}

const isGraphic = ({ name }: Element) => name === 'svg'

/** Null if the page has more than 150 words or more than 40 links outside its navigation and footer. */
export function readCandidate({ root }: Document, view: PageView) {
  const parts: CandidatePart[] = []
  const links: Element[] = []
  /** Fields that a person fills in. */
  const fields: Element[] = []
  let words = 0
  let data = ''
  let around: Element | null = null
  const isTooMuch = () => words > maxWords || links.length > maxLinks

  const add = (element: Element, text: string) => {
    const heading = closest(element, ({ name }) => /^h[1-4]$/.test(name))
    const control = closest(element, isControl)
    const kind = heading ? 'heading' : control ? 'control' : 'text'
    const count = countWords(text)
    words += count
    parts.push({ kind, text, words: count, element: control ?? heading ?? element })
  }
  const visit = (node: AnyNode): boolean => {
    if (isTooMuch()) return false
    if (isText(node)) {
      if (node.data.trim() !== '' && !view.hidesText(node)) around ??= node.parent as Element
      data += view.hidesText(node) ? ' ' : node.data
      return true
    }
    if (!isElement(node)) return true
    if (isField(node) && !view.leavesOut(node)) fields.push(node)
    if (skipped.has(node.name) || isSurrounding(node) || view.leavesOut(node)) return false
    if (isBoundary(node)) close()
    if (node.name === 'a' && node.attribs.href !== undefined) links.push(node)
    else if (node.name === 'input' && node.attribs.value && /^(?:submit|button)$/i.test(node.attribs.type ?? ''))
      add(node, fold(node.attribs.value))
    return true
  }
  const close = () => {
    const text = fold(data)
    if (text !== '' && around) add(around, text)
    data = ''
    around = null
  }
  walk(root, visit, (node) => {
    if (isElement(node) && isBoundary(node)) close()
  })
  close()
  return isTooMuch() ? null : { parts, words, links, fields }
}

const skipped = new Set<string>(
  [...skippedElements.mainContent, 'template', 'noscript', 'nav', 'footer'].filter((name) => name !== 'input'),
)
const inline = new Set(
  'abbr b bdi bdo big br cite code em font i ins kbd mark nobr q s small span strong sub sup time u var wbr'.split(' '),
)
const isBoundary = ({ name }: Element) => !inline.has(name)
const isControl = ({ name, attribs }: Element) =>
  name === 'button' ||
  name === 'summary' ||
  attribs.role === 'button' ||
  (name === 'a' && (attribs.href ?? attribs.onclick) !== undefined)

export type UrlPurpose = 'signIn' | 'consent' | 'error'

/** Letters and digits of folded text, as ranges: with Unicode classes, the patterns would take 2 ms longer to compile. */
const letter = 'a-z0-9\\u00c0-\\u1fff\\u2c00-\\u2dff\\u3040-\\u30fa\\u30fc-\\ud7ff\\uf900-\\uffef'
const between = (words: string) => new RegExp(`(?<![${letter}])(?:${fold(words)})(?![${letter}])`)

/** Words of a path or host between separators. */
const patterns: Record<UrlPurpose, RegExp> = {
  signIn: between(
    'log-?in|log-?on|log_in|logins?|sign[-_]?in|sign[-_]?on|sign[-_]?up|signing[-_]in|logging[-_]in|register|registration|auth|oauth2?|authorize|authentication|authenticate|authwall|sso|saml2?|idp|openid|wayf|(?<=/)join(?=$|/)|create-account|einloggen|anmelden|anmeldung|registrieren|registrierung|connexion|se-connecter|inscription|identification|iniciar-sesion|inicio-sesion|acceder|acceso|registro|registrarse|accedi|accesso|registrati|registrazione|entrar|cadastro|iniciar-sessao|inloggen|aanmelden|registreren|logowanie|zaloguj|rejestracja|logga-in|inloggning|logg-?inn|innlogging|log-?ind|kirjaudu|kirjautuminen|prihlaseni|prihlasenie|prihlasit|registrace|bejelentkezes|belepes|regisztracio|autentificare|conectare|inregistrare|vhod|voiti|login\\w*|вход|воити|авторизация|регистрация|giris|uye-?ol|kayit|ログイン|登录|注册|로그인|dang-nhap|dang-ky|masuk|accounts?(?=\\.)|passport|signin-\\w+|usersignin|dologin|wp-login',
  ),
  consent: between(
    'consents?|(?<=[./])cookies?|cookies?[-_]?(?:wall|policy|consent|notice|settings|preferences|info|hinweis|richtlinie|einstellungen)|cmp|privacy|privacy-?(?:gate|mgmt|policy|settings|center)|gdpr|dsgvo|age-?(?:gate|check|verification|verify|confirm)|ageverify|adult|zustimmung|einwilligung|datenschutz|altersprufung|altersverifikation|consentement|consentimiento|consenso|consentimento|toestemming|zgoda|samtycke|samtykke|suostumus|souhlas|suhlas|hozzajarulas|edad|guce|collectconsent|soglasie|riza|verify-?age|over18|18plus|before-you-continue|confidentialite|privacidad|rgpd',
  ),
  error: between(
    'errors?|error-?\\w*|40[0-9]|410|429|451|50[0-9]|52[0-9]|not-?found|not_found|page-?not-?found|notfound|missing-?page|no-?encontrad[ao]|pagina-no-encontrada|nicht-?gefunden|introuvable|non-?trovat[ao]|nao-?encontrad[ao]|niet-?gevonden|maintenance|wartung|mantenimiento|manutenzione|manutencao|onderhoud|unavailable|suspended|suspendedpage|blocked|denied|forbidden|fehler|fehlerseite|erreur|errore|erro|fout|blad|fel|fejl|feil|virhe|chyba|hiba|eroare|oshibka|ошибка|hata|outage|downtime|status|sorry|oops|offline|geo-?block(?:ed)?|unsupported-?\\w*|expired|unavailable-\\w+|page-?missing',
  ),
}

export type UrlPair = NonNullable<ReturnType<typeof compareUrls>>

function purposesOf(url: URL): Set<UrlPurpose> {
  const names = fold(`${url.hostname}.${percentDecoded(url.pathname)}`).slice(0, 2000)
  return new Set((Object.keys(patterns) as UrlPurpose[]).filter((purpose) => patterns[purpose].test(names)))
}

/** Null if the requested URL itself names such a page, or if a URL is invalid. */
export function compareUrls(url: string, finalUrl: string) {
  const [requested, final] = [URL.parse(url), URL.parse(finalUrl)]
  if (!requested || !final || purposesOf(requested).size > 0) return null
  const isRedirected = requested.host !== final.host || requested.pathname !== final.pathname
  // The purposes that the final URL names if it differs from the requested URL.
  const leadsTo = isRedirected ? purposesOf(final) : new Set<UrlPurpose>()
  return { leadsTo, site: siteOf(requested.hostname) }
}

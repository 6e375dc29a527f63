/** Determines from a URL whether a page is for signing in, asking for consent or reporting an error. */

import { siteOf } from '../../page/site.ts'
import { percentDecoded } from '../absolute-url.ts'
import { fold } from './words.ts'

type UrlPurpose = 'signIn' | 'consent' | 'error'

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

export interface UrlPair {
  /** Purposes that the final URL names if it differs from the requested URL. */
  leadsTo: ReadonlySet<UrlPurpose>
  site: string
}

function purposesOf(url: URL): Set<UrlPurpose> {
  const names = fold(`${url.hostname}.${percentDecoded(url.pathname)}`).slice(0, 2000)
  return new Set((Object.keys(patterns) as UrlPurpose[]).filter((purpose) => patterns[purpose].test(names)))
}

/** Null if the requested URL itself names such a page, or if a URL is invalid. */
export function compareUrls(url: string, finalUrl: string): UrlPair | null {
  const [requested, final] = [URL.parse(url), URL.parse(finalUrl)]
  if (!requested || !final || purposesOf(requested).size > 0) return null
  const isRedirected = requested.host !== final.host || requested.pathname !== final.pathname
  const leadsTo = isRedirected ? purposesOf(final) : new Set<UrlPurpose>()
  return { leadsTo, site: siteOf(requested.hostname) }
}

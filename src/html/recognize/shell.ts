/** Recognizes a page that is an empty shell until its scripts have run. */

import type { Element } from 'domhandler'
import type { Document } from '../document.ts'
import { type PageSignals, readSignals } from './page-signals.ts'

// Enough for "Loading…", a name and a notice, but not for real content.
const shellText = 250
const waitingWords =
  'loading|please wait|one moment|just a (?:second|moment)|redirecting|wird geladen|lade|bitte warten|einen moment|weiterleitung|' +
  'chargement|patientez|cargando|espere|caricamento|attendere|carregando|aguarde|laden|загрузка|加载中|読み込み中|로딩'
/** These words on their own, or in a sentence that ends with an ellipsis. */
const waiting = new RegExp(
  `^(?:(?:(?:now )?(?:${waitingWords}))?[\\s.…!]*|(?=.*(?:${waitingWords})).{0,80}(?:…|\\.{2,})\\s*)$`,
)

const appeal =
  /\b(?:enable|requires?|needs?|activate|turn(?:ed)? on|without|allow|support|aktivieren|activez|activer|habilit\w+|abilit\w+|active|ative)\b.{0,40}javascript|javascript\b.{0,40}(?:required|disabled|enabled|needed|necessary|activ|aktiv|habilit|abilit)/

/** The shell of an application, which is the same on all its pages, whether filled or not. */
const surroundings = new Set(['header', 'footer', 'nav', 'dialog'])
const surroundingRoles = new Set(['banner', 'contentinfo', 'navigation', 'dialog', 'alertdialog'])
const consentName = /cookie|consent|gdpr|onetrust|didomi|usercentrics|(?:^|[\s_-])cmp(?:$|[\s_-])/i

/** True if there are scripts, almost no text, and a sign that the scripts will add it. Short pages without scripts don't qualify. */
export function looksLikeShell(document: Document): boolean {
  if (document.hasMuchText) return false
  const signals = readSignals(document, shellText)
  if (signals && hasScriptsForContent(signals) && signs.some((hasSign) => hasSign(signals))) return true
  // An empty mount point is just as clear a sign if everything else on the page surrounds it.
  const inner = readSignals(document, shellText, isSurrounding)
  return inner !== null && hasScriptsForContent(inner) && hasEmptyMount(inner)
}

function hasScriptsForContent({ scripts, fields }: PageSignals): boolean {
  return scripts > 0 && fields <= 2
}

const signs: readonly ((signals: PageSignals) => boolean)[] = [hasEmptyMount, asksForScripts, isBare, isSkeleton]

function hasEmptyMount({ mounts, links, media }: PageSignals): boolean {
  return mounts > 0 && links < 10 && media < 10
}

function asksForScripts({ noscript, noscriptRefreshes, text, links }: PageSignals): boolean {
  return (noscriptRefreshes || appeal.test(noscript) || appeal.test(text)) && links < 10
}

/** No visible content at all, and a script that loads or redirects. */
function isBare({ text, links, media, fields, loadsScripts, leadsOn }: PageSignals): boolean {
  return waiting.test(text) && links === 0 && media === 0 && fields === 0 && (loadsScripts || leadsOn)
}

/** Grey bars and boxes where content will appear. */
function isSkeleton({ placeholders, links, media }: PageSignals): boolean {
  return placeholders > 2 && links < 10 && media < 10
}

function isSurrounding({ name, attribs }: Element): boolean {
  return (
    surroundings.has(name) ||
    surroundingRoles.has(attribs.role ?? '') ||
    consentName.test(`${attribs.id ?? ''} ${attribs.class ?? ''}`)
  )
}

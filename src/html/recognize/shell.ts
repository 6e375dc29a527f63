/** Recognizes a page that is an empty shell until its scripts have run. */

import type { Element } from 'domhandler'
import type { Document } from '../document.ts'
import { surroundings } from '../elements.ts'
import { hasElement } from '../traverse.ts'
import { createTextReader, isWaitingElement, isWaitingText, type PageSignals, readSignals } from './page-signals.ts'

// Enough for "Loading…", a name and a notice, but not for real content.
const shellText = 250
/** Enough for a heading and a sentence above a spinner. */
const introText = 100
const maxNodesOfMenu = 2000

const announcement =
  /redirect|weiterleit|weitergeleitet|umgeleitet|rediri[gj]|reindirizz|doorgestuurd|omdirig|przekierow|přesměrov|yönlendir|перенаправ|リダイレクト|跳转|跳轉|重定向|이동합니다|\b(?:has|have|is|was) moved\b|taking you to|umgezogen/

const appeal =
  /\b(?:enable|requires?|needs?|activate|turn(?:ed)? on|without|allow|support|aktivieren|activez|activer|habilit\w+|abilit\w+|active|ative)\b.{0,40}javascript|javascript\b.{0,40}(?:required|disabled|enabled|needed|necessary|activ|aktiv|habilit|abilit)/

const surroundingRole = /^(?:banner|contentinfo|navigation|menu|menubar|complementary)$/
const noticeRole = /^(?:alert)?dialog$/
/** Class names on these elements describe the whole page. */
const wholes = new Set(['html', 'body', 'main', 'article'])
const surroundingName =
  /(?:^|\s)(?:(?:site|page|main|top|global|primary|mobile|app|left|right|side)[-_]?)?(?:header|footer|top|bottom|nav|navbar|navigation|menu|sidebar|topbar|masthead|breadcrumbs?)(?=\s|$)/i
const consentName = /cookie|consent|gdpr|onetrust|didomi|usercentrics|(?:^|[\s_-])cmp(?:$|[\s_-])/i

/** True if there are scripts, almost no text, and a sign that the scripts will add text. Short pages without scripts don't qualify. */
export function looksLikeShell(document: Document): boolean {
  if (document.hasMuchText) return false
  const signals = readSignals(document, shellText)
  if (signals && hasScriptsForContent(signals) && signs.some((hasSign) => hasSign(signals))) return true
  // The signs are just as clear if the rest of the page only surrounds them.
  return looksEmptyInside(document, innerSigns)
}

/** True if a page is still a shell after a browser has rendered it. `hasFailed`: one of its scripts could not be loaded. */
export function isStillShell(document: Document, hasFailed: boolean): boolean {
  return !document.hasMuchText && looksEmptyInside(document, [isBare, isWaiting], hasFailed)
}

/** True if the content inside shows a sign. With `mayHaveTitle`, also true if it is only a heading above an empty element. */
function looksEmptyInside(document: Document, signs: readonly Sign[], mayHaveTitle = true): boolean {
  const textBelow = createTextReader()
  const isLeftOut = (element: Element) =>
    isSurrounding(element) ||
    isNotice(element) ||
    isWaitingElement(element, textBelow) ||
    document.hidden?.elements.has(element) === true
  const inner = readSignals(document, shellText, isLeftOut)
  if (!inner || !hasScriptsForContent(inner)) return false
  if (signs.some((hasSign) => hasSign(inner))) return true
  if (!mayHaveTitle) return false
  const below =
    inner.places > 0 && readSignals(document, shellText, (element) => isLeftOut(element) || isTitle(element))
  return below !== false && below !== null && isBare(below)
}

function hasScriptsForContent({ scripts, fields }: PageSignals): boolean {
  return scripts > 0 && fields <= 2
}

type Sign = (signals: PageSignals) => boolean
const signs: readonly Sign[] = [hasEmptyMount, needsScripts, isBare, isSkeleton, isRedirect]
const innerSigns: readonly Sign[] = [hasEmptyMount, isBare, isSkeleton, isRedirect, isWaiting]

function hasEmptyMount({ mounts, links, media }: PageSignals): boolean {
  return mounts > 0 && links < 10 && media < 10
}

function needsScripts({ noscript, noscriptRefreshes, text, links }: PageSignals): boolean {
  return (noscriptRefreshes || asksForScripts(noscript) || asksForScripts(text)) && links < 10
}

/** True for a lower-case string that asks the visitor to enable JavaScript. */
export function asksForScripts(text: string): boolean {
  return appeal.test(text)
}

/** True if nothing at all is visible, but a script loads content or redirects. */
function isBare({ text, links, media, fields, ...scripts }: PageSignals): boolean {
  const { loadsScripts, fetches, leadsOn } = scripts
  return isWaitingText(text) && links + media + fields === 0 && (loadsScripts || fetches || leadsOn)
}

/** A script that submits a form, or that leads to another page announced in the text. */
function isRedirect({ text, links, fields, leadsOn, submits }: PageSignals): boolean {
  return links <= 2 && fields === 0 && (submits || (leadsOn && announcement.test(text)))
}

/** A heading or a line of text above a spinner. */
function isWaiting({ text, links, media, waits }: PageSignals): boolean {
  return waits > 0 && text.length <= introText && links < 2 && media === 0
}

/** Gray bars and boxes where content will appear. */
function isSkeleton({ placeholders, links, media }: PageSignals): boolean {
  return placeholders > 2 && links < 10 && media < 10
}

const isTitle = ({ name }: Element) => name === 'h1' || name === 'h2'

/** True for headers, navigation and footers. */
export function isSurrounding(element: Element): boolean {
  const { name, attribs } = element
  if (surroundings.has(name) || surroundingRole.test(attribs.role ?? '')) return true
  return name === 'div' && surroundingName.test(namesOf(element)) && !hasElement(element, isTitle, maxNodesOfMenu)
}

/** True for a dialog, a request for consent, and a link within the page, such as "Skip to content". */
function isNotice(element: Element): boolean {
  const { name, attribs } = element
  if (name === 'dialog' || noticeRole.test(attribs.role ?? '') || attribs.href?.startsWith('#')) return true
  return !wholes.has(name) && consentName.test(namesOf(element))
}

function namesOf({ attribs }: Element): string {
  return `${attribs.id ?? ''} ${attribs.class ?? ''}`
}

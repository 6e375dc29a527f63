/** Recognizes a page that is an empty shell until its scripts have run. */

import type { Document } from '../document.ts'
import { type PageSignals, readSignals } from './page-signals.ts'

// "Loading…", a name and a notice fit; a page that says something does not.
const shellText = 250
const waiting =
  /^(?:(?:now )?loading|please wait|just a second|wird geladen|lade|chargement|cargando|carregando|загрузка|加载中)?[\s.…!]*$/

const appeal =
  /\b(?:enable|requires?|needs?|activate|turn(?:ed)? on|without|allow|support)\b.{0,40}javascript|javascript\b.{0,40}(?:required|disabled|enabled|needed|necessary|activ)/

/** True when there are scripts, almost no text, and a sign that the scripts will bring it. Short pages without scripts are none. */
export function looksLikeShell(document: Document): boolean {
  const signals = document.hasMuchText ? null : readSignals(document, shellText)
  if (signals === null || signals.scripts === 0 || signals.fields > 2) return false
  return hasEmptyMount(signals) || asksForScripts(signals) || isBare(signals)
}

function hasEmptyMount({ mounts, links, media }: PageSignals): boolean {
  return mounts > 0 && links < 10 && media < 10
}

function asksForScripts({ noscript, noscriptRefreshes, text, links }: PageSignals): boolean {
  return (noscriptRefreshes || appeal.test(noscript) || appeal.test(text)) && links < 10
}

/** Nothing to see at all, and code of the page's own. */
function isBare({ text, links, media, fields, scriptSources }: PageSignals): boolean {
  return waiting.test(text) && links === 0 && media === 0 && fields === 0 && scriptSources.length > 0
}

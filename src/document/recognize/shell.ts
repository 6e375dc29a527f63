/** Is the page an empty shell that scripts fill? */

import type { Document } from '../document.ts'
import { type PageSigns, readSigns } from './page-signs.ts'

// "Loading…", a name and a notice fit; a page that says something does not.
const shellText = 250
const waiting =
  /^(?:(?:now )?loading|please wait|just a second|wird geladen|lade|chargement|cargando|carregando|загрузка|加载中)?[\s.…!]*$/

const appeal =
  /\b(?:enable|requires?|needs?|activate|turn(?:ed)? on|without|allow|support)\b.{0,40}javascript|javascript\b.{0,40}(?:required|disabled|enabled|needed|necessary|activ)/

/** True when there are scripts, almost no text, and a sign that the scripts will bring it. Short pages without scripts are none. */
export function looksLikeShell(document: Document): boolean {
  const signs = readSigns(document, shellText)
  if (signs.scripts === 0 || signs.text.length > shellText || signs.fields > 2) return false
  return hasEmptyMount(signs) || asksForScripts(signs) || isBare(signs)
}

function hasEmptyMount({ mounts, links, media }: PageSigns): boolean {
  return mounts > 0 && links < 10 && media < 10
}

function asksForScripts({ noscript, noscriptRefreshes, text, links }: PageSigns): boolean {
  return (noscriptRefreshes || appeal.test(noscript) || appeal.test(text)) && links < 10
}

/** Nothing to see at all, and code of the page's own. */
function isBare({ text, links, media, fields, scriptSources }: PageSigns): boolean {
  return waiting.test(text) && links === 0 && media === 0 && fields === 0 && scriptSources.length > 0
}

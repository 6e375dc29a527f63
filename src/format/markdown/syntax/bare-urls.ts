/** URLs in a text: GFM makes them links, and CommonMark reads them as any other text. */

interface UrlPlace {
  /** Escapes a part of the URL as text. */
  escapePart(part: string): string
  /** The character before the URL. */
  before: string
  /** A bracket stands before it, which may be left open: GFM makes no links of URLs behind it. */
  afterBracket: boolean
  /** In the text of a link, where GFM looks for no URLs. */
  insideLink: boolean
  insideCell: boolean
  insideStrike: boolean
  /** Markup follows without a space, which GFM would take for a part of the URL. */
  touchesMarkup: boolean
}

const schemed = /^(?:https?|ftp):\/\/[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.?(?::\d{1,5})?(?=[/?#]|$)/iu
const start = /^(?:https?|ftp|www)/i
const reference = /&#?\w{1,31};/
const trailing = new Set('?!.,:;\'"')
// Emphasis that could end within the URL: at any asterisk, or at an underscore that no letter follows.
const harmful = /[*]|_(?![\p{L}\p{N}_])|~$|\][([]/u
const anyStart = /(?:https?|ftp)(?=:\/\/)|www(?=\.)/gi

/**
 * A URL as it is written in a text. Most stand as they are. A backslash would be part of GFM's link: one with markup in it is set between `<` and `>`,
 * or its beginning is escaped where it is no URL, so that neither CommonMark nor GFM reads anything into it.
 */
export function urlInText(found: string, place: UrlPlace): string {
  const { escapePart, before, afterBracket, insideLink, insideCell, insideStrike, touchesMarkup } = place
  if (insideLink) return escapeAfterStart(found, escapePart)
  const url = withoutTail(found)
  const tail = found.slice(url.length)
  const escapedTail = escapePart(tail)
  const isWhole = schemed.test(url) && !/[\\`]|\][([]/.test(url) && !reference.test(found)
  // Pipes of cells are escaped, and struck text may end at any tilde, in URLs too.
  if ((insideCell && found.includes('|')) || (insideStrike && found.includes('~'))) return brokenUrl(found, escapePart)
  // Not every parser of GFM reads FTP, or a URL within a word or behind an open bracket.
  const isStruck = url.includes('~') && (/^f/i.test(url) || afterBracket || /[\p{L}\p{N}]/u.test(before))
  const isHarmless = isWhole ? !harmful.test(url) && !isStruck : escapeAfterStart(found, escapePart) === found
  if (isHarmless && escapedTail === tail && !touchesMarkup) return found
  return isWhole ? `<${url}>${escapedTail.replace(anyStart, '$&\\')}` : brokenUrl(found, escapePart)
}

/** The URL without the punctuation of the sentence around it, which GFM does not count to it, and without what `<` and `>` cannot hold. */
function withoutTail(found: string): string {
  let end = found.indexOf('>')
  if (end === -1) end = found.length
  let unmatched = 0
  for (let at = 0; at < end; at++) unmatched += found[at] === ')' ? 1 : found[at] === '(' ? -1 : 0
  while (end > 0) {
    const last = found.charAt(end - 1)
    if (last === ')' && unmatched > 0) unmatched--
    else if (!trailing.has(last)) break
    end--
  }
  return found.slice(0, end)
}

function escapeAfterStart(found: string, escapePart: UrlPlace['escapePart']): string {
  const length = start.exec(found)?.[0].length ?? 0
  return found.slice(0, length) + escapePart(found.slice(length))
}

/** `http\://…`, `www\.…`: no parser takes it for a URL. */
function brokenUrl(found: string, escapePart: UrlPlace['escapePart']): string {
  return escapeAfterStart(found, escapePart).replace(anyStart, '$&\\')
}

/** Whether a text may end in a URL. */
export function mayEndInUrl(text: string): boolean {
  return text !== '' && urlAtEnd.test(text.slice(-500))
}
const urlAtEnd = /(?:(?:https?|ftp):\/\/|www\.)\S*$/i

/** Writes bare URLs in text, which GFM turns into links and CommonMark reads as ordinary text. */

interface UrlPlace {
  /** Escapes a part of the URL as text. */
  escapePart(part: string): string
  /** The character before the URL. */
  before: string
  /** True after a bracket that may never be closed, because GFM doesn't link URLs after it. */
  afterBracket: boolean
  /** True in the text of a link, where GFM doesn't look for URLs. */
  insideLink: boolean
  insideCell: boolean
  insideStrike: boolean
  /** True if markup that GFM would read as part of the URL follows without a space. */
  touchesMarkup: boolean
}

const schemed = /^(?:https?|ftp):\/\/[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.?(?::\d{1,5})?(?=[/?#]|$)/iu
const start = /^(?:https?|ftp|www)/i
const reference = /&#?\w{1,31};/
const trailing = new Set('?!.,:;\'"')
// Characters that could end emphasis within the URL: any asterisk, and an underscore not followed by a letter.
const harmful = /[*]|_(?![\p{L}\p{N}_])|~$|\][([]/u
const anyStart = /(?:https?|ftp)(?=:\/\/)|www(?=\.)/gi

/**
 * Returns a URL for use in text, usually unchanged. A backslash would become part of GFM's link, so a URL that contains markup is put
 * between `<` and `>`. Otherwise its start is escaped, so that neither CommonMark nor GFM finds markup or a link in it.
 */
export function urlInText(found: string, place: UrlPlace): string {
  const { escapePart, before, afterBracket, insideLink, insideCell, insideStrike, touchesMarkup } = place
  if (insideLink) return escapeAfterStart(found, escapePart)
  const url = withoutTail(found)
  const tail = found.slice(url.length)
  const escapedTail = escapePart(tail)
  const isWhole = schemed.test(url) && !/[\\`]|\][([]/.test(url) && !reference.test(found)
  // Pipes are escaped in cells. Struck-through text may end at any tilde, even in URLs.
  if ((insideCell && found.includes('|')) || (insideStrike && found.includes('~'))) return brokenUrl(found, escapePart)
  // Some GFM parsers don't recognize FTP URLs, or URLs within a word or after an open bracket.
  const isStruck = url.includes('~') && (/^f/i.test(url) || afterBracket || /[\p{L}\p{N}]/u.test(before))
  const isHarmless = isWhole ? !harmful.test(url) && !isStruck : escapeAfterStart(found, escapePart) === found
  if (isHarmless && escapedTail === tail && !touchesMarkup) return found
  return isWhole ? `<${url}>${escapedTail.replace(anyStart, '$&\\')}` : brokenUrl(found, escapePart)
}

/** Removes the surrounding sentence's punctuation, which GFM excludes from the URL, and characters not allowed between `<` and `>`. */
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

/** Matches `http\://…` and `www\.…`, which no parser reads as URLs. */
function brokenUrl(found: string, escapePart: UrlPlace['escapePart']): string {
  return escapeAfterStart(found, escapePart).replace(anyStart, '$&\\')
}

/** True if a string may end with a URL. */
export function mayEndInUrl(text: string): boolean {
  return text !== '' && urlAtEnd.test(text.slice(-500))
}
const urlAtEnd = /(?:(?:https?|ftp):\/\/|www\.)\S*$/i

/** Finds where URLs typed in plain text start and end, using the same rule for strings and documents. */

export interface TypedUrl {
  at: number
  text: string
  href: string
}

export const maxUrlLength = 8000

/**
 * Returns the http(s) URLs in a string and those that begin with `www.`, without the punctuation around them.
 * @example
 * typedUrls('(see www.example.com/a).') // [{ at: 5, text: 'www.example.com/a', href: 'http://www.example.com/a' }]
 */
export function typedUrls(text: string): TypedUrl[] {
  const urls: TypedUrl[] = []
  if (!/:\/\/|www\./i.test(text)) return urls
  const start = /https?:\/\/|(?<![\p{L}\p{N}@./_-])www\.(?=[\p{L}\p{N}-]+\.\p{L})/giu
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const at = match.index
    const end = endOfUrl(text, at)
    start.lastIndex = Math.max(end, start.lastIndex)
    const url = text.slice(at, end)
    const href = /^w/i.test(url) ? `http://${url}` : url
    if (url.length <= maxUrlLength && !isNoHost.test(href) && URL.canParse(href)) urls.push({ at, text: url, href })
  }
  return urls
}

// No host name starts like this. @see RFC 1035, 2.3.1
export const isNoHost = /^https?:\/\/(?:[^/?#@]*@)?[.-]/i

const closing: Record<string, string> = { '(': ')', '[': ']', '{': '}' }
const closers = new Set(Object.values(closing))
// Delimiters of markup, code, quotations and East Asian sentences.
const stops = /[\s"<>`|\\^\p{Cc}\u200b“”„‘‚«»‹›、。，；：！？｜（）《》〈〉「」『』【】]/u
const nextUrl = /^https?:\/\//i
const trailing = /[.,;:!?*_~…’]/

/** The end of the URL that starts at `start`, just before a delimiter, an unmatched bracket or final punctuation. @see GFM, autolinks */
export function endOfUrl(text: string, start: number): number {
  const open: string[] = []
  let at = start
  for (; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === "'" || char === '’' ? isQuote(text, start, at) : stops.test(char)) break
    if ((char === ',' || char === ';') && nextUrl.test(text.slice(at + 1, at + 9))) break
    if (closing[char]) open.push(closing[char])
    else if (closers.has(char) && open.pop() !== char) break
  }
  while (at > start && trailing.test(text.charAt(at - 1))) at--
  return at
}

/** True if an apostrophe ends the URL, as before a possessive s (`/page's`), but not inside a word of the path (`/I'm-here`). */
function isQuote(text: string, start: number, at: number): boolean {
  if (
    text[start - 1] === "'" ||
    nextUrl.test(text.slice(at + 1, at + 9)) ||
    !/[\p{L}\p{N}-]/u.test(text.charAt(at + 1))
  )
    return true
  return /^['’]s(?![\p{L}\p{N}'-])/u.test(text.slice(at, at + 3)) || !text.slice(start + 8, at).includes('/')
}

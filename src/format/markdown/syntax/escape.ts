/** Escapes everything in text that markdown would read as markup, and nothing else. */

// The TeX that a script on the page would typeset between `\(` and `\)` becomes `$…$`.
const texForms = /\\\([^$]{1,500}?\\\)|\\\[[^$]{1,1000}?\\\]|\$\$[^$]{1,1000}\$\$/.source
const urls = /(?:[hH][tT][tT][pP][sS]?:\/\/|[fF][tT][pP]:\/\/|[wW]{3}\.)[^\s<]*/.source
const markup =
  /\\(?=[!-/:-@[-`{-~]|$)|[*_`~]|\[(?=[ xX]\]|\^|!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\])|\](?=[([])|<(?=[a-zA-Z/!?]|$)|&(?=#?\w{1,31};)/
    .source
const special = new RegExp(`${texForms}|${urls}|${markup}`, 'g')
const specialInUrl = new RegExp(`${texForms}|${markup}`, 'g')
const urlStart = /^(?:https?|ftp:|www\.)/i
const startsTag = /^<(?:[a-zA-Z/!?]|$)/
const mayBeSpecial = /[\\*_`[\]<&~$]|:\/\/|[wW]{3}\./
// Matches anything except most letters, digits and punctuation marks, all that `mayBeSpecial` matches, and repeated spaces.
const notPlain =
  /[^ !"#%'()+,\-./0-9:;=>?@A-Z^a-z{|}\xa1-\xac\xae-\u02ff\u0370-\u05ff\u2010-\u2027\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3]| {2}|:\/\/|[wW]{3}\./
const startOfBlock =
  /^(?:(#{1,6}|[-+>])(?=\s|$)|>|(\d{1,9})([.)])(?=\s|$)|=+\s*$|-[\s-]*$|~{3}|\|?\s*:?-+:?\s*(?:\||$)|\|\s*$|\[(?:\\.|[^\\\]])*(?:\]:|$))/
const gfmUrl = /:\/\/|www\.|mailto:|xmpp:/i
const word = /[\p{L}\p{N}]/u

export interface MarkdownEscapeOptions {
  /** True if the text begins a line, where list markers, headings and quotes are markup. */
  startsLine: boolean
  /** The character before the text; empty after white space. */
  before?: string
  /** True if the text is inside a link. A bracket in it could then end the link. */
  insideLink: boolean
  /** True if the text is in a table cell, where every `|` gets a backslash. */
  insideCell?: boolean
  /** True if the text is struck through. Any `~` in it could then end the strikethrough. */
  insideStrike?: boolean
  /** True if no space precedes the text. Its first word may then be the end of a URL. */
  continuesWord?: boolean
  /** True if markup follows without a space. A URL at the end of the text would include it. */
  touchesMarkup?: boolean
}

interface EscapeContext extends MarkdownEscapeOptions {
  /** Index of the first bracket in the text; -1 if there isn't one. */
  firstBracket: number
}

/** Returns markdown that renders as `text`, which has no line breaks: `1. a*b` → `1\. a\*b`. Linear in its length. */
export function escapeMarkdown(text: string, options: MarkdownEscapeOptions): string {
  const { startsLine, insideLink, continuesWord = false } = options
  let escaped = text
  if (mayBeSpecial.test(text)) {
    const whole: EscapeContext = { ...options, firstBracket: text.indexOf('[') }
    escaped = text.replace(special, (found, at: number) => escapeFound(found, at, text, whole))
  }
  if (escaped.includes('\\<')) escaped = escapeTagsAfterUrls(escaped, continuesWord)
  if (insideLink && /[[\]]/.test(escaped)) escaped = escapeBrackets(escaped)
  return startsLine ? escapeLineStart(escaped) : escaped
}

/**
 * True if a string certainly has nothing that `escapeMarkdown` escapes within a line, no invisible characters, and no white space except
 * single spaces. One quick test replaces a search for each of these.
 */
export function isPlainText(text: string): boolean {
  return !notPlain.test(text)
}

/** Returns the same as `escapeMarkdown`, for a string that passes `isPlainText`. */
export function escapePlain(text: string, { startsLine }: Pick<MarkdownEscapeOptions, 'startsLine'>): string {
  return startsLine ? escapeLineStart(text) : text
}

/** Brackets could end a link. `marked` reads the escaped brackets of `[a\](b)` as a link within the link, and then drops the outer link. */
function escapeBrackets(escaped: string): string {
  return escaped
    .replace(/\\.|!(?=\[)|[[\]]/g, (found) => (found.length === 1 ? `\\${found}` : found))
    .replace(/\\.(?=[([])/g, (found) => (found === '\\]' ? '&#93;' : found))
}

/** In a URL that GFM links, the backslash of `\<` becomes part of the URL, and the tag takes effect. @see GFM, extended autolinks */
function escapeTagsAfterUrls(escaped: string, continuesWord: boolean): string {
  const words = escaped.split(' ')
  return words
    .map((word, index) => {
      const mayBeUrl = (index === 0 && continuesWord) || gfmUrl.test(word)
      return mayBeUrl ? word.replace(/\\./g, (found) => (found === '\\<' ? '&lt;' : found)) : word
    })
    .join(' ')
}

function escapeFound(found: string, at: number, text: string, options: EscapeContext): string {
  if (found.length > 1) {
    if (found[0] === '\\') return tex(found)
    if (found[0] === '$') return inertTex(found)
    const written = urlInText(found, at, text, options)
    return written[0] === '<' && text[at - 1] === '\\' ? `\\${written}` : written
  }
  return escapeOne(found, at, text, options)
}

/** Escapes text within a URL, without searching for URLs again. */
function escapeAll(part: string, options: MarkdownEscapeOptions): string {
  return part.replace(specialInUrl, (found, at: number) =>
    found.length === 1 ? escapeOne(found, at, part, options) : found[0] === '\\' ? tex(found) : inertTex(found),
  )
}

function escapeOne(found: string, at: number, text: string, options: MarkdownEscapeOptions): string {
  const before = charBefore(at, text, options)
  const after = text.charAt(at + 1)
  // A URL may be written between `<` and `>`.
  const isBeforeUrl = urlStart.test(text.slice(at + 1, at + 6))
  if (found === '~' && !options.insideStrike && !isBeforeUrl && !mayStrike(before, after)) return found
  // `foo_bar` and `2 * 3` aren't read as emphasis.
  if (found === '_' && at > 0 && word.test(before) && word.test(after) && !isBeforeUrl) return found
  if (found === '*' && before === ' ' && after === ' ') return found
  return `\\${found}`
}

function charBefore(at: number, text: string, { before = '' }: MarkdownEscapeOptions): string {
  return at === 0 ? before : text.charAt(at - 1)
}

/** In `~5 min` the tilde is never closed. Single tildes strike text through only if one of them can close. @see GFM, strikethrough */
function mayStrike(before: string, after: string): boolean {
  if (before === '~' || after === '~' || after === '') return true
  if (before === '' || asciiPunctuation.test(before)) return !word.test(after)
  return before !== ' '
}
const asciiPunctuation = /^[!-/:-@[-`{-}]$/

function tex(found: string): string {
  const fence = found[1] === '(' ? '$' : '$$'
  return fence + inertTex(found.slice(2, -2).trim()) + fence
}

/** Escapes a string that turns out to be at the start of a line. */
export function escapeLineStart(text: string): string {
  const match = startOfBlock.exec(text)
  if (!match) return text
  if (match[2] !== undefined) return `${match[2]}\\${text.slice(match[2].length)}`
  return `\\${text}`
}

/**
 * Returns TeX with spaces added, so that readers that don't support formulas find no tags, comments or links in it. In TeX, the spaces
 * don't matter. A `<` that can't begin a tag (no `>` ends it, no quote extends it beyond the dollar signs) is left unchanged.
 */
export function inertTex(tex: string): string {
  const withoutTags = tex.includes('<') && /[>"'=!?]/.test(tex) ? tex.replace(/<(?=[a-zA-Z/!?])/g, '< ') : tex
  return withoutTags.replaceAll('](', '] (')
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
function urlInText(found: string, at: number, text: string, options: EscapeContext): string {
  // GFM doesn't look for URLs in the text of a link.
  if (options.insideLink) return escapeAfterStart(found, options)
  const url = withoutTail(found)
  const tail = found.slice(url.length)
  const escapedTail = escapeAll(tail, options)
  const isWhole = schemed.test(url) && !/[\\`]|\][([]/.test(url) && !reference.test(found)
  // Pipes are escaped in cells. Struck-through text may end at any tilde, even in URLs.
  if ((options.insideCell && found.includes('|')) || (options.insideStrike && found.includes('~')))
    return brokenUrl(found, options)
  // Some GFM parsers don't recognize FTP URLs, or URLs within a word or after a bracket that may never be closed.
  const isAfterBracket = options.firstBracket >= 0 && options.firstBracket < at
  const isUnrecognized = /^f/i.test(url) || isAfterBracket || word.test(charBefore(at, text, options))
  const isStruck = url.includes('~') && isUnrecognized
  const isHarmless = isWhole ? !harmful.test(url) && !isStruck : escapeAfterStart(found, options) === found
  const end = at + found.length
  const touchesMarkup = end === text.length ? options.touchesMarkup : startsTag.test(text.slice(end, end + 2))
  if (isHarmless && escapedTail === tail && !touchesMarkup) return found
  return isWhole ? `<${url}>${escapedTail.replace(anyStart, '$&\\')}` : brokenUrl(found, options)
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

function escapeAfterStart(found: string, options: MarkdownEscapeOptions): string {
  const length = start.exec(found)?.[0].length ?? 0
  return found.slice(0, length) + escapeAll(found.slice(length), options)
}

/** Matches `http\://…` and `www\.…`, which no parser reads as URLs. */
function brokenUrl(found: string, options: MarkdownEscapeOptions): string {
  return escapeAfterStart(found, options).replace(anyStart, '$&\\')
}

/** True if a string may end with a URL. */
export function mayEndInUrl(text: string): boolean {
  return text !== '' && urlAtEnd.test(text.slice(-500))
}
const urlAtEnd = /(?:(?:https?|ftp):\/\/|www\.)\S*$/i

/** Text → markdown that reads as that text: escapes what would be markup, and nothing else. */

// An address is left as it is: GFM links it, and a backslash would break it.
// TeX between its delimiters is for a script to typeset: it becomes `$…$`.
const special =
  /\\\([^$]{1,500}?\\\)|\\\[[^$]{1,1000}?\\\]|\$\$[^$]{1,1000}\$\$|(?:https?:\/\/|www\.)[^\s<>|]+|\\(?=[!-/:-@[-`{-~]|$)|[*_`]|\[(?=[ xX]\]|\^)|\](?=[([])|<(?=[a-zA-Z/!?]|$)|&(?=#?\w{1,31};)|~~/g
const mayBeSpecial = /[\\*_`[\]<&~$]/
const startOfBlock = /^(?:(#{1,6}|[-+>])(?=\s|$)|>|(\d{1,9})([.)])(?=\s|$)|([=-])\4*\s*$|~{3}|:?-+:?\s*\||\[[^\]]*\]:)/
const word = /[\p{L}\p{N}]/u

export interface EscapeOptions {
  /** The text begins a line: list markers, headings and quotes could be read into it. */
  startsLine: boolean
  /** The text stands inside a link: brackets could end it. */
  insideLink: boolean
}

/** `text` must hold no line breaks. Linear in its length. */
export function escapeMarkdown(text: string, { startsLine, insideLink }: EscapeOptions): string {
  let escaped = mayBeSpecial.test(text) ? text.replace(special, escapeOne) : text
  if (insideLink && /[[\]]/.test(escaped))
    escaped = escaped.replace(/\\.|[[\]]/g, (found) => (found.length === 1 ? `\\${found}` : found))
  return startsLine ? escapeStart(escaped) : escaped
}

function escapeOne(found: string, at: number, text: string): string {
  if (found.length > 2) return found[0] === '\\' ? tex(found) : found
  const before = text[at - 1] ?? ''
  const after = text[at + found.length] ?? ''
  // `foo_bar` and `2 * 3` are no emphasis.
  if (found === '_' && word.test(before) && word.test(after)) return found
  if (found === '*' && before === ' ' && after === ' ') return found
  return found === '~~' ? '\\~\\~' : `\\${found}`
}

function tex(found: string): string {
  const fence = found[1] === '(' ? '$' : '$$'
  return fence + found.slice(2, -2).trim() + fence
}

function escapeStart(text: string): string {
  const match = startOfBlock.exec(text)
  if (!match) return text
  if (match[2] !== undefined) return `${match[2]}\\${text.slice(match[2].length)}`
  return `\\${text}`
}

/** Escapes what markdown would read as markup in a text, and nothing else. */

import { inertTex } from './tex.ts'

// A URL stays unescaped: GFM makes it a link, which a backslash would break.
// TeX between `\(` and `\)` is typeset by a script: it becomes `$…$`.
const special =
  /\\\([^$]{1,500}?\\\)|\\\[[^$]{1,1000}?\\\]|\$\$[^$]{1,1000}\$\$|(?:https?:\/\/|www\.)[^\s<>|]+|\\(?=[!-/:-@[-`{-~]|$)|[*_`]|\[(?=[ xX]\]|\^)|\](?=[([])|<(?=[a-zA-Z/!?]|$)|&(?=#?\w{1,31};)|~~/g
const mayBeSpecial = /[\\*_`[\]<&~$]/
const startOfBlock = /^(?:(#{1,6}|[-+>])(?=\s|$)|>|(\d{1,9})([.)])(?=\s|$)|([=-])\4*\s*$|~{3}|:?-+:?\s*\||\[[^\]]*\]:)/
const gfmUrl = /:\/\/|www\.|mailto:|xmpp:/i
const word = /[\p{L}\p{N}]/u

interface MarkdownEscapeOptions {
  /** The text begins a line, where list markers, headings and quotes are markup. */
  startsLine: boolean
  /** The text stands in a link, which brackets could end. */
  insideLink: boolean
  /** No space stands before the text: its first word may be the end of a URL. */
  continuesWord?: boolean
}

/** Markdown that renders as `text`, a line without line breaks: `1. a*b` → `1\. a\*b`. Linear in its length. */
export function escapeMarkdown(
  text: string,
  { startsLine, insideLink, continuesWord = false }: MarkdownEscapeOptions,
): string {
  let escaped = mayBeSpecial.test(text) ? text.replace(special, escapeOne) : text
  if (escaped.includes('\\<')) escaped = escapeTagsAfterUrls(escaped, continuesWord)
  if (insideLink && /[[\]]/.test(escaped))
    escaped = escaped.replace(/\\.|!(?=\[)|[[\]]/g, (found) => (found.length === 1 ? `\\${found}` : found))
  return startsLine ? escapeStart(escaped) : escaped
}

/** A URL that GFM makes a link takes the backslash of `\<` for its own: the tag would be one. @see GFM, extended autolinks */
function escapeTagsAfterUrls(escaped: string, continuesWord: boolean): string {
  const words = escaped.split(' ')
  return words
    .map((word, index) => {
      const mayBeUrl = (index === 0 && continuesWord) || gfmUrl.test(word)
      return mayBeUrl ? word.replaceAll('\\<', '&lt;') : word
    })
    .join(' ')
}

function escapeOne(found: string, at: number, text: string): string {
  if (found.length > 2) return found[0] === '\\' ? tex(found) : inertTex(found)
  const before = text[at - 1] ?? ''
  const after = text[at + found.length] ?? ''
  // `foo_bar` and `2 * 3` are not read as emphasis.
  if (found === '_' && word.test(before) && word.test(after)) return found
  if (found === '*' && before === ' ' && after === ' ') return found
  return found === '~~' ? '\\~\\~' : `\\${found}`
}

function tex(found: string): string {
  const fence = found[1] === '(' ? '$' : '$$'
  return fence + inertTex(found.slice(2, -2).trim()) + fence
}

function escapeStart(text: string): string {
  const match = startOfBlock.exec(text)
  if (!match) return text
  if (match[2] !== undefined) return `${match[2]}\\${text.slice(match[2].length)}`
  return `\\${text}`
}

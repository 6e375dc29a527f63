/** Finds where a piece of text ends: after a block or a line, or before a link, and never inside a character. */

/** Returns the end of the piece from `start`: at or before `limit` if possible, and always after `start`. */
export function cutText(text: string, start: number, limit: number): number {
  if (limit >= text.length) return text.length
  const boundary = lastBoundary(text, start, limit)
  if (boundary > start) return boundary
  const end = beforeLink(text, start, limit)
  if (!isInsideSurrogatePair(text, end)) return end
  return end - 1 > start ? end - 1 : end + 1
}

/** Returns the end of the last block that fits, at a blank line outside code or around fenced code; else of the last line; else `start`. */
function lastBoundary(text: string, start: number, limit: number): number {
  let block = start
  let line = start
  let fence = fenceAt(text, start)
  for (let at = start; at < limit; at = line) {
    const newline = text.indexOf('\n', at)
    if (newline < 0 || newline >= limit) break
    const content = text.slice(at, newline)
    line = newline + 1
    const before = fence
    fence = fenceAfter(content, fence)
    if (before === null && fence !== null) block = at
    else if (fence === null && (before !== null || (content.trim() === '' && at > start))) block = line
  }
  return block > start ? block : line
}

/** Returns the code fence open at `start`, or null. */
function fenceAt(text: string, start: number): string | null {
  let fence: string | null = null
  for (const [line] of text.slice(0, start).matchAll(/^ {0,3}(?:`{3}|~{3}).*/gm)) fence = fenceAfter(line, fence)
  return fence
}

/** Returns the code fence that is open after a line. @see CommonMark 0.31, fenced code blocks */
function fenceAfter(content: string, fence: string | null): string | null {
  const mark = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(content)?.[1]
  if (!mark) return fence
  if (fence === null) return mark
  return mark.startsWith(fence) && content.trim() === mark ? null : fence
}

/**
 * Markdown links and images (an image may be in a link), automatic links, bare URLs, HTML tags. Each character can match in only one way.
 * Otherwise, a page could make the search take exponential time.
 */
const indivisible =
  /!?\[(?:[^[\]\\\n]|\\[^\n]|\[(?:[^[\]\\\n]|\\[^\n])*\])*\]\((?:<[^<>\n]*>|(?:[^()\s]|\([^()\s]*\))*)(?:[ ]"[^"\n]*")?\)|<a\s[^<>\n]*>[^<>\n]*<\/a>|<[a-z/!][^<>\n]*>|https?:\/\/[^\s<>()[\]]+/gi

/** Search radius around a cut, in UTF-16 units. */
const searchRadius = 4096

/** Returns the limit or, if it is inside a link or tag, the start of that link or tag, unless the piece would then be empty. */
function beforeLink(text: string, start: number, limit: number): number {
  const from = Math.max(start, limit - searchRadius)
  const newline = text.indexOf('\n', limit)
  const to = Math.min(newline < 0 ? text.length : newline, limit + searchRadius)
  for (const found of text.slice(from, to).matchAll(indivisible)) {
    const begin = from + found.index
    if (begin >= limit) break
    if (begin + found[0].length > limit && begin > start) return begin
  }
  return limit
}

/** True if `at` falls between the two units of one character. */
export function isInsideSurrogatePair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  const after = text.charCodeAt(at)
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000
}

/** Finds the YAML front matter at the start of a markdown document. */

const opening = /^---\r?\n[\p{L}_][\p{L}\p{N}_-]*:/u
const closing = /\n---[ \t]*\r?(?:\n|$)/
const blankLine = /\n[ \t]*\r?\n/
/** Maximum length of front matter, so that a thematic break far down the page isn't taken for its end. */
const maxChars = 64 * 1024

/** Returns where the text starts after its front matter, or after several blocks of front matter in a row. */
export function endOfFrontMatter(markdown: string): number {
  for (let end = 0; ; ) {
    const rest = markdown.slice(end, end + maxChars)
    const start = rest.length - rest.trimStart().length
    const matter = rest.slice(start)
    const close = opening.test(matter) ? closing.exec(matter) : null
    if (!close || blankLine.test(matter.slice(0, close.index))) return end
    end += start + close.index + close[0].length
  }
}

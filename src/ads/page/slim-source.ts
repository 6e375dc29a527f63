/** Removes the bodies of scripts and style sheets from a result page's source before it is parsed. */

// Scripts that show what kind of page it is (page-status.ts) are kept.
const classifyingScript = /emsg=SG_REL|consent\.google\.|enablejs/
// Inside a comment, a start tag doesn't start a script. What follows it is kept, so that no content is removed.
const possibleComment = /<script|<!--|-->/i

/**
 * The source without these bodies. They are three fifths of a large result page, and reading it without them takes a quarter to a third
 * less
 * CPU time (3.4 MB, measured November 2026). All elements stay, and the result is the same.
 */
export function slimSource(html: string): string {
  const startTag = /<(script|style)\b[^>]*>/gi
  const kept: string[] = []
  let from = 0
  for (let start = startTag.exec(html); start; start = startTag.exec(html)) {
    const endTag = /script/i.test(start[1] ?? '') ? /<\/script\b/gi : /<\/style\b/gi
    endTag.lastIndex = startTag.lastIndex
    const end = endTag.exec(html)?.index
    // Without an end tag the rest of the document is this element's text.
    if (end === undefined) break
    const body = html.slice(startTag.lastIndex, end)
    const staysWhole = classifyingScript.test(body) || possibleComment.test(body)
    kept.push(html.slice(from, staysWhole ? end : startTag.lastIndex))
    startTag.lastIndex = from = end
  }
  return kept.join('') + html.slice(from)
}

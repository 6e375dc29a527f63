/** Joins the lines of text that a mail program has broken softly. @see RFC 3676 */

interface FlowedRun {
  /** Number of quotations around the text. */
  depth: number
  text: string
}

const maxDepth = 10

/**
 * Splits text into runs of the same depth of quotation. Lines end with a line feed. Returns null if the content type isn't
 * `format=flowed`.
 * @example
 * flowedRuns('> one \n> two\nthree', 'text/plain; format=flowed') // [{ depth: 1, text: 'one two' }, { depth: 0, text: 'three' }]
 */
export function flowedRuns(text: string, contentType: string | null): FlowedRun[] | null {
  if (!/;\s*format\s*=\s*"?flowed\b/i.test(contentType ?? '')) return null
  const deletesSpace = /;\s*delsp\s*=\s*"?yes\b/i.test(contentType ?? '')
  const runs: { depth: number; lines: string[] }[] = []
  let isOpen = false
  for (const line of text.split('\n')) {
    const quotes = /^>*/.exec(line)?.[0].length ?? 0
    const depth = Math.min(quotes, maxDepth)
    const content = line.slice(quotes).replace(/^ /, '')
    // The separator of a signature ends with a space, but isn't broken softly.
    const isSignature = content === '-- '
    const isSoft = content.endsWith(' ') && !isSignature
    let run = runs.at(-1)
    if (run?.depth !== depth) {
      run = { depth, lines: [] }
      runs.push(run)
      isOpen = false
    }
    const start = isOpen && !isSignature ? run.lines.pop() : ''
    run.lines.push(`${start}${isSoft && deletesSpace ? content.slice(0, -1) : content}`)
    isOpen = isSoft
  }
  return runs.map(({ depth, lines }) => ({ depth, text: lines.join('\n') }))
}

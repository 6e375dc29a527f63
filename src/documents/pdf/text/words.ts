/** Collects the words of a document, to decide whether a hyphen at the end of a line belongs to its word. */

const maxWords = 300_000

export class Words {
  private readonly known = new Set<string>()

  /** Adds the words of a line, except the last one if it is hyphenated. */
  add(line: string): void {
    if (this.known.size > maxWords) return
    const whole = line.replace(/(?<![\p{L}\p{M}])[\p{L}\p{M}]+[-\u00ad\u2010]$/u, '').toLowerCase()
    for (const [word] of whole.matchAll(/[\p{L}\p{M}]+(?:[-\u2010][\p{L}\p{M}]+)*/gu)) {
      this.known.add(word.replaceAll('\u2010', '-'))
    }
  }

  /** True if the parts before and after a hyphen at the end of a line form one word without the hyphen. */
  joins(first: string, second: string): boolean {
    const [a, b] = [first.toLowerCase(), second.toLowerCase()]
    if (this.known.has(a + b)) return true
    if (this.known.has(`${a}-${b}`)) return false
    return !(a.length > 2 && b.length > 2 && this.known.has(a) && this.known.has(b))
  }
}

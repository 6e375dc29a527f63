/** Notes of a document, numbered in the order of their marks, in the form that markdown's survey of footnotes knows. */

export class Notes {
  readonly #bodies: string[] = []

  /** HTML of the mark; `body` is HTML of the note's blocks. */
  add(body: string): string {
    const number = this.#bodies.push(body)
    return `<sup><a href="#fn${number}" id="fnref${number}" role="doc-noteref">${number}</a></sup>`
  }

  /** The list of them, for the end of the document. */
  end(): string {
    if (this.#bodies.length === 0) return ''
    // The sign of a link back: a number at the beginning of a note would be taken for the note's own.
    const items = this.#bodies.map((body, i) => `<li id="fn${i + 1}">^ ${body}</li>\n`)
    return `<section class="footnotes"><ol>${items.join('')}</ol></section>`
  }
}

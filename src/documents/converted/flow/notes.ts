/** The notes of a document, numbered in the order of their references, as HTML that the markdown writer recognizes as footnotes. */

export class Notes {
  readonly #bodies: string[] = []
  readonly #first: number

  /** `first`: number of the first note. */
  constructor(first = 1) {
    this.#first = first
  }

  /** Adds a note and returns the HTML of its reference. `body`: HTML of the note's blocks. */
  add(body: string): string {
    const number = this.#first - 1 + this.#bodies.push(body)
    return `<sup><a href="#fn${number}" id="fnref${number}" role="doc-noteref">${number}</a></sup>`
  }

  end(): string {
    if (this.#bodies.length === 0) return ''
    // The `^` looks like a backlink. Without it, the markdown writer would read a number at the start of a note as the note's own number.
    const items = this.#bodies.map((body, i) => `<li id="fn${this.#first + i}">^ ${body}</li>\n`)
    return `<section class="footnotes"><ol>${items.join('')}</ol></section>`
  }
}

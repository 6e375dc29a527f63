/** The notes of a document, and its comments, which become notes unless the caller leaves them out. */

import { commentsRemoved, type Warning } from '../../contract/warning.ts'
import type { DocumentMeter } from './document-meter.ts'
import { escapeHtml } from './write-html.ts'

export interface Comment {
  /** Empty if unknown. */
  author: string
  html: string
}

const maxAuthorChars = 200

export class Comments {
  readonly areIncluded: boolean
  readonly #meter: DocumentMeter
  /** Number of comments that nothing refers to so far. */
  #missing = 0

  constructor(meter: DocumentMeter, areIncluded = true) {
    this.#meter = meter
    this.areIncluded = areIncluded
  }

  /** Counts comments of the document. A warning reports how many of them were never passed to `mark`. */
  found(count = 1): void {
    this.#missing += count
  }

  /** Adds a comment to the notes and returns the HTML of its reference; empty for a comment without text, or if comments are left out. */
  mark({ author, html }: Comment, notes: { add(body: string): string }): string {
    if (!this.areIncluded) return ''
    this.#missing--
    if (!/[^\s<>]/.test(html.replace(/<[^>]*>/g, ''))) return ''
    const name = author.replace(/\s+/g, ' ').trim().slice(0, maxAuthorChars).toWellFormed()
    const label = escapeHtml(name === '' ? 'Comment: ' : `Comment (${name}): `)
    const mark = notes.add(html.startsWith('<p>') ? `<p>${label}${html.slice('<p>'.length)}` : `<p>${label}</p>${html}`)
    this.#meter.html(label + mark)
    return mark
  }

  get warnings(): Warning[] {
    return commentsRemoved(this.#missing)
  }
}

/** Returns comments with each reply after the comment that it belongs to. */
export function inThreads<Own extends { id: string; parent: string | null }>(comments: readonly Own[]): Own[] {
  const ids = new Set(comments.map(({ id }) => id))
  const replies = Map.groupBy(comments, ({ id, parent }) => (parent !== id && ids.has(parent ?? '') ? parent : null))
  const ordered = new Set<Own>()
  const open = [...(replies.get(null) ?? [])].reverse()
  for (let next = open.pop(); next; next = open.pop()) {
    if (ordered.has(next)) continue
    ordered.add(next)
    for (const reply of (replies.get(next.id) ?? []).reverse()) open.push(reply)
    // Several comments may have the same id.
    replies.delete(next.id)
  }
  // Comments that reply to each other in a circle.
  for (const comment of comments) ordered.add(comment)
  return [...ordered]
}

/** Notes are numbered in the order of their references, and written as HTML that the markdown writer recognizes as footnotes. */
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

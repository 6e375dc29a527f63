/** Turns the slides of a presentation into HTML. */

import { withPageStart } from '../converted/converted-document.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import type { Notes } from '../converted/flow/notes.ts'
import type { DroppedText } from '../converted/hidden-text.ts'
import { noText } from '../converted/refusals.ts'
import { textHtml } from '../converted/text-html.ts'
import { escapeHtml } from '../converted/write-html.ts'

export interface DeckSlide {
  /** Position among the slides that aren't hidden, counted from 1. */
  number: number
  /** Empty for a slide without a title. */
  title: string
  html: string
  notes: string
}

/** Writes each slide under its title. A slide without a title is written under its number. Leaves out empty slides. */
export function convertedDeck(
  slides: readonly DeckSlide[],
  { hidden, notes, meter }: { hidden: DroppedText; notes: Notes; meter: DocumentMeter },
) {
  const filled = slides.filter(({ title, html, notes }) => title !== '' || html !== '' || notes !== '')
  const pages = filled.map(({ number, title, html, notes }) => {
    const heading = `<h2>${textHtml(title === '' ? `Slide ${number}` : title, meter)}</h2>`
    const parts = [heading, html, notes && `<blockquote><p>Notes:</p>\n${notes}</blockquote>`].filter(Boolean)
    return withPageStart(number, parts.join('\n'))
  })
  // Titles that are only slide numbers aren't part of the presentation's text.
  const text = slides.map(({ title, html, notes }) => escapeHtml(title) + html + notes).join('')
  return { html: pages.join('\n') + notes.end(), warnings: [...noText(text), ...hidden.warnings] }
}

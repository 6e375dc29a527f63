/** Turns the slides of a presentation into HTML. */

import type { Warning } from '../../contract/warning.ts'
import { withPageStart } from '../converted/converted-document.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
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
export function deckHtml(slides: readonly DeckSlide[], meter: DocumentMeter): string {
  return slides
    .filter(({ title, html, notes }) => title !== '' || html !== '' || notes !== '')
    .map(({ number, title, html, notes }) => {
      const heading = `<h2>${textHtml(title === '' ? `Slide ${number}` : title, meter)}</h2>`
      const parts = [heading, html, notes && `<blockquote><p>Notes:</p>\n${notes}</blockquote>`].filter(Boolean)
      return withPageStart(number, parts.join('\n'))
    })
    .join('\n')
}

/** Ignores titles that are only slide numbers, because they aren't part of the presentation's text. */
export function deckWarnings(slides: readonly DeckSlide[]): Warning[] {
  return noText(slides.map(({ title, html, notes }) => escapeHtml(title) + html + notes).join(''))
}

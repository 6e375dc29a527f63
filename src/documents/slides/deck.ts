/** The slides of a presentation → HTML. */

import type { Warning } from '../../contract/warning.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { noText } from '../converted/no-text.ts'
import { textHtml } from '../converted/text-html.ts'
import { escapeHtml } from '../converted/write-html.ts'

export interface DeckSlide {
  /** Its place among all slides, hidden ones too, from 1 on. */
  number: number
  /** Empty for a slide without one. */
  title: string
  /** Blocks below the title. */
  html: string
  /** Blocks of its notes. */
  notes: string
}

/** Each under its title, or its number where it has none; one that shows nothing is left out. */
export function deckHtml(slides: readonly DeckSlide[], meter: DocumentMeter): string {
  return slides
    .filter(({ title, html, notes }) => title !== '' || html !== '' || notes !== '')
    .map(({ number, title, html, notes }) => {
      const heading = `<h2>${textHtml(title === '' ? `Slide ${number}` : title, meter)}</h2>`
      return [heading, html, notes && `<blockquote><p>Notes:</p>\n${notes}</blockquote>`].filter(Boolean).join('\n')
    })
    .join('\n')
}

/** A number that stands for a title is no text of the presentation. */
export function deckWarnings(slides: readonly DeckSlide[]): Warning[] {
  return noText(slides.map(({ title, html, notes }) => escapeHtml(title) + html + notes).join(''))
}

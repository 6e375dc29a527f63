/** Turns the runs of one paragraph into HTML. Adjacent runs with the same style share their elements. */

import { typedUrls } from '../../../html/typed-urls.ts'
import type { DocumentMeter } from '../document-meter.ts'
import { escapeHtml, urlHtml } from '../write-html.ts'
import type { ParagraphStyle } from './flow-writer.ts'

/** The style of a run of text, limited to what markdown can express. */
export interface RunStyle {
  bold: boolean
  italic: boolean
  strike: boolean
  raised: 'sup' | 'sub' | null
  code: boolean
  /** URL of the surrounding link. */
  href: string | null
}

export const plainRun: Readonly<RunStyle> = {
  bold: false,
  italic: false,
  strike: false,
  raised: null,
  code: false,
  href: null,
}

/** A run of text, or the HTML of a whole element. A null `style` means that the element goes inside all open elements. */
type Piece = { text: string; style: Readonly<RunStyle> } | { html: string; style: Readonly<RunStyle> | null }

type TextPiece = Extract<Piece, { text: string }>

export class InlineWriter {
  /** True until something other than whitespace is written. */
  isBlank = true
  /** The beginning of its text. */
  plainText = ''
  readonly #pieces: Piece[] = []
  readonly #parts: string[] = []
  readonly #open: string[] = []
  #style: Readonly<RunStyle> = plainRun
  readonly #meter: DocumentMeter

  constructor(meter: DocumentMeter) {
    this.#meter = meter
  }

  text(text: string, style: Readonly<RunStyle>): void {
    if (text === '') return
    this.#meter.text(text)
    if (/\S/.test(text)) this.isBlank = false
    if (this.plainText.length < maxPlainChars) this.plainText += text.slice(0, maxPlainChars)
    this.#pieces.push({ text, style })
  }

  lineBreak(): void {
    this.#pieces.push({ html: '<br>', style: null })
  }

  /** Adds the HTML of a whole element: a formula, a note reference, an image. */
  element(html: string, style: Readonly<RunStyle> = plainRun): void {
    if (html === '') return
    this.#meter.html(html)
    this.isBlank = false
    this.#pieces.push({ html, style: { ...plainRun, href: style.href } })
  }

  /** Closes the paragraph and returns its HTML. Plain-text URLs become links, except in a code paragraph. */
  end(kind: ParagraphStyle['kind'] = 'paragraph'): string {
    // Italics of a whole heading are part of its style.
    if (kind === 'heading' && this.#pieces.every((one) => !('text' in one) || one.style.italic || !one.text.trim()))
      for (const one of this.#pieces) if (one.style) one.style = { ...one.style, italic: false }
    for (let at = 0; at < this.#pieces.length; ) {
      const texts = kind === 'code' ? [] : this.#typedFrom(at)
      const piece = this.#pieces[at] as Piece
      if (texts.length > 0) this.#writeTyped(texts)
      else if ('text' in piece) this.#write(piece.text, piece.style)
      else {
        if (piece.style) this.#enter(piece.style)
        this.#parts.push(piece.html)
      }
      at += Math.max(1, texts.length)
    }
    this.#pieces.length = 0
    this.#close(0)
    return this.#parts.join('')
  }

  /** Returns the runs from `start` onward that a single URL may span. */
  #typedFrom(start: number): TextPiece[] {
    const texts: TextPiece[] = []
    for (let at = start; at < this.#pieces.length; at++) {
      const piece = this.#pieces[at] as Piece
      if (!('text' in piece) || piece.style.href !== null || piece.style.code) break
      if (texts[0] && piece.style.raised !== texts[0].style.raised) break
      texts.push(piece)
    }
    return texts
  }

  /** A URL takes on the style of its first character. */
  #writeTyped(pieces: readonly TextPiece[]): void {
    const urls = typedUrls(pieces.map(({ text }) => text).join(''))
    let next = 0
    let start = 0
    let written = 0
    for (const { text, style } of pieces) {
      const end = start + text.length
      while (written < end) {
        const url = urls[next]
        const stop = url && url.at < end ? url.at : end
        this.#write(text.slice(written - start, stop - start), style)
        written = stop
        if (url?.at !== written) continue
        this.#enter(style)
        this.#parts.push(urlHtml(url))
        written += url.text.length
        next++
      }
      start = end
    }
  }

  #write(text: string, style: Readonly<RunStyle>): void {
    // A whitespace-only run joins the preceding text and gets no style, but markdown has no space at the end of code.
    if (/\S/.test(text) || this.#style.code) this.#enter(style)
    this.#parts.push(escapeHtml(text))
  }

  #enter(style: Readonly<RunStyle>): void {
    if (style === this.#style) return
    this.#style = style
    const tags = tagsOf(style)
    let same = 0
    while (same < tags.length && tags[same] === this.#open[same]) same++
    this.#close(same)
    for (const tag of tags.slice(same)) {
      this.#meter.html(tag)
      this.#open.push(tag)
      this.#parts.push(`<${tag}>`)
    }
  }

  #close(length: number): void {
    while (this.#open.length > length) this.#parts.push(`</${this.#open.pop()?.split(' ', 1)[0]}>`)
  }
}

const maxPlainChars = 300

function tagsOf({ href, bold, italic, strike, raised, code }: Readonly<RunStyle>): string[] {
  const link = href !== null && `a href="${escapeHtml(href)}"`
  const tags = [link, bold && 'strong', italic && 'em', strike && 'del', raised, code && 'code']
  return tags.filter((tag) => typeof tag === 'string')
}

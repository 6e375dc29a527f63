/** The runs of one paragraph → HTML: neighbours of one style share their elements. */

import { escapeHtml } from '../converted/write-html.ts'

/** How a run of text looks, as far as markdown can show it. */
export interface RunStyle {
  bold: boolean
  italic: boolean
  strike: boolean
  raised: 'sup' | 'sub' | null
  code: boolean
  /** Address of the link around it. */
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

export class InlineWriter {
  /** Whether nothing but white space was written. */
  isBlank = true
  /** The beginning of its text. */
  plainText = ''
  readonly #parts: string[] = []
  /** Start tags of the open elements, the outermost first. */
  readonly #open: string[] = []
  #style: Readonly<RunStyle> = plainRun

  text(text: string, style: Readonly<RunStyle>): void {
    if (text === '') return
    const isSpace = !/\S/.test(text)
    // White space alone belongs to what stands before it: it has no style of its own.
    if (!isSpace) this.#enter(style)
    if (!isSpace) this.isBlank = false
    if (this.plainText.length < maxPlainChars) this.plainText += text.slice(0, maxPlainChars)
    this.#parts.push(escapeHtml(text))
  }

  lineBreak(): void {
    this.#parts.push('<br>')
  }

  /** HTML of a whole element: a formula, a note's mark, a picture. */
  element(html: string, style: Readonly<RunStyle> = plainRun): void {
    if (html === '') return
    this.#enter({ ...plainRun, href: style.href })
    this.isBlank = false
    this.#parts.push(html)
  }

  end(): string {
    this.#close(0)
    return this.#parts.join('')
  }

  #enter(style: Readonly<RunStyle>): void {
    if (style === this.#style) return
    this.#style = style
    const tags = tagsOf(style)
    let same = 0
    while (same < tags.length && tags[same] === this.#open[same]) same++
    this.#close(same)
    for (const tag of tags.slice(same)) {
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
  const tags: string[] = []
  if (href !== null) tags.push(`a href="${escapeHtml(href)}"`)
  if (bold) tags.push('strong')
  if (italic) tags.push('em')
  if (strike) tags.push('del')
  if (raised !== null) tags.push(raised)
  if (code) tags.push('code')
  return tags
}

/** A picture, by what it shows; nothing for one that says nothing. */
export function pictureHtml(alt: string | null | undefined): string {
  const text = (alt ?? '').replace(writtenByMachine, '').replace(/\s+/g, ' ').trim()
  return text === '' || isFileName.test(text)
    ? ''
    : `<img data-embedded alt="${escapeHtml(text.slice(0, maxAltChars))}">`
}

const maxAltChars = 2000
const isFileName = /^[\w./\\%-]{1,300}\.(?:png|jpe?g|gif|svg|webp|tiff?|bmp|emf|wmf)$/i
// Word's own remark behind a description that it has guessed.
const writtenByMachine =
  /\s*(?:Description automatically generated(?: with \w+ confidence)?|AI-generated content may be incorrect\.?)\s*$/i

/** Converts a block's text with its marks to a line that doesn't depend on how the marks are nested. */

import type { Element } from 'domhandler'
import { comparableUrl, isAddressItself } from './addresses.ts'
import type { TreeDetail } from './page-tree.ts'

export interface Marks {
  /** The link around the text, and its element's number. */
  link: string
  linkId: number
  /** Number of the code element around the text, or 0 outside code. */
  codeId: number
  strong: boolean
  em: boolean
  del: boolean
  /** True if emphasis is ignored. */
  isPlain?: boolean
}

export const noMarks: Marks = { link: '', linkId: 0, codeId: 0, strong: false, em: false, del: false }

interface MarkedText extends Pick<Marks, 'link' | 'linkId' | 'codeId'> {
  text: string
  /** Strong, em and del on letters and digits. Delimiters next to punctuation may be on either side of it. */
  emphasis: string
  /** True for an image, which counts as one character. */
  isImage?: boolean
}

const isWord = /[\p{L}\p{N}]/u
const codeNames = new Set(['code', 'kbd', 'samp', 'tt'])

export class InlineText {
  private readonly without: ReadonlySet<TreeDetail>
  private parts: MarkedText[] = []
  private elements = 0

  constructor(without: ReadonlySet<TreeDetail>) {
    this.without = without
  }

  add(text: string, marks: Marks): void {
    this.push(text.replace(/\s+/g, ' '), marks)
  }

  breakLine(marks: Marks): void {
    this.push(this.without.has('line breaks') ? ' ' : '⏎', marks)
  }

  addImage({ src = '', alt = '', title }: Element['attribs'], { link, linkId }: Marks): void {
    if (this.without.has('images')) return
    const text = `⟦img ${collapsed(alt)} ${comparableUrl(src)}${this.titlePart(title)}⟧`
    const isLinked = !this.without.has('image links')
    this.parts.push({ text, link: isLinked ? link : '', linkId, codeId: 0, emphasis: '', isImage: true })
  }

  /** Returns the marks inside an element. */
  marksOf({ name, attribs }: Element, marks: Marks): Marks {
    if (name === 'a' && attribs.href !== undefined && !this.without.has('links')) {
      return { ...marks, link: comparableUrl(attribs.href) + this.titlePart(attribs.title), linkId: ++this.elements }
    }
    if (name === 'strong' || name === 'b') return { ...marks, strong: true }
    if (name === 'em' || name === 'i') return { ...marks, em: true }
    if (name === 'del' || name === 's') return { ...marks, del: true }
    return codeNames.has(name) && !this.without.has('code') ? { ...marks, codeId: ++this.elements } : marks
  }

  private titlePart(title: string | undefined): string {
    return this.without.has('titles') || !title ? '' : ` "${collapsed(title)}"`
  }

  private push(text: string, { link, linkId, codeId, strong, em, del, isPlain }: Marks): void {
    const hasEmphasis = !isPlain && !this.without.has('emphasis')
    const emphasis = hasEmphasis ? `${strong ? 'b' : ''}${em ? 'i' : ''}${del ? 's' : ''}` : ''
    this.parts.push({ text, link, linkId, codeId, emphasis })
  }

  /** Returns the line and starts a new one. */
  take(): string {
    const { parts } = this
    this.parts = []
    const texts = unlinked(parts)
    if (this.without.has('delimiters')) for (const part of texts) part.text = part.text.replace(/[*_~]/g, '')
    return merged(withoutSpaces(texts, !this.without.has('spaces')))
  }
}

const collapsed = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Replaces GFM's autolinked URLs with plain text, on both sides of the comparison. */
function unlinked(parts: readonly MarkedText[]): MarkedText[] {
  const texts = new Map<number, string>()
  for (const { linkId, text } of parts) if (linkId > 0) texts.set(linkId, (texts.get(linkId) ?? '') + text)
  return parts.map((part) => {
    const isItself = part.link !== '' && isAddressItself(texts.get(part.linkId)?.trim() ?? '', part.link)
    return isItself ? { ...part, link: '', linkId: 0 } : part
  })
}

/** Collapses each run of spaces into one, and removes them at the ends of lines, links, images and code. */
function withoutSpaces(parts: readonly MarkedText[], keepsSpaces: boolean): MarkedText[] {
  const kept: MarkedText[] = []
  for (const part of parts) {
    for (const char of part.isImage ? [part.text] : part.text) {
      const last = kept.at(-1)
      if (char === ' ') {
        if (last?.text === ' ' && last.codeId > 0) kept.pop()
        if (keepsSpaces && kept.length > 0 && kept.at(-1)?.text !== '⏎' && kept.at(-1)?.text !== ' ')
          kept.push({ ...part, text: char })
        continue
      }
      if (char === '⏎' && last?.text === ' ') kept.pop()
      if (char !== '⏎' || kept.length > 0) kept.push({ ...part, text: char })
    }
  }
  while (kept.at(-1)?.text === ' ' || kept.at(-1)?.text === '⏎') kept.pop()
  return kept.flatMap((char, at) => {
    if (char.text !== ' ') return [char]
    const [before, after] = [kept[at - 1], kept[at + 1]]
    if (!before || !after || !isKept(char, before, after)) return []
    // A space at the edge of a link isn't part of the link.
    return [before.linkId === after.linkId && char.linkId === after.linkId ? char : { ...char, link: '', linkId: 0 }]
  })
}

/** A space may be missing next to an image, between two links or code spans, and at the edge of code. */
function isKept(space: MarkedText, before: MarkedText, after: MarkedText): boolean {
  if (before.isImage || after.isImage) return false
  if (before.codeId > 0 && after.codeId > 0) return before.codeId === after.codeId
  if (space.codeId > 0) return false
  return before.linkId === 0 || after.linkId === 0 || before.linkId === after.linkId
}

/** Returns the characters, with their marks where these change. */
function merged(chars: readonly MarkedText[]): string {
  let line = ''
  let frame = ''
  let emphasis = ''
  for (const char of chars) {
    const own = `${char.codeId > 0 ? 'code' : ''}${char.link && ` ${char.link}`}`
    if (own !== frame) line += `${frame && '⟩'}${own && `⟨${own}|`}`
    frame = own
    if (!char.isImage && char.codeId === 0 && char.emphasis !== emphasis && isWord.test(char.text)) {
      ;({ emphasis } = char)
      line += `{${emphasis}}`
    }
    line += char.text
  }
  return `${line}${frame && '⟩'}`.trim()
}

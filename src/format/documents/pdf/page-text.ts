/** What pdf.js reads of a page → text in lines, without the characters that mean nothing. */

import type { PDFPageProxy } from 'unpdf/pdfjs'

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>

// A font that does not say which characters its codes are gives the codes themselves: control characters and unassigned ones among them.
const unreadable = /[\p{Cc}\p{Cn}\p{Cs}]/gu
const lineForms = /\r\n?|[\u2028\u2029]/g

export class PageReader {
  /** Characters that were left out. */
  unreadableChars = 0

  textOf({ items }: TextContent): string {
    const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')
    return this.readable(text)
  }

  readable(text: string): string {
    return text
      .replace(lineForms, '\n')
      .replace(unreadable, (char) => {
        if (char === '\n' || char === '\t') return char
        this.unreadableChars++
        return ''
      })
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  }
}

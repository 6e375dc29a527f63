/** Reads the structure of markdown with micromark and cheerio. */

import { type CheerioAPI, load } from 'cheerio'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

export interface Row {
  cells: string[]
  /** True for the head of its table. */
  isHead: boolean
}

export interface Found {
  headings: { level: number; text: string }[]
  items: { depth: number; ordered: boolean; text: string }[]
  /** Rows that are not empty. */
  tables: Row[][]
  codes: string[]
  text: string
}

const html = (markdown: string): string =>
  micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true })

export function parse(markdown: string): Found {
  const $ = load(html(markdown))
  $('#footnote-label, [data-footnote-backref], sup:has([data-footnote-ref])').remove()
  $('br').replaceWith('\n')
  const found: Found = {
    headings: $('h1,h2,h3,h4,h5,h6')
      .get()
      .map((node) => ({ level: Number(node.tagName.slice(1)), text: $(node).text().trim() })),
    items: itemsOf($),
    tables: $('table')
      .get()
      .map((table) =>
        $(table)
          .find('tr')
          .get()
          .map((row) => ({
            isHead: $(row).has('th').length > 0,
            cells: $(row)
              .find('th,td')
              .get()
              .map((cell) => $(cell).text().trim()),
          }))
          .filter(({ cells }) => cells.some((cell) => cell !== '')),
      ),
    codes: $('pre')
      .get()
      .map((node) => $(node).text()),
    text: '',
  }
  $('h1,h2,h3,h4,h5,h6,p,li,td,th,pre,div,blockquote').append('\n')
  return { ...found, text: $.root().text() }
}

function itemsOf($: CheerioAPI): Found['items'] {
  return $('li')
    .get()
    .filter((item) => $(item).closest('[data-footnotes]').length === 0)
    .map((item) => {
      const own = $(item).clone()
      own.find('ul,ol,pre,table').remove()
      const parents = $(item).parents('ul,ol')
      return { depth: parents.length, ordered: parents.first().is('ol'), text: own.text().trim() }
    })
}

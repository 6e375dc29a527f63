/** Converts pages like a program that people write themselves: cheerio removes what isn't text, and turndown converts the rest. */

import { load } from 'cheerio'
import Turndown from 'turndown'

const turndown = new Turndown()

/** Returns a page's text as markdown, without its navigation. */
export function toMarkdown(html) {
  const $ = load(html)
  $('script, style, noscript, nav, footer, aside').remove()
  return turndown.turndown($.html())
}

/** What people put together themselves: cheerio removes what isn't text, and turndown converts the rest with its defaults. */

import { load } from 'cheerio'
import Turndown from 'turndown'

const turndown = new Turndown()

/** Returns a page's text as markdown, without its navigation. */
export function toMarkdown(html) {
  const $ = load(html)
  $('script, style, noscript, nav, footer, aside').remove()
  return turndown.turndown($.html())
}

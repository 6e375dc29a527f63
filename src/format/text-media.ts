/** What is given for a page that is not HTML but text: itself, its links, its e-mail addresses (docs/api.md, Media other than HTML). */

import type { Content, Output } from '../contract/scrape.ts'
import { ServiceError } from '../errors.ts'
import type { Page } from '../page.ts'
import { emailsInText } from './emails/emails.ts'
import type { FormatRequest, Formatted } from './formatted.ts'
import { filterLinks } from './links/links.ts'
import { linksInCsv, linksInMarkdown, linksInText } from './links/text-links.ts'

type Reader = (text: string, page: Page) => Content

const readers: Partial<Record<Output, Reader>> = {
  markdown: (text) => text,
  raw_html: (text) => text,
  links: linksOf,
  all_links: linksOf,
  internal_links: (text, page) => filterLinks(linksOf(text, page), 'internal'),
  external_links: (text, page) => filterLinks(linksOf(text, page), 'external'),
  emails: emailsInText,
  email_addresses: emailsInText,
}

/**
 * The text unchanged, or what is found in it. Throws unsupported_content_type for outputs that need HTML,
 * selector_not_matched when there is a selector: text has no elements.
 */
export function formatTextMedia(text: string, page: Page, request: FormatRequest): Formatted {
  const read = readers[request.output]
  if (!read) {
    const message = `Output ${request.output} needs HTML; the page is ${page.mediaType}`
    throw new ServiceError('unsupported_content_type', message)
  }
  if (request.cssSelector !== null) {
    const message = `css_selector matches nothing: the page is ${page.mediaType}, not HTML`
    throw new ServiceError('selector_not_matched', message, { param: 'css_selector' })
  }
  return { title: null, content: read(text, page), warnings: [] }
}

function linksOf(text: string, { mediaType, finalUrl }: Page) {
  if (/markdown$/.test(mediaType)) return linksInMarkdown(text, finalUrl)
  return mediaType === 'text/csv' ? linksInCsv(text, finalUrl) : linksInText(text, finalUrl)
}

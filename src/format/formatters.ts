/** The table of formatters: how each output is made from a page, and from text that isn't HTML. */

import type { Element } from 'domhandler'
import { plainText } from '../content/plain-text.ts'
import type { Content } from '../contract/list-items.ts'
import { markdownParametersOf } from '../contract/page-parts.ts'
import type { Output } from '../contract/scrape.ts'
import { hiddenTextRemoved } from '../contract/warning.ts'
import { CharacterBudget } from '../html/character-budget.ts'
import type { Document } from '../html/document.ts'
import type { policies } from '../html/visibility/policies.ts'
import { isMarkdown } from '../page/media-kind.ts'
import type { Page } from '../page/page.ts'
import { collectEmails, emailsInText } from './emails/emails.ts'
import { fieldValues, missingValues } from './fields/field-values.ts'
import type { FormatRequest } from './format-request.ts'
import { formatCleanHtml } from './html/clean-html.ts'
import { outerHtml } from './html/serialise.ts'
import { collectImages } from './images/images.ts'
import { collectLinks, filterLinks } from './links/links.ts'
import { linksInTextMedia } from './links/text-links.ts'
import { emptyMetadata, readMetadata } from './metadata/metadata.ts'
import { type FormatterInput, pageMarkdown } from './page-markdown.ts'

interface Formatter {
  /** The policy that decides which hidden text the output leaves out. */
  policy: keyof typeof policies
  html(page: FormatterInput): Content
  /** Formats a string that isn't HTML. Missing if the output needs HTML. */
  text?(text: string, page: Page): Content
  empty(): Content
}

const emptyText = () => ''
const emptyList = () => []
const links = ({ document, roots, view }: FormatterInput) => collectLinks(document, roots, view)
const allLinks: Formatter = { policy: 'links', html: links, text: linksInTextMedia, empty: emptyList }
const linksOfSide = (side: 'internal' | 'external'): Formatter => ({
  policy: 'links',
  html: (page) => filterLinks(links(page), side),
  text: (text, page) => filterLinks(linksInTextMedia(text, page), side),
  empty: emptyList,
})
const emails: Formatter = {
  policy: 'emails',
  html: ({ document, roots, view }) => collectEmails(document, roots, view),
  text: emailsInText,
  empty: emptyList,
}

export const formatters: Readonly<Record<Output, Formatter>> = {
  markdown: { policy: 'markdown', html: pageMarkdown, text: (text) => text, empty: emptyText },
  text: {
    policy: 'markdown',
    html: (page) =>
      plainText(
        pageMarkdown({
          ...page,
          markdown: markdownParametersOf({ ...page.markdown, include_links: false, include_images: false }),
        }),
      ),
    text: (text, { mediaType }) => (isMarkdown(mediaType) ? plainText(text) : text),
    empty: emptyText,
  },
  raw_html: { policy: 'everything', html: rawHtml, text: (text) => text, empty: emptyText },
  clean_html: { policy: 'cleanHtml', html: cleanHtml, empty: emptyText },
  html_head_metadata_json: { policy: 'everything', html: ({ whole }) => readMetadata(whole), empty: emptyMetadata },
  links: allLinks,
  all_links: allLinks,
  internal_links: linksOfSide('internal'),
  external_links: linksOfSide('external'),
  emails,
  email_addresses: emails,
  images: {
    policy: 'images',
    html: ({ document, roots, view }) => collectImages(document, roots, view),
    empty: emptyList,
  },
  screenshot: { policy: 'markdown', html: () => ({}), empty: () => ({}) },
}

/** The formatter of an output. With `extract_rules`, the request's own output has the values of its fields. */
export function formatterOf(name: Output, { output, fields }: FormatRequest): Formatter {
  if (fields === undefined || name !== output) return formatters[name]
  return { policy: 'markdown', html: (page) => fieldValues(page, fields), empty: () => missingValues(fields) }
}

function cleanHtml({ document, roots, view, forModel, warnings }: FormatterInput): string {
  const budget = new CharacterBudget(document)
  const parts = roots.map((root) => formatCleanHtml(document, root, view, budget))
  if (!forModel) warnings.push(...hiddenTextRemoved(parts.reduce((sum, { hiddenLength }) => sum + hiddenLength, 0)))
  return parts.map(({ html }) => html).join('\n')
}

function rawHtml({ document, matches, roots, view, forModel }: FormatterInput): string {
  if (forModel) {
    const budget = new CharacterBudget(document)
    return roots.map((root) => outerHtml(root, view, budget)).join('\n')
  }
  return matches ? matches.map((element) => sourceOf(element, document)).join('\n') : document.source
}

/** Returns the element's own source. An element added by the parser (`tbody`) has no source and is serialized. */
function sourceOf(element: Element, { source }: Document): string {
  const location = element.sourceCodeLocation
  return location ? source.slice(location.startOffset, location.endOffset) : outerHtml(element)
}

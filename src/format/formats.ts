/** A page and the name of an output → that output: one tree, one table of formatters. */

import type { Element, ParentNode } from 'domhandler'
import type { Content, Metadata, Output } from '../contract/scrape.ts'
import type { Warning } from '../contract/warning.ts'
import type { Document } from '../document/document.ts'
import { isHtml, isTextMedia } from '../document/media-kind.ts'
import { decodeBody } from '../document/parse/decode.ts'
import { parseDocument } from '../document/parse/parse.ts'
import { challengeInText, findAnnouncedChallenge, findChallenge } from '../document/recognize/challenge.ts'
import { looksLikeShell } from '../document/recognize/shell.ts'
import { selectAll } from '../document/select/select.ts'
import { isElement } from '../document/traverse.ts'
import { ServiceError } from '../errors.ts'
import type { Page } from '../page.ts'
import { isAllHidden } from '../visibility/hidden.ts'
import { findUnseen, removeAll, type Unseen } from '../visibility/seen.ts'
import { showLater } from '../visibility/shown-later.ts'
import { describedMarkdown, statedMarkdown } from './described.ts'
import { collectEmails } from './emails/emails.ts'
import type { FormatRequest, Formatted } from './formatted.ts'
import { formatCleanHtml, outerHtml } from './html/clean-html.ts'
import { collectLinks, filterLinks } from './links/links.ts'
import { findMainContent } from './main-content/main-content.ts'
import { formatMarkdown, type MarkdownOptions } from './markdown/markdown.ts'
import { readMetadata, readTitle } from './metadata/metadata.ts'
import { pdfText } from './pdf/pdf.ts'
import { formatTextMedia } from './text-media.ts'

export type { FormatRequest, Formatted } from './formatted.ts'

/**
 * The page in the output that was asked for.
 * Throws unsupported_content_type, selector_not_matched, target_blocked for a challenge page, invalid_response when the
 * page is too complex to read.
 */
export async function formatPage(page: Page, request: FormatRequest): Promise<Formatted> {
  refuseChallenge(findAnnouncedChallenge(page))
  if (page.status === 204 || page.body.byteLength === 0) {
    return { title: null, content: emptyContent(request.output), warnings: [] }
  }
  if (isHtml(page.mediaType)) return formatHtml(page, request)
  if (page.mediaType === 'application/pdf') return formatTextMedia(await pdfText(page.body), page, request)
  if (isTextMedia(page.mediaType)) {
    const text = decodeBody(page)
    refuseChallenge(challengeInText(text))
    return formatTextMedia(text, page, request)
  }
  throw new ServiceError('unsupported_content_type', `The target answered with ${page.mediaType}, which is not read`)
}

function refuseChallenge(name: string | null): void {
  if (name === null) return
  throw new ServiceError('target_blocked', `The target answered with a challenge page: ${name}`)
}

/** What a formatter reads. */
interface Reading {
  page: Page
  document: Document
  /** Matches of the selector, outermost ones in document order; null without a selector. */
  matches: Element[] | null
  mainContent: boolean
  /** For a language model: what is left out. Else null. */
  unseen: Unseen['nodes'] | null
  warnings: Warning[]
}

type Formatter = (reading: Reading) => Content

const links = ({ document, matches }: Reading) => collectLinks(document, matches ?? [document.root])
const emails: Formatter = ({ document, matches }) => collectEmails(document, matches ?? [document.root])

const formatters: Record<Output, Formatter> = {
  markdown,
  raw_html: ({ document, matches, unseen }) => {
    if (unseen) return (matches ?? [document.root]).map(outerHtml).join('\n')
    return matches ? matches.map((element) => sourceOf(element, document)).join('\n') : document.source
  },
  clean_html: ({ document, matches }) =>
    (matches ?? [document.root]).map((root) => formatCleanHtml(document, root)).join('\n'),
  html_head_metadata_json: ({ document }) => readMetadata(document),
  links,
  all_links: links,
  internal_links: (reading) => filterLinks(links(reading), 'internal'),
  external_links: (reading) => filterLinks(links(reading), 'external'),
  emails,
  email_addresses: emails,
}

function formatHtml(
  page: Page,
  { output, cssSelector, mainContent, readsChallenges, forModel = false }: FormatRequest,
): Formatted {
  const source = decodeBody(page)
  const document = parseDocument(source, page.finalUrl, {
    locations: output === 'raw_html' && cssSelector !== null && !forModel,
    noscript: !page.rendered,
  })
  if (!readsChallenges) refuseChallenge(challengeInText(source) ?? findChallenge(document, page))
  const matches = cssSelector === null ? null : selectAll(document, cssSelector)
  if (matches?.length === 0) {
    throw new ServiceError('selector_not_matched', 'The page has no match for css_selector', { param: 'css_selector' })
  }
  const isShell = !page.rendered && looksLikeShell(document)
  if (output === 'markdown') showLater(document)
  const found = forModel ? findUnseen(document, page) : null
  const unseen = found?.nodes ?? null
  const warnings: Warning[] = found?.warnings ?? []
  // Main content is found by what surrounds it, hidden or not: markdown leaves out while it writes.
  if (unseen && output !== 'markdown') removeAll(unseen)
  const content = bounded(formatters[output]({ page, document, matches, mainContent, unseen, warnings }))
  if (isShell) {
    warnings.push({
      code: 'needs_javascript',
      message: 'The page is an empty shell that scripts fill: ask with render_js=true',
    })
  }
  const title = readTitle(document)?.slice(0, maxTitleChars).toWellFormed() ?? null
  return { title, content, warnings, ...(forModel ? { metadata: readMetadata(document) } : {}) }
}

/** The title stands beside every piece of the content: it must not be the larger part. */
const maxTitleChars = 1000

/** A page of 2 MB with a long `<base>` makes 200 MB of absolute links. */
const maxContentChars = 32 * 1024 * 1024

function bounded(content: Content): Content {
  const length = typeof content === 'string' ? content.length : JSON.stringify(content).length
  if (length <= maxContentChars) return content
  throw new ServiceError('response_too_large', `The page makes more than ${maxContentChars} characters of this output`)
}

function markdown({ document, matches, mainContent, unseen, warnings }: Reading): string {
  const keepsHidden = isAllHidden(document)
  const removed = new Set([...(unseen ?? [])].filter(isElement))
  if (matches) return joinMarkdown(document, matches, { removed, keepsHidden }, '\n', warnings)
  if (!mainContent) return wholeMarkdown(document, { removed, keepsHidden }, warnings)
  const main = findMainContent(document, { keepsHidden })
  const all = new Set([...main.removed, ...removed])
  const text = joinMarkdown(document, main.roots, { removed: all, keepsHidden }, '\n\n', warnings)
  if (text === '' || keepsHidden || main.confidence < 0.5) {
    warnings.push({
      code: 'main_content_uncertain',
      message: keepsHidden
        ? 'Nearly all text of the page is hidden until its scripts have run: it was kept'
        : 'The main content could not be told from the rest of the page for certain',
    })
  }
  // What no visitor sees is not for a model: it reads the page alone.
  if (!unseen && isLittle(text))
    return statedMarkdown(document) || text || wholeMarkdown(document, { removed, keepsHidden }, warnings)
  if (text !== '' && !unseen) return text
  const whole = wholeMarkdown(document, { removed, keepsHidden }, warnings)
  // A model finds its way about a whole page, and what was cut away it can't find.
  return text.length < whole.length * littleOfPage ? whole : text
}

/** True for fewer than 25 words: an article's page says more, unless scripts are to bring it. */
function isLittle(text: string): boolean {
  return text.length < 500 && text.split(/\s+/).length < 25
}

/** Of a whole page: less than this is no main content that a question can be put to. */
const littleOfPage = 0.15

/** The whole body; when nothing is left of it, with what is hidden or said only where scripts don't run; then what its head says. */
function wholeMarkdown(document: Document, options: MarkdownOptions, warnings: Warning[]): string {
  const shown = joinMarkdown(document, [document.root], options, '\n\n', warnings)
  if (shown !== '') return shown
  return joinMarkdown(document, [document.root], { keepsHidden: true }, '\n\n', []) || describedMarkdown(document)
}

const hiddenWorthTelling = 40

function joinMarkdown(
  document: Document,
  roots: ParentNode[],
  options: MarkdownOptions,
  separator: string,
  warnings: Warning[],
): string {
  const told = new Set<Element | string>()
  const pieces = roots.map((root) => formatMarkdown(document, root, { ...options, told }))
  const hiddenLength = pieces.reduce((sum, piece) => sum + piece.hiddenLength, 0)
  if (hiddenLength >= hiddenWorthTelling && !warnings.some(({ code }) => code === 'hidden_text_removed')) {
    warnings.push({
      code: 'hidden_text_removed',
      message: `${hiddenLength} characters of text that no visitor sees were left out`,
    })
  }
  return pieces
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join(separator)
}

/** The element as it stands in the source; one that the parser made up is written out. */
function sourceOf(element: Element, { source }: Document): string {
  const location = element.sourceCodeLocation
  return location ? source.slice(location.startOffset, location.endOffset) : outerHtml(element)
}

function emptyContent(output: Output): Content {
  if (output === 'html_head_metadata_json') return structuredClone(noMetadata)
  return output === 'markdown' || output === 'raw_html' || output === 'clean_html' ? '' : []
}

const noMetadata: Metadata = {
  title: null,
  description: null,
  canonical: null,
  language: null,
  author: null,
  published_at: null,
  site_name: null,
  favicon: null,
  open_graph: {},
  twitter: {},
  json_ld: [],
  alternates: [],
}

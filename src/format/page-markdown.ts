/** Returns the markdown of a page: of its main content or, if that is too little, of the whole page or its metadata. */

import type { Element, ParentNode } from 'domhandler'
import type { PageStart } from '../content/outline.ts'
import type { MarkdownParameters } from '../contract/page-parts.ts'
import { continuesOnNextPage, hiddenTextRemoved, severalArticles, type Warning } from '../contract/warning.ts'
import { resolveUrl, withoutFragment } from '../html/absolute-url.ts'
import type { Document } from '../html/document.ts'
import { firstText } from '../html/traverse.ts'
import { withoutInvisible } from '../html/visibility/invisible-characters.ts'
import type { PageView } from '../html/visibility/page-view.ts'
import { findMainContent } from './main-content/main-content.ts'
import type { PageKind } from './main-content/page-kind.ts'
import { takePageStarts } from './markdown/elements/page-mark.ts'
import { nodesToMark, placeOfMark } from './markdown/fragment.ts'
import { formatMarkdown, type MarkdownOptions } from './markdown/markdown.ts'
import { escapeMarkdown } from './markdown/syntax/escape.ts'
import { articleBodyOf } from './metadata/json-ld-fields.ts'
import { readOwnMetadata } from './metadata/metadata.ts'

/** The input of formatters: an opened HTML page, or a selector's matches in it. */
export interface FormatterInput {
  document: Document
  /** The document before `exclude_selector` was applied, for reading facts that the page states about itself. */
  whole: Document
  /** The selector's outermost matches, in document order: only these are formatted. Null for the whole page. */
  matches: readonly Element[] | null
  roots: readonly ParentNode[]
  /** Markdown only: limits the output to the main content. */
  mainContent: boolean
  /** Markdown only: parameters for its rules. */
  markdown?: MarkdownParameters | undefined
  view: PageView
  /** The element that the URL's fragment names, and its offset in each markdown text made from the page; null if that text lacks it. */
  fragment?: { element: Element; offsets: Map<unknown, number | null> } | undefined
  /** Receives where the document's pages begin in each markdown text made from it, if the output must show this. */
  pageStarts?: Map<unknown, readonly PageStart[]> | undefined
  /** True if a language model reads the result. */
  forModel: boolean
  /** The formatter adds to these warnings. */
  warnings: Warning[]
}

/**
 * Returns the selector's matches, or else the main content if requested and found, or else the whole body, or else the page's metadata.
 * Metadata isn't used if parts were excluded, because it could contain them. May warn with main_content_uncertain or hidden_text_removed.
 */
export function pageMarkdown(input: FormatterInput): string {
  const { matches, mainContent, view, markdown, forModel } = input
  if (matches) return joinMarkdown(input, matches, { view, parameters: markdown }, '\n')
  if (!mainContent) return wholeMarkdown(input)
  const text = mainMarkdown(input)
  if (forModel) {
    // A model can find the answer in a whole page, but not in parts that were left out.
    const whole = wholeMarkdown(input)
    return text.length < whole.length * minShareForModel ? whole : text
  }
  // A page with an article has at least 25 words, unless scripts load the article.
  if (text.length >= 500 || text.split(/\s+/).length >= 25) return text
  return articleMarkdown(input) || text || wholeMarkdown(input)
}

/** If the main content is a smaller share of the page, it isn't enough for a model to answer from. */
const minShareForModel = 0.15

const textKinds = new Set<PageKind>(['article', 'documentation'])

function mainMarkdown(input: FormatterInput): string {
  const { document, view, markdown, warnings } = input
  const { roots, removed, confidence, furtherArticles, analysis } = findMainContent(document, view)
  if (furtherArticles > 0) warnings.push(severalArticles(furtherArticles))
  const nextPart = analysis && textKinds.has(analysis.kind.kind) ? nextPartOf(document) : null
  if (nextPart !== null) warnings.push(continuesOnNextPage(nextPart))
  const text = joinMarkdown(input, roots, { removed, view, parameters: markdown }, '\n\n')
  if (text === '' || view.keepsHidden || confidence < 0.5) {
    warnings.push({
      code: 'main_content_uncertain',
      message: 'The main content could not be reliably distinguished from the rest of the page',
    })
  }
  return text
}

/**
 * Returns the whole body. If it's empty, retries with `noscript` and, unless a language model reads the result, with hidden text. If that
 * is empty too, returns the page's description.
 */
function wholeMarkdown(input: FormatterInput): string {
  const { document, view, markdown, forModel } = input
  const visible = joinMarkdown(input, [document.root], { view, parameters: markdown }, '\n\n')
  if (visible !== '') return visible
  const all = { view: forModel ? view : view.by('everything'), parameters: markdown, keepsFallbacks: true }
  return joinMarkdown({ ...input, warnings: [] }, [document.root], all, '\n\n') || descriptionMarkdown(input)
}

/** Also finds where the element named by the URL's fragment begins. */
function joinMarkdown(
  { document, fragment, pageStarts, warnings }: FormatterInput,
  roots: readonly ParentNode[],
  options: MarkdownOptions,
  separator: string,
): string {
  const { parts, hiddenLength } = formatMarkdown(document, roots, { ...options, marksPages: pageStarts !== undefined })
  if (!warnings.some(({ code }) => code === 'hidden_text_removed'))
    warnings.push(...hiddenTextRemoved(hiddenLength + (document.framedHiddenChars ?? 0)))
  // Text nodes in the tree are clean at this point, but attributes aren't.
  const written = withoutInvisible(parts.join(separator))
  const { markdown, starts } = pageStarts ? takePageStarts(written) : { markdown: written, starts: [] }
  pageStarts?.set(markdown, starts)
  if (fragment) {
    const marked = formatMarkdown(document, roots, { ...options, marked: nodesToMark(fragment.element) })
    fragment.offsets.set(markdown, placeOfMark(markdown, withoutInvisible(marked.parts.join(separator))))
  }
  return markdown
}

function descriptionMarkdown({ document, whole }: FormatterInput): string {
  if (document !== whole) return ''
  const { title, description, open_graph } = readOwnMetadata(document)
  const [ofOpenGraph = ''] = [open_graph['og:description'] ?? ''].flat()
  const [own, other] = [(description ?? '').trim(), ofOpenGraph.trim()]
  const longest = other.length > own.length ? other : own
  return longest === '' ? '' : titledMarkdown(title, [longest])
}

const minArticleWords = 100

/** Returns the full article from the page's JSON-LD, under the title; empty if it has fewer than 100 words. */
function articleMarkdown({ document, whole }: FormatterInput): string {
  if (document !== whole) return ''
  const { title, json_ld } = readOwnMetadata(document)
  const body = articleBodyOf(json_ld)
  return body.trim().split(/\s+/).length < minArticleWords ? '' : titledMarkdown(title, body.split(/\s*\n\s*/))
}

function titledMarkdown(title: string | null, paragraphs: readonly string[]): string {
  const toLine = (text: string) =>
    escapeMarkdown(text.replace(/\s+/g, ' ').trim(), { startsLine: true, insideLink: false })
  const lines = paragraphs.map(toLine).filter((line) => line !== '')
  return withoutInvisible([...(title ? [`# ${toLine(title)}`] : []), ...lines].join('\n\n'))
}

/** The number at the end of a part's URL: `/2`, `/page/2/`, `?page=2`, `-2.html`. */
const partNumber = /(?:[-_,/?&](?:page|part|p|pg|seite)?[-_/=]?)(\d{1,3})(\/?|\.\w{2,5})$/i
/** Matches any `href` that such a URL may be written as. */
const endsInNumber = /\d(?:\/|\.\w{2,5})?\s*(?:#|$)/
const extension = /\/?$|\.\w{2,5}$/

/**
 * Returns the URL of an article's next part, if the page links to it. The link must have `rel=next`, or its text must be a number. The URL
 * must be this page's URL, or the URL of the first part, with the next number. Null for the home page, because its next page lists older
 * articles.
 */
export function nextPartOf(document: Document): string | null {
  const own = withoutFragment(document.url)
  const number = Number(partNumber.exec(own)?.[1] ?? Number.NaN)
  const bases = [{ stem: own.replace(extension, ''), next: 2 }]
  if (number > 1) bases.push({ stem: own.replace(partNumber, ''), next: number + 1 })
  const { elements } = document
  for (const element of [...elements.named('link'), ...elements.named('a')]) {
    const { rel = '', href } = element.attribs
    // These quick tests reject nearly all links.
    if (href === undefined || !endsInNumber.test(href)) continue
    if (!(rel !== '' && /\bnext\b/i.test(rel)) && !/^\s*\d{1,3}\s*$/.test(firstText(element))) continue
    const url = withoutFragment(resolveUrl(document, href) ?? '')
    const found = partNumber.exec(url)
    const isNext = bases.some(({ stem, next }) => {
      const isOfText = found?.[1] === String(next) && url.slice(0, found.index) === stem
      return isOfText && URL.parse(stem)?.pathname !== '/'
    })
    if (isNext) return url
  }
  return null
}

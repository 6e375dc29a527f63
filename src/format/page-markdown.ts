/** Markdown of a page: of its main content; where that is too little, of the whole page or of its metadata. */

import type { ParentNode } from 'domhandler'
import { hiddenTextRemoved, type Warning } from '../contract/warning.ts'
import type { Document } from '../html/document.ts'
import { withoutInvisible } from '../html/visibility/invisible-characters.ts'
import { findMainContent } from './main-content/main-content.ts'
import { formatMarkdown, type MarkdownOptions } from './markdown/markdown.ts'
import { escapeMarkdown } from './markdown/syntax/escape.ts'
import { articleBodyOf } from './metadata/json-ld.ts'
import { readOwnMetadata } from './metadata/metadata.ts'
import type { FormatterInput } from './open-document.ts'

/**
 * The matches of a selector; else the main content where that is asked for and found; else the whole body; else what the page's
 * metadata states, unless parts of the page were taken out: they would come back by it. Warns of main_content_uncertain and hidden_text_removed.
 */
export function pageMarkdown(input: FormatterInput): string {
  // Texts of the tree are clean by now; what comes from attributes and metadata is not.
  return withoutInvisible(markdownOf(input))
}

function markdownOf(input: FormatterInput): string {
  const { document, matches, mainContent, view, includes, forModel, warnings } = input
  if (matches) return joinMarkdown(document, matches, { view, includes }, '\n', warnings)
  if (!mainContent) return wholeMarkdown(input)
  const text = mainMarkdown(input)
  if (forModel) {
    // A model can find the answer in a whole page, but not in what was left out.
    const whole = wholeMarkdown(input)
    return text.length < whole.length * minShareForModel ? whole : text
  }
  if (!isShort(text)) return text
  return articleMarkdown(input) || text || wholeMarkdown(input)
}

/** A smaller share of the whole page is no basis for a model's answer. */
const minShareForModel = 0.15

/** True below 25 words: a page of an article holds more, unless its scripts load it. */
function isShort(text: string): boolean {
  return text.length < 500 && text.split(/\s+/).length < 25
}

function mainMarkdown({ document, view, includes, warnings }: FormatterInput): string {
  const { roots, removed, confidence } = findMainContent(document, view.forMainContent)
  const text = joinMarkdown(document, roots, { removed, view, includes }, '\n\n', warnings)
  if (text === '' || view.keepsHidden || confidence < 0.5) {
    warnings.push({
      code: 'main_content_uncertain',
      message: 'The main content could not be distinguished from the rest of the page with certainty',
    })
  }
  return text
}

/**
 * The whole body. When that is empty, with `noscript` and, but for a language model, with hidden text; when that is empty too, the
 * page's description.
 */
function wholeMarkdown(input: FormatterInput): string {
  const { document, view, includes, forModel, warnings } = input
  const visible = joinMarkdown(document, [document.root], { view, includes }, '\n\n', warnings)
  if (visible !== '') return visible
  const all = { view: forModel ? view : view.by('everything'), includes, keepsFallbacks: true }
  return joinMarkdown(document, [document.root], all, '\n\n', []) || descriptionMarkdown(input)
}

function joinMarkdown(
  document: Document,
  roots: readonly ParentNode[],
  options: MarkdownOptions,
  separator: string,
  warnings: Warning[],
): string {
  const { parts, hiddenLength } = formatMarkdown(document, roots, options)
  if (!warnings.some(({ code }) => code === 'hidden_text_removed')) warnings.push(...hiddenTextRemoved(hiddenLength))
  return parts.join(separator)
}

/** The longer of the page's description and Open Graph's, under the title; empty when there is none. */
function descriptionMarkdown({ document, whole }: FormatterInput): string {
  if (document !== whole) return ''
  const { title, description, open_graph } = readOwnMetadata(document)
  const [ofOpenGraph = ''] = [open_graph['og:description'] ?? ''].flat()
  const [own, other] = [(description ?? '').trim(), ofOpenGraph.trim()]
  const longest = other.length > own.length ? other : own
  return longest === '' ? '' : titledMarkdown(title, [longest])
}

const minArticleWords = 100

/** The article that the page's JSON-LD holds in full, under the title; empty below 100 words. */
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
  return [...(title ? [`# ${toLine(title)}`] : []), ...lines].join('\n\n')
}

/** Reads one page: the requested outputs, its title and its warnings, according to its media type. */

import { ServiceError } from '../base/errors.ts'
import { noStages, type StageCounter } from '../base/stages.ts'
import type { PageStart } from '../content/outline.ts'
import type { Content } from '../contract/list-items.ts'
import type { Metadata } from '../contract/metadata.ts'
import type { ExtraContents, Output } from '../contract/scrape.ts'
import { maxTitleChars } from '../contract/service-limits.ts'
import { hiddenTextRemoved, isSoftFailure, stylesCut, type Warning, warningOf } from '../contract/warning.ts'
import { convertDocument, isOutputOfDocuments } from '../documents/read-document.ts'
import { CharacterBudget } from '../html/character-budget.ts'
import type { Document } from '../html/document.ts'
import { decodeBody } from '../html/parse/parse.ts'
import { withoutInvisible } from '../html/visibility/invisible-characters.ts'
import { modelPolicyOf } from '../html/visibility/policies.ts'
import { isConvertible } from '../page/document-types.ts'
import { holdsJson, isHtml, isProse, isTextMedia } from '../page/media-kind.ts'
import type { Page } from '../page/page.ts'
import type { FormatRequest, FormattedPage, FrontMatterOrigin, Judgement } from './format-request.ts'
import { formatterOf, formatters } from './formatters.ts'
import { namedElement } from './markdown/fragment.ts'
import { readMetadata, readOwnMetadata, readTitle } from './metadata/metadata.ts'
import {
  countVisibleWords,
  findFramesToLoad,
  framesWithin,
  frameWarnings,
  needsHtml,
  notMatched,
  refuseAnnouncedChallenge,
  substituteFor,
  withConvertedDocuments,
} from './open-document.ts'
import { createTrees, type OutputTree, ofPageAlone, outputsInTurn, withoutFrames } from './page-trees.ts'
import { findRenderReason, needsJavascript, pageWarnings, staysEmpty } from './page-warnings.ts'

export interface FormatWatch {
  /** Counts how often a page is parsed. */
  stages?: StageCounter
  /** Called before any part of an HTML page is formatted. */
  onJudged?(judgement: Judgement): void
  /** When to stop reading a document, as a value of `performance.now()`. */
  readUntil?: number
}

/**
 * Returns the page in the requested output. Throws unsupported_content_type, selector_not_matched, target_blocked for a challenge page,
 * invalid_response if the page is too complex to read, and response_too_large if the output is too long.
 * @example
 * const { content } = await formatPage(page, { output: 'markdown', cssSelector: null, mainContent: false })
 * content // '# Hello': the page is <h1>Hello</h1>
 */
export async function formatPage(page: Page, request: FormatRequest, watch: FormatWatch = {}): Promise<FormattedPage> {
  refuseAnnouncedChallenge(page)
  const substitute = substituteFor(page, request)
  if (page.status === 204 || page.body.byteLength === 0) {
    const emptyOf = (name: Output) => formatterOf(name, request).empty()
    return {
      title: null,
      content: substitute ?? emptyOf(request.output),
      extra: extraOf(request, emptyOf),
      warnings: [warningOf('empty_page')],
    }
  }
  const isJson = isHtml(page.mediaType) && holdsJson(page)
  if (substitute !== undefined && (isJson || !isHtml(page.mediaType)))
    return { title: null, content: substitute, extra: {}, warnings: [] }
  if (isHtml(page.mediaType)) {
    if (isJson) return formatText(decodeBody(page), page, request)
    return formatHtml(await withConvertedDocuments(page, request), request, watch)
  }
  if (isConvertible(page.mediaType)) return formatConverted(page, request, watch)
  if (isTextMedia(page.mediaType)) return formatText(decodeBody(page), page, request)
  throw new ServiceError('unsupported_content_type', `The content is ${page.mediaType}, which can't be read`)
}

/** Formats a document after converting it to HTML. No part of it counts as navigation, hidden text or script output. */
async function formatConverted(page: Page, request: FormatRequest, watch: FormatWatch): Promise<FormattedPage> {
  const { output, extraOutputs = [] } = request
  const source = isTextMedia(page.mediaType) ? decodeBody(page) : null
  if (output === 'raw_html' && source !== null) return formatSource(source, page, request, watch)
  if (!isOutputOfDocuments(output)) throw needsHtml(output, page)
  const { stages = noStages, readUntil } = watch
  const startedAt = performance.now()
  const { includeComments, documentPages } = request
  const converted = await convertDocument(page, { readUntil, includeComments, pages: documentPages })
  stages.add('parse', startedAt)
  const ofHtml = { ...request, extraOutputs: extraOutputs.filter(isOutputOfDocuments), mainContent: false }
  const { pageCount } = converted
  const read = formatHtml(converted.page, { ...ofHtml, isConverted: true, hasPages: pageCount !== null }, watch)
  const extra = extraOf(request, (name) => (name === 'raw_html' ? source : (read.extra[name] ?? null)))
  return { ...read, extra, pageCount, warnings: [...converted.warnings, ...read.warnings] }
}

/** Formats a text document as `raw_html`. Further outputs are made from the converted HTML. */
async function formatSource(source: string, page: Page, request: FormatRequest, watch: FormatWatch) {
  const own = formatText(source, page, { ...request, extraOutputs: [] })
  if (request.extraOutputs?.some(isOutputOfDocuments)) {
    const { extra, warnings } = await formatConverted(page, { ...request, output: 'markdown' }, watch)
    return { ...own, extra, warnings }
  }
  return { ...own, extra: extraOf(request, (name) => (name === 'raw_html' ? source : null)) }
}

/** `judged`: the warnings about a page that costs nothing, and whose frames are therefore left out. */
function formatHtml(page: Page, request: FormatRequest, watch: FormatWatch, judged?: Warning[]): FormattedPage {
  const { stages = noStages, onJudged } = watch
  const { output, forModel = false, renderQuestion } = request
  const policyOf = (name: Output) => (forModel ? modelPolicyOf(page) : formatterOf(name, request).policy)
  const frontMatter = forModel ? undefined : request.frontMatter
  const treeOf = createTrees(
    page,
    frontMatter ? { ...request, extraOutputs: [...(request.extraOutputs ?? []), ofMetadata] } : request,
    policyOf,
    stages,
  )
  const { whole, view, viewFor } = treeOf(output)
  const ownWarnings = judged ?? (request.isConverted ? [] : pageWarnings(whole, page, viewFor('markdown')))
  const alone = withoutFrames(page, ownWarnings)
  if (alone) return formatHtml(alone, request, watch, ownWarnings)
  const isFailure = isSoftFailure(ownWarnings)
  const reason = request.isConverted ? null : findRenderReason(whole, page, renderQuestion)
  // Rendering would give the same page, unless the page is a shell that scripts fill.
  const renderReason = isFailure && reason === 'no_match' ? null : reason
  const isAsked = renderQuestion !== undefined && (renderReason !== null || page.rendered)
  const words = isAsked ? countVisibleWords(whole, view.by('markdown')) : null
  const isAlone = request.isConverted || outputsInTurn(request).every((name) => ofPageAlone.has(name))
  const frames = isFailure || isAlone ? [] : findFramesToLoad(whole, framesWithin(whole, null, view), view, page)
  if (isAsked || frames.length > 0) onJudged?.({ renderReason: isAsked ? renderReason : null, words, frames })
  // The page isn't the requested one, so it isn't used for objects or model answers. With a prompt, the markdown shows it.
  const substitute = substituteFor(page, request, ownWarnings)
  if (substitute !== undefined) {
    const unrendered = needsJavascript(renderReason, page, renderQuestion)
    return { title: titleOf(whole), content: substitute, extra: {}, warnings: [...ownWarnings, ...unrendered] }
  }
  if (isFailure && forModel && output !== 'markdown')
    return formatHtml(page, { ...request, output: 'markdown' }, watch, ownWarnings)
  const stated = frontMatter && { ...readOwnMetadata(treeOf(ofMetadata).whole), title: titleOf(whole) }
  const read = new Map(
    outputsInTurn(request).map((name) => [name, readOutput(name, treeOf(name), page, request, isFailure)]),
  )
  const markdown = read.get('markdown')
  if (frontMatter && typeof markdown?.content === 'string') {
    const headed = withFrontMatter(markdown.content, { fetchedAt: page.fetchedAt, ...frontMatter }, stated)
    const added = headed.length - markdown.content.length
    if (markdown.fragmentOffset !== null) markdown.fragmentOffset += added
    markdown.pageStarts = markdown.pageStarts?.map(({ offset, page }) => ({ offset: offset + added, page }))
    markdown.content = headed
  }
  const { content, warnings, fragmentOffset, pageStarts } = read.get(output) as ReadOutput
  warnings.unshift(...ownWarnings)
  for (const { page: frame } of page.embedded ?? []) warnings.push(...(frame?.warnings ?? []))
  warnings.push(...needsJavascript(renderReason, page, renderQuestion), ...staysEmpty(whole, page))
  const extra = extraOf(request, (name) => (read.get(name) as ReadOutput).content)
  return {
    ...{ title: titleOf(whole), content, extra, warnings, fragmentOffset, pageStarts },
    ...(forModel ? { metadata: readMetadata(whole) } : {}),
  }
}

/** The output whose tree the front matter is read from. This tree contains nothing from the page's frames. */
const ofMetadata: Output = 'html_head_metadata_json'

function titleOf(document: Document): string | null {
  return readTitle(document)?.slice(0, maxTitleChars).toWellFormed() ?? null
}

function extraOf({ extraOutputs = [] }: FormatRequest, contentOf: (output: Output) => Content | null): ExtraContents {
  return Object.fromEntries(extraOutputs.map((name) => [name, contentOf(name)]))
}

type ReadOutput = Pick<Required<FormattedPage>, 'content' | 'warnings' | 'fragmentOffset'> &
  Pick<FormattedPage, 'pageStarts'>

/** For a soft failure, reads the whole page if the selector doesn't match anything in it. */
function readOutput(
  output: Output,
  read: OutputTree,
  page: Page,
  request: FormatRequest,
  isFailure: boolean,
): ReadOutput {
  const { mainContent, forModel = false, markdown } = request
  const tree = isFailure && read.matches?.length === 0 ? { ...read, matches: null } : read
  const { document, matches, view } = tree
  if (matches?.length === 0) throw notMatched('css_selector', 'Nothing on the page matches this selector')
  const warnings: Warning[] = forModel ? hiddenTextRemoved(view.hiddenLength(document)) : []
  if (view.keepsTextOfScripts) warnings.push(warningOf('hidden_text_kept'))
  else if (view.isCut) warnings.push(stylesCut)
  if (!ofPageAlone.has(output)) warnings.push(...frameWarnings(document, matches, view, page))
  const isPlaced = output === 'markdown' && output === request.output && !forModel
  const element = isPlaced && request.fragment ? namedElement(document, request.fragment) : null
  const fragment = element ? { element, offsets: new Map() } : undefined
  const pageStarts = isPlaced && request.hasPages ? new Map<unknown, readonly PageStart[]>() : undefined
  const places = { fragment, pageStarts }
  const input = { ...tree, roots: matches ?? [document.root], mainContent, markdown, ...places, forModel, warnings }
  const content = formatterOf(output, request).html(input)
  // Text outputs are counted while they are written.
  if (typeof content !== 'string') new CharacterBudget(document).take(JSON.stringify(content).length)
  const fragmentOffset = fragment?.offsets.get(content) ?? null
  return { content, warnings, fragmentOffset, pageStarts: pageStarts?.get(content) }
}

function formatText(text: string, page: Page, request: FormatRequest): FormattedPage {
  const { output, cssSelector, fields, forModel = false, frontMatter } = request
  const format = (name: Output) => {
    const content = formatters[name].text?.(text, page) ?? null
    const isHeaded = name === 'markdown' && isProse(page.mediaType) && !forModel
    return frontMatter && isHeaded ? withFrontMatter(text, { fetchedAt: page.fetchedAt, ...frontMatter }) : content
  }
  const content = format(output)
  if (content === null) throw needsHtml(output, page)
  if (cssSelector !== null || fields !== undefined) {
    const param = cssSelector === null ? 'extract_rules' : 'css_selector'
    throw notMatched(param, `${param} matches nothing: the page is ${page.mediaType}, not HTML`)
  }
  const warnings = text.trim() === '' ? [warningOf('empty_page')] : []
  return { title: null, content, extra: extraOf(request, format), warnings }
}

type Stated = Partial<Pick<Metadata, 'title' | 'author' | 'published_at' | 'language' | 'site_name'>>

/** A longer value is truncated, so that front matter doesn't outweigh the content. */
const maxValueChars = 1000

/** Characters that YAML rejects or reads as a line break, in addition to those that JSON escapes. @see YAML 1.2.2, 5.1 and 5.4 */
const unprintable = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g

/** Returns the text preceded by its front matter and a blank line. Fields that the page doesn't state are left out. */
export function withFrontMatter(markdown: string, { url, fetchedAt }: FrontMatterOrigin, stated: Stated = {}): string {
  const { title, author, published_at, language, site_name } = stated
  const fields = {
    ...{ title: plain(title), url, author: plain(author), published_at: plain(published_at) },
    ...{ language: plain(language), site_name: plain(site_name), fetched_at: fetchedAt ?? '' },
  }
  const lines = Object.entries(fields).flatMap(([name, value]) => (value === '' ? [] : `${name}: ${quoted(value)}`))
  return ['---', ...lines, '---', '', markdown].join('\n')
}

function plain(value: string | null | undefined): string {
  return withoutInvisible(value ?? '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxValueChars)
    .toWellFormed()
}

/** JSON strings are valid YAML, except for a few characters. */
function quoted(value: string): string {
  return JSON.stringify(value).replace(unprintable, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

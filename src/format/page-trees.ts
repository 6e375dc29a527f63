/** Creates the trees for the outputs of one request. They share one tree, unless a browser has left marks in the page. */

import type { Element } from 'domhandler'
import { lazy } from '../base/once.ts'
import type { StageCounter } from '../base/stages.ts'
import { isFreePage } from '../contract/prices.ts'
import type { Output } from '../contract/scrape.ts'
import type { Warning } from '../contract/warning.ts'
import type { Document } from '../html/document.ts'
import { selectAll, withoutMatches } from '../html/select/select.ts'
import { createViews } from '../html/visibility/page-view.ts'
import type { policies } from '../html/visibility/policies.ts'
import type { Page } from '../page/page.ts'
import type { FormatRequest } from './format-request.ts'
import { firstTitle } from './metadata/stated-metadata.ts'
import { openDocument } from './open-document.ts'
import type { FormatterInput } from './page-markdown.ts'
import { needsNoWarning } from './page-warnings.ts'

export interface OutputTree extends Pick<FormatterInput, 'whole' | 'document' | 'matches' | 'view'> {
  viewFor: ReturnType<typeof createViews>
}

/** Returns a free page without its frames and documents, because a free page must not include them. Null if nothing is left out. */
export function withoutFrames({ frames = [], embedded, ...page }: Page, warnings: readonly Warning[]): Page | null {
  const hasContent = frames.some(({ content }) => content) || embedded?.some((one) => one.page)
  if (!hasContent || !isFreePage(page.status, warnings)) return null
  const left = frames.map((frame) => ({ ...frame, content: null }))
  return { ...page, frames: left, embedded: embedded?.map(({ url }) => ({ url, page: null })) }
}

type PolicyOf = (output: Output) => keyof typeof policies

/** Outputs that don't include anything from the page's frames. */
export const ofPageAlone: ReadonlySet<Output> = new Set(['raw_html', 'html_head_metadata_json', 'screenshot'])

/** Returns the outputs in processing order. Those that read the original page come first, because `exclude_selector` changes the tree. */
export function outputsInTurn({ output, extraOutputs = [] }: FormatRequest): Output[] {
  const all = [output, ...extraOutputs]
  return [...all.filter((name) => ofPageAlone.has(name)), ...all.filter((name) => !ofPageAlone.has(name))]
}

/** Returns a function that gives the tree of an output, parsed on first use. Throws the same errors as `openDocument` and `selectAll`. */
export function createTrees(
  page: Page,
  request: FormatRequest,
  policyOf: PolicyOf,
  stages: StageCounter,
): (output: Output) => OutputTree {
  const kindOf = (output: Output) => treeKind(page, request, output)
  const outputs = Map.groupBy(outputsInTurn(request), kindOf)
  const trees = new Map<TreeKind, (output: Output) => OutputTree>()
  return (output) => {
    const kind = kindOf(output)
    const read = trees.get(kind) ?? openTree(page, request, outputs.get(kind) ?? [], policyOf, stages)
    trees.set(kind, read)
    return read(output)
  }
}

/** Some outputs need a separate tree: node positions refer to a source without marks, and a page's own facts don't come from frames. */
type TreeKind = 'located' | 'without frames' | 'as shown'

function treeKind({ hidden, frames = [], embedded, body }: Page, request: FormatRequest, output: Output): TreeKind {
  const isAltered = hidden !== undefined || embedded?.length
  const hasSelector = request.cssSelector !== null
  // Frames and scripts change the tree only of pages that contain one of these words.
  const altersTree = () => /srcdoc|data-|cdn-cgi|gist\.|twitter-tweet/.test(Buffer.from(body.buffer).toString('latin1'))
  if (hasSelector && isSource(output, request) && (isAltered || altersTree())) return 'located'
  const hasFrames = frames.length > 0 || embedded?.length
  return hasFrames && ofPageAlone.has(output) && (hasSelector || !isSource(output, request))
    ? 'without frames'
    : 'as shown'
}

/** True if the output is the page's unchanged source, or the parts of it that a selector matches. */
function isSource(output: Output, { forModel = false }: FormatRequest): boolean {
  return output === 'raw_html' && !forModel
}

function openTree(
  page: Page,
  request: FormatRequest,
  outputs: readonly Output[],
  policyOf: PolicyOf,
  stages: StageCounter,
): (output: Output) => OutputTree {
  const { cssSelector, excludeSelector, isConverted = false, forModel = false, renderQuestion } = request
  const readsChallenges = request.readsChallenges || isConverted
  const isWholeSource = cssSelector === null && outputs.every((output) => isSource(output, request))
  const isEnough = !renderQuestion?.waitFor && isWholeSource
  const whole = openDocument(page, {
    locations: cssSelector !== null && outputs.some((output) => isSource(output, request)),
    readsChallenges,
    // Parsing can stop early for a page that is returned unchanged: only its kind and its title are needed.
    isEnough: isEnough ? (beginning) => firstTitle(beginning) !== null && needsNoWarning(beginning, page) : undefined,
    withFrames: outputs.some((output) => !ofPageAlone.has(output)),
    stages,
  })
  const viewFor = createViews(whole)
  const select = (document: Document) => ({
    document,
    matches: cssSelector === null ? null : selectAll(document, cssSelector),
  })
  const asReceived = lazy(() => select(whole))
  const withoutExcluded = lazy(() => {
    // Hidden elements are found before any are excluded, because style sheets may hide different elements once parts are missing.
    for (const output of outputs) viewFor(policyOf(output)).judge()
    const isHidden = (element: Element) => viewFor('markdown').leavesOut(element)
    return select(withoutMatches(whole, excludeSelector ?? '', isHidden))
  })
  return (output) => {
    // Outputs that ignore frames use the whole page, unless a selector must be matched.
    const isWhole = excludeSelector === undefined || (ofPageAlone.has(output) && cssSelector === null && !forModel)
    return { whole, view: viewFor(policyOf(output)), viewFor, ...(isWhole ? asReceived() : withoutExcluded()) }
  }
}

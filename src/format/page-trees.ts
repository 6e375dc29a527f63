/** The trees that the outputs of one request are read of: one for all of them, but where a browser has marked places in its page. */

import type { Element } from 'domhandler'
import type { StageCounter } from '../base/stages.ts'
import type { Output } from '../contract/scrape.ts'
import type { Document } from '../html/document.ts'
import type { Page } from '../html/page.ts'
import { withoutMatches } from '../html/select/exclude.ts'
import { selectAll } from '../html/select/select.ts'
import { createViews, type PageView } from '../html/visibility/page-view.ts'
import type { policies } from '../html/visibility/policies.ts'
import type { TreeRequest } from './format-request.ts'
import { hasTitle } from './metadata/metadata.ts'
import { openDocument } from './open-document.ts'

/** What one output is read of. */
export interface OutputTree {
  /** The page with what `exclude_selector` has taken out. */
  whole: Document
  document: Document
  /** Matches of the selector; null for the whole page. */
  matches: readonly Element[] | null
  view: PageView
}

type PolicyOf = (output: Output) => keyof typeof policies

/** Outputs that hold nothing of the page's frames. */
export const ofPageAlone: ReadonlySet<Output> = new Set(['raw_html', 'html_head_metadata_json'])

/** The outputs of a request, those before that read the page as it was received: `exclude_selector` changes the tree for the others. */
export function outputsInTurn({ output, extraOutputs = [] }: TreeRequest): Output[] {
  const [alone, others] = [true, false].map((isAlone) =>
    [output, ...extraOutputs].filter((name) => ofPageAlone.has(name) === isAlone),
  )
  return [...(alone ?? []), ...(others ?? [])]
}

/** By output what it is read of. The trees are parsed when they are first asked for. Throws what `openDocument` and `selectAll` throw. */
export function createTrees(
  page: Page,
  request: TreeRequest,
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

/** The places of nodes in the source are those of a source without marks; what a page states of itself is not in its frames. */
type TreeKind = 'located' | 'without frames' | 'as shown'

function treeKind({ hidden, frames = [] }: Page, request: TreeRequest, output: Output): TreeKind {
  if (hidden !== undefined && isLocated(output, request)) return 'located'
  return frames.length > 0 && ofPageAlone.has(output) && !isWholeSource(output, request) ? 'without frames' : 'as shown'
}

/** Whether pieces of the source are passed on. */
function isLocated(output: Output, { cssSelector, forModel = false }: TreeRequest): boolean {
  return output === 'raw_html' && !forModel && cssSelector !== null
}

/** Whether the page is passed on as it is. */
function isWholeSource(output: Output, { cssSelector, forModel = false }: TreeRequest): boolean {
  return output === 'raw_html' && !forModel && cssSelector === null
}

function openTree(
  page: Page,
  request: TreeRequest,
  outputs: readonly Output[],
  policyOf: PolicyOf,
  stages: StageCounter,
): (output: Output) => OutputTree {
  const { cssSelector, excludeSelector, isConverted = false, forModel = false, renderQuestion } = request
  const readsChallenges = request.readsChallenges || isConverted
  const isEnough = !renderQuestion?.waitFor && outputs.every((output) => isWholeSource(output, request))
  const whole = openDocument(page, {
    locations: outputs.some((output) => isLocated(output, request)),
    readsChallenges,
    // Of a page that is passed on as it is, nothing is needed but what it is and its title.
    isEnough: isEnough ? hasTitle : undefined,
    withFrames: outputs.some((output) => !ofPageAlone.has(output)),
    stages,
  })
  const viewFor = createViews(whole)
  const select = (document: Document) => ({
    document,
    matches: cssSelector === null ? null : selectAll(document, cssSelector),
  })
  let asReceived: ReturnType<typeof select> | null = null
  let withoutExcluded: ReturnType<typeof select> | null = null

  /** What is hidden is judged before: a sheet hides by the page as it was received. */
  function exclude(selector: string): Document {
    for (const output of outputs) viewFor(policyOf(output)).judge()
    return withoutMatches(whole, selector)
  }

  return (output) => {
    const view = viewFor(policyOf(output))
    // What is of the page alone stays whole, but for what a selector may match in it.
    if (excludeSelector === undefined || (ofPageAlone.has(output) && cssSelector === null && !forModel)) {
      asReceived ??= select(whole)
      return { whole, view, ...asReceived }
    }
    withoutExcluded ??= select(exclude(excludeSelector))
    return { whole, view, ...withoutExcluded }
  }
}

/** The page that a prompt is about, as a language model reads it. */

import type { Deadline } from '../base/deadline.ts'
import { isFreeStatus } from '../contract/prices.ts'
import type { ScrapeInput } from '../contract/scrape.ts'
import type { Warning } from '../contract/warning.ts'
import { createNonce } from '../model/instructions.ts'
import type { ModelView } from '../model/model-view.ts'
import type { Sandbox } from '../readers/pool.ts'
import { mapReading, type Reading } from '../readers/reading.ts'
import type { LoadedPage } from './load-page.ts'
import type { RequestContext } from './request.ts'
import { formatRequest, pageFields, type ReadResult, type WholeResult } from './stored-scrape.ts'
import type { Visit, VisitPage } from './visit-page.ts'

/** A page as the language model reads it. */
export interface PromptPage {
  /** Price of loading it. */
  credits: number
  /** As that of the visit. */
  onCharged: Visit<unknown>['onCharged']
  fields: ReturnType<typeof pageFields> & { title: string | null }
  view: ModelView
  /** Mark of the page's fence: equal bytes let the model's service find the page in its cache. */
  nonce: string
}

export interface PromptPagesParts {
  visitPage: VisitPage
  /** The result without a prompt. */
  read(
    loaded: LoadedPage,
    input: ScrapeInput,
    request: RequestContext,
    signal: AbortSignal,
  ): Promise<Reading<ReadResult>>
  sandbox: Sandbox
}

/** The page, or the result without a prompt when the target answered 4xx or 5xx. */
type PageForPrompt = (
  input: ScrapeInput,
  request: RequestContext,
  deadline: Deadline,
) => Promise<PromptPage | WholeResult>

interface ViewedPage {
  origin: Parameters<typeof pageFields>[0]
  mark: string
  view: ModelView
}

export function createPageForPrompt({ visitPage, read, sandbox }: PromptPagesParts): PageForPrompt {
  /** The page as the language model reads it. */
  async function readView(
    { page, isKept, fetchedAt, mark }: Pick<LoadedPage, 'page' | 'isKept' | 'fetchedAt' | 'mark'>,
    input: ScrapeInput,
    request: RequestContext,
    signal: AbortSignal,
  ): Promise<Reading<ViewedPage>> {
    request.progress?.(`Reading ${page.body.byteLength} bytes for the language model`)
    const { body, ...rest } = page
    const reading = await sandbox.run('createModelView', [page, formatRequest(input)], {
      ...{ signal, share: request.share, stages: request.stages },
      releaseBytes: body.byteLength,
    })
    return mapReading(reading, (view) => ({ origin: { page: rest, isKept, fetchedAt }, mark, view }))
  }

  return async (input, request, deadline) => {
    const readLoaded = (loaded: LoadedPage): Promise<Reading<ReadResult | ViewedPage>> =>
      isFreeStatus(loaded.page.status)
        ? read(loaded, input, request, deadline.signal)
        : readView(loaded, input, request, deadline.signal)

    const { value, credits, onCharged } = await visitPage(input, request, deadline, readLoaded)
    if ('stored' in value) return { ...value, credits, onCharged }
    const { origin, mark, view } = value
    return {
      ...{ credits, onCharged },
      fields: { ...pageFields(origin, input), title: view.title },
      view: { ...view, warnings: distinct([...origin.page.warnings, ...view.warnings]) },
      nonce: createNonce(view, mark),
    }
  }
}

/** The first of each code: the browser and the formatter both warn of removed hidden text. */
export function distinct(warnings: readonly Warning[]): Warning[] {
  return warnings.filter(({ code }, at) => warnings.findIndex((other) => other.code === code) === at)
}

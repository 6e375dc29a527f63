/** The page that a prompt is about, as a language model reads it: kept for further prompts about the same view. */

import { createHmac } from 'node:crypto'
import type { Deadline } from '../base/deadline.ts'
import { pageCredits, type ScrapeInput } from '../contract/scrape.ts'
import type { Warning } from '../contract/warning.ts'
import type { Page } from '../html/page.ts'
import { createNonce } from '../model/instructions.ts'
import type { ModelView } from '../model/model-view.ts'
import type { KeptPage, PageStore } from '../pages/snapshot/page-store.ts'
import type { Sandbox } from '../readers/pool.ts'
import { mapReading, type Reading, readValue } from '../readers/reading.ts'
import type { LoadedPage } from './load-page.ts'
import { ownFields } from './own-fields.ts'
import type { RequestContext } from './request.ts'
import { formatRequest, pageFields, type ReadResult, storedName, type WholeResult } from './stored-scrape.ts'
import type { Visit, VisitPage } from './visit-page.ts'

/** A page as the language model reads it. */
export interface PromptPage {
  /** Price of loading it. */
  credits: number
  /** As that of the visit. */
  giveUp: Visit<unknown>['giveUp']
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
  /** Null in a process that keeps nothing. */
  pages: PageStore | null
  /** For the names of kept pages. */
  nameSecret: string
}

/** The page, or the result without a prompt when the target answered 4xx or 5xx. */
export type PageForPrompt = (
  input: ScrapeInput,
  request: RequestContext,
  deadline: Deadline,
) => Promise<PromptPage | WholeResult>

interface ViewedPage {
  origin: Parameters<typeof pageFields>[0]
  mark: string
  view: ModelView
}

/** As long as the model service keeps what it has read. @see https://platform.claude.com/docs/en/build-with-claude/prompt-caching */
const keptForMs = 5 * 60 * 1000
/** Prompts about one kept page before it is fetched again: bounds the memory for their digests. */
const maxPrompts = 1000

export function createPageForPrompt(parts: PromptPagesParts): PageForPrompt {
  const { visitPage, read, sandbox, pages, nameSecret } = parts

  /** The same for all prompts about one view of one page; null for a page that is not kept, or by the rules of `max_age_s`. */
  function viewName(input: ScrapeInput, { caller }: RequestContext): string | null {
    const { prompt, json_schema, model, max_chars, offset, timeout_ms, max_age_s, front_matter, ...viewed } = input
    if (max_age_s !== undefined || ownFields(input)) return null
    return storedName(nameSecret, 'page for a model', caller.keyId, viewed)
  }

  function promptDigest({ prompt, json_schema }: ScrapeInput): string {
    return createHmac('sha256', nameSecret)
      .update(JSON.stringify([prompt, json_schema]))
      .digest('base64')
  }

  /** The kept page where this prompt is the first of its words: a repeated one is about the page as it is now. */
  async function takeKept(owner: string | null, name: string, prompt: string): Promise<KeptPage | null> {
    const kept = (await pages?.get(owner, name)) ?? null
    const isNew = kept && kept.prompts.length < maxPrompts && (await pages?.addPrompt(owner, name, kept.mark, prompt))
    return isNew ? kept : null
  }

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
      transfer: [body.buffer],
    })
    return mapReading(reading, (view) => ({ origin: { page: rest, isKept, fetchedAt }, mark, view }))
  }

  /**
   * Whether a browser has to load the page was judged when it was kept. `from_cache` tells of `max_age_s` alone: without it the
   * same inputs give the same result at every interface.
   */
  async function visitAgain(
    { page, ...kept }: KeptPage,
    input: ScrapeInput,
    request: RequestContext,
    { signal }: Deadline,
  ): Promise<Visit<ViewedPage>> {
    const reading = await readView({ ...kept, page: copyOf(page, request), isKept: false }, input, request, signal)
    return {
      value: readValue(reading),
      credits: pageCredits(input.render_js || page.rendered),
      giveUp() {},
      async onCharged() {},
    }
  }

  return async (input, request, deadline) => {
    const { keyId } = request.caller
    const name = pages && viewName(input, request)
    const prompt = promptDigest(input)
    const kept = name && (await takeKept(keyId, name, prompt))
    let received = null as Pick<KeptPage, 'page' | 'fetchedAt' | 'mark'> | null

    async function readLoaded(loaded: LoadedPage): Promise<Reading<ReadResult | ViewedPage>> {
      const { page, fetchedAt, mark } = loaded
      if (page.status >= 400) return read(loaded, input, request, deadline.signal)
      // An incomplete page may be complete when it is fetched again.
      received = name && page.complete ? { page: copyOf(page, request), fetchedAt, mark } : null
      return readView(loaded, input, request, deadline.signal)
    }

    const { value, credits, giveUp, onCharged } = kept
      ? await visitAgain(kept, input, request, deadline)
      : await visitPage(input, request, deadline, readLoaded)
    if ('stored' in value) return { ...value, credits, onCharged }
    if (name && received) {
      await pages.set(keyId, name, { ...received, prompts: [prompt] }, keptForMs)
      // At once: whoever uses it pays the full price.
      await pages.share(keyId, name, received.mark, keptForMs)
      request.share.give(received.page.body.byteLength)
    }
    const { origin, mark, view } = value
    return {
      ...{ credits, giveUp, onCharged },
      fields: { ...pageFields(origin, input), title: view.title },
      view: { ...view, warnings: distinct([...origin.page.warnings, ...view.warnings]) },
      nonce: createNonce(view, mark),
    }
  }
}

function copyOf(page: Page, { share }: RequestContext): Page {
  share.take(page.body.byteLength)
  return { ...page, body: page.body.slice() }
}

/** The first of each code: the browser and the formatter both warn of removed hidden text. */
export function distinct(warnings: readonly Warning[]): Warning[] {
  return warnings.filter(({ code }, at) => warnings.findIndex((other) => other.code === code) === at)
}

/** Answers the `prompt` of a scrape: page → model view → answer of the language model, with its warnings. */

import { createHmac } from 'node:crypto'
import { answerPage } from '../answer/answer-page.ts'
import { createNonce } from '../answer/instructions.ts'
import { type LanguageModel, modelFailed } from '../answer/model/language-model.ts'
import type { ModelView } from '../answer/model-view.ts'
import { writeContent } from '../content/written.ts'
import { promptCredits, type ScrapeInput } from '../contract/scrape.ts'
import type { Warning } from '../contract/warning.ts'
import { createDeadline, type Deadline } from '../deadline.ts'
import { ServiceError } from '../errors.ts'
import type { Page } from '../page.ts'
import type { Sandbox } from '../sandbox/pool.ts'
import { mapReading, type Reading } from '../sandbox/reading.ts'
import type { PageMemory } from '../snapshot/page-memory.ts'
import { noStages } from '../stages.ts'
import type { Owe } from './handler.ts'
import type { ModelLimits } from './parts.ts'
import type { RequestContext } from './request.ts'
import { formatRequest, pageFields, type ReadResult, storedName, type WholeResult } from './stored-scrape.ts'
import type { VisitPage } from './visit-page.ts'

export interface PromptAnswererParts {
  visitPage: VisitPage
  /** The result without a prompt. */
  read(page: Page, input: ScrapeInput, request: RequestContext, signal: AbortSignal): Promise<Reading<ReadResult>>
  sandbox: Sandbox
  /** Model views of pages, for further prompts. */
  pages: PageMemory
  /** The server's language model; null where none is set up. */
  openModel(): Promise<LanguageModel | null>
  limits: ModelLimits
  /** For the names of kept pages. */
  nameSecret: string
}

type PromptInput = ScrapeInput & { prompt: string }

interface ViewedPage {
  page: Omit<Page, 'body'>
  view: ModelView
}

/** A page as the language model reads it, kept for further prompts about it. */
interface KeptPage {
  /** Price of loading it, which each prompt about it costs. */
  credits: number
  fields: ReturnType<typeof pageFields> & { title: string | null }
  view: ModelView
  /** Mark of the page's fence: equal bytes let the model's service find the page in its cache. */
  nonce: string
  /** Digests of the prompts so far: a repeated prompt is about the page as it is now, so that it fetches again. */
  prompts: Set<string>
}

/** A character takes two bytes in memory at most. */
const charBytes = 2
/** Prompts about one kept page before it is fetched again: bounds the memory for their digests. */
const maxPrompts = 1000
/** Model requests for one page that is read in parts. */
const maxParts = 12

/** Throws model_not_configured, model_failed, and what loading and formatting a page throw. */
export function createPromptAnswerer(
  parts: PromptAnswererParts,
): (input: PromptInput, request: RequestContext, owe: Owe) => Promise<WholeResult> {
  const { sandbox, pages, limits, nameSecret } = parts

  /** The kept page, else the fetched one; the result without a prompt when the target answered 4xx or 5xx. */
  async function pageFor(
    input: PromptInput,
    request: RequestContext,
    deadline: Deadline,
  ): Promise<KeptPage | WholeResult> {
    const { prompt, model, max_chars, offset, timeout_ms, ...viewed } = input
    const { keyId } = request.caller
    // The same for all prompts about one view of one page.
    const name = storedName(nameSecret, 'page for a model', keyId, viewed)
    const kept = pages.get(keyId, name) as KeptPage | null
    const promptDigest = createHmac('sha256', nameSecret).update(prompt).digest('base64')
    if (kept && !kept.prompts.has(promptDigest) && kept.prompts.size < maxPrompts) {
      kept.prompts.add(promptDigest)
      return kept
    }
    const { value, credits } = await parts.visitPage<ReadResult | ViewedPage>(input, request, deadline, (page) =>
      page.status >= 400
        ? parts.read(page, input, request, deadline.signal)
        : readView(page, input, request, deadline.signal),
    )
    if ('stored' in value) return { ...value, credits }
    const { page, view } = value
    const fresh: KeptPage = {
      credits,
      fields: { ...pageFields(page, input), title: view.title },
      view: { ...view, warnings: distinct([...page.warnings, ...view.warnings]) },
      nonce: createNonce(view),
      prompts: new Set([promptDigest]),
    }
    // An incomplete page may be complete when it is fetched again.
    if (page.complete) pages.set(keyId, name, fresh, view.text.length + view.properties.length)
    return fresh
  }

  /** The page as the language model reads it. */
  async function readView(
    page: Page,
    input: PromptInput,
    request: RequestContext,
    signal: AbortSignal,
  ): Promise<Reading<ViewedPage>> {
    request.progress?.(`Reading ${page.body.byteLength} bytes for the language model`)
    const { body, ...rest } = page
    const reading = await sandbox.run('createModelView', [page, formatRequest(input)], {
      ...{ signal, share: request.share, stages: request.stages },
      transfer: [body.buffer],
    })
    return mapReading(reading, (view) => ({ page: rest, view }))
  }

  async function answer(
    languageModel: LanguageModel,
    { view, nonce, fields, credits }: KeptPage,
    input: PromptInput,
    request: RequestContext,
    { signal, deadlineAt }: Deadline,
  ): Promise<WholeResult> {
    const budget = { tokens: limits.inputTokens, maxParts }
    const reading = { signal, share: request.share, stages: request.stages }
    const chosen = await sandbox.run('chooseParts', [view.text, input.prompt, budget], reading)
    const { content, model, usage, warnings } = await answerPage(
      {
        ...{ view, chosen, nonce, prompt: input.prompt, model: input.model ?? limits.defaultModel },
        ...{ maxOutputTokens: limits.maxOutputTokens, signal, deadlineAt },
        ...{ progress: request.progress ?? (() => {}), onText: request.onAnswer },
        parseJson: (...args) => sandbox.run('parseJsonAnswer', args, reading).catch(throwSchemaTooComplex),
      },
      languageModel,
    )
    const sources = { page: `${view.properties}\n${view.text}`, url: view.url, prompt: input.prompt }
    const ungrounded = await sandbox.run('findUngrounded', [content, sources], reading)
    const stored = {
      ...fields,
      content: writeContent(content),
      model,
      usage: usage && { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens },
      warnings: distinct([...view.warnings, ...warnings, ...ungroundedWarning(ungrounded)]),
    }
    return { stored, piece: null, credits: credits + promptCredits }
  }

  return async (input, request, owe) => {
    const openedModel = (await parts.openModel()) ?? request.languageModel
    if (!openedModel) {
      throw new ServiceError(
        'model_not_configured',
        'No language model is set up on this server: ANTHROPIC_API_KEY is not set',
      )
    }
    const { stages = noStages } = request
    const languageModel: LanguageModel = {
      async generate(modelRequest) {
        modelRequest.signal.throwIfAborted()
        owe(promptCredits)
        return stages.during('model', () => openedModel.generate(modelRequest))
      },
    }
    const wholeDeadline = createDeadline(input.timeout_ms, request.signal, (timeoutMs) =>
      modelFailed(`The language model did not answer within the ${timeoutMs} ms of the request`),
    )
    // The page gets at most half of the time; what it leaves is the model's.
    const pageDeadline = createDeadline(input.timeout_ms / 2, request.signal)
    try {
      const page = await pageFor(input, request, pageDeadline)
      pageDeadline.clear()
      if ('nonce' in page) request.share.take(charBytes * (page.view.text.length + page.view.properties.length))
      return 'nonce' in page ? await answer(languageModel, page, input, request, wholeDeadline) : page
    } finally {
      pageDeadline.clear()
      wholeDeadline.clear()
    }
  }
}

function throwSchemaTooComplex(error: unknown): never {
  if (!(error instanceof ServiceError) || error.type !== 'invalid_response') throw error
  throw modelFailed("The language model's JSON could not be checked: the schema in the prompt is too complex")
}

/** The first of each code: the browser and the formatter both warn of removed hidden text. */
function distinct(warnings: readonly Warning[]): Warning[] {
  return warnings.filter(({ code }, at) => warnings.findIndex((other) => other.code === code) === at)
}

function ungroundedWarning(values: readonly string[]): Warning[] {
  if (values.length === 0) return []
  const message = `These stand in the answer and not on the page: ${values.map((value) => value.slice(0, 200)).join(', ')}`
  return [{ code: 'ungrounded', message }]
}

/** Answers the `prompt` or fills the `json_schema` of a scrape: page → model view → answer of the language model, with its warnings. */

import { createDeadline, type Deadline } from '../base/deadline.ts'
import { ServiceError } from '../base/errors.ts'
import { noStages } from '../base/stages.ts'
import { writeCounted } from '../content/written.ts'
import { isFreeStatus, promptCredits } from '../contract/prices.ts'
import type { ScrapeInput } from '../contract/scrape.ts'
import type { Warning } from '../contract/warning.ts'
import { answerPage } from '../model/answer-page.ts'
import { createNonce } from '../model/instructions.ts'
import { type LanguageModel, modelFailed } from '../model/model/language-model.ts'
import { notSetUp } from '../model/model/model-choice.ts'
import type { ModelView } from '../model/model-view.ts'
import { mapReading, type Reading } from '../readers/reading.ts'
import type { Sandbox } from '../readers/sandbox.ts'
import type { Owe } from './handler.ts'
import type { LoadedPage } from './load-page.ts'
import type { ModelLimits } from './parts.ts'
import type { RequestContext } from './request.ts'
import { formatRequest, type PageOrigin, pageFields, type ReadResult, type WholeResult } from './stored-scrape.ts'
import type { Visit, VisitPage } from './visit-page.ts'

interface PromptAnswererParts {
  visitPage: VisitPage
  /** Reads the result without a prompt. */
  read(
    loaded: LoadedPage,
    input: ScrapeInput,
    request: RequestContext,
    signal: AbortSignal,
  ): Promise<Reading<ReadResult>>
  sandbox: Sandbox
  /** The server's language model of this id; null where it is not set up. */
  openModel(model: string): Promise<LanguageModel | null>
  limits: ModelLimits
  /** For the nonces of fences. */
  nameSecret: string
}

/** A page as the language model reads it. */
interface ViewedPage {
  origin: PageOrigin
  view: ModelView
}

/** A character takes two bytes in memory at most. */
const charBytes = 2
/** Model requests for one page that is read in parts. */
const maxParts = 12

/** Throws model_not_configured, model_failed, and what loading and formatting a page throw. */
export function createPromptAnswerer(
  parts: PromptAnswererParts,
): (input: ScrapeInput, request: RequestContext, owe: Owe) => Promise<WholeResult> {
  const { visitPage, read, sandbox, limits, nameSecret } = parts

  async function readView(
    { page, isKept, fetchedAt, keep }: LoadedPage,
    input: ScrapeInput,
    request: RequestContext,
    signal: AbortSignal,
  ): Promise<Reading<ViewedPage>> {
    request.progress?.(`Reading ${page.body.byteLength} bytes for the language model`)
    const { body, ...rest } = page
    const reading = await sandbox.run('createModelView', [page, formatRequest(input)], {
      ...{ signal, share: request.share, stages: request.stages },
      releaseBytes: keep ? 0 : body.byteLength,
    })
    return mapReading(reading, (view) => ({ origin: { page: rest, isKept, fetchedAt }, view }))
  }

  /** Loads the page as the language model reads it, or as its own result when the target answered 4xx or 5xx. */
  function visitForModel(
    input: ScrapeInput,
    request: RequestContext,
    deadline: Deadline,
  ): Promise<Visit<ViewedPage | ReadResult>> {
    return visitPage<ViewedPage | ReadResult>(input, request, deadline, (loaded) =>
      (isFreeStatus(loaded.page.status) ? read : readView)(loaded, input, request, deadline.signal),
    )
  }

  async function answer(
    languageModel: LanguageModel,
    { origin, view }: ViewedPage,
    input: ScrapeInput,
    request: RequestContext,
    { signal, deadlineAt }: Deadline,
  ): Promise<ReadResult> {
    const { prompt = null, json_schema: dataSchema = null, model = limits.defaultModel } = input
    const schemaText = dataSchema === null ? '' : JSON.stringify(dataSchema)
    const budget = { tokens: limits.inputTokens, maxParts, isWhole: dataSchema !== null }
    const reading = { signal, share: request.share, stages: request.stages }
    const chosen = await sandbox.run('chooseParts', [view.text, prompt ?? schemaText, budget], reading)
    const { content, usage, warnings, ...answered } = await answerPage(
      {
        ...{ view, chosen, prompt, dataSchema, model },
        nonce: createNonce(view, `${nameSecret} ${request.caller.keyId}`),
        ...{ maxOutputTokens: limits.maxOutputTokens, signal, deadlineAt },
        ...{ progress: request.progress ?? (() => {}), onText: request.onAnswer },
        parseJson: (...args) => sandbox.run('parseJsonAnswer', args, reading).catch(throwSchemaTooComplex),
        parseData: (...args) => sandbox.run('parseDataAnswer', args, reading).catch(throwSchemaTooComplex),
      },
      languageModel,
    )
    const asked = `${prompt ?? ''}\n${schemaText}`
    const sources = { page: `${view.properties}\n${view.text}`, url: view.url, prompt: asked }
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    const ungrounded = await sandbox.run('findUngrounded', [text, sources], reading)
    const stored = {
      ...pageFields(origin, input),
      title: view.title,
      content: writeCounted(content),
      model: answered.model,
      usage: usage && { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens },
      warnings: distinct([...origin.page.warnings, ...view.warnings, ...warnings, ...ungroundedWarning(ungrounded)]),
    }
    return { stored, piece: null }
  }

  return async (input, request, owe) => {
    const model = input.model ?? limits.defaultModel
    const openedModel = (await parts.openModel(model)) ?? request.languageModel
    if (!openedModel) throw new ServiceError('model_not_configured', notSetUp(model))
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
      const { value, credits, loaded } = await visitForModel(input, request, pageDeadline)
      pageDeadline.clear()
      if ('stored' in value) return { ...value, credits, loaded }
      request.share.take(charBytes * (value.view.text.length + value.view.properties.length))
      const answered = await answer(languageModel, value, input, request, wholeDeadline)
      return { ...answered, credits: credits + promptCredits, loaded }
    } finally {
      pageDeadline.clear()
      wholeDeadline.clear()
    }
  }
}

function throwSchemaTooComplex(error: unknown): never {
  if (!(error instanceof ServiceError) || error.type !== 'invalid_response') throw error
  throw modelFailed(
    "The language model's JSON could not be checked: the schema is too complex, or one of its patterns takes too long",
  )
}

function ungroundedWarning(values: readonly string[]): Warning[] {
  if (values.length === 0) return []
  const message = `These stand in the answer and not on the page: ${values.map((value) => value.slice(0, 200)).join(', ')}`
  return [{ code: 'ungrounded', message }]
}

/** The first of each code: the browser and the formatter both warn of removed hidden text. */
function distinct(warnings: readonly Warning[]): Warning[] {
  return warnings.filter(({ code }, at) => warnings.findIndex((other) => other.code === code) === at)
}

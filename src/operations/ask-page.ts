/** Answers the `prompt` or fills the `json_schema` of a scrape: page → model view → answer of the language model, with its warnings. */

import { createDeadline, type Deadline } from '../base/deadline.ts'
import { ServiceError } from '../base/errors.ts'
import { noStages } from '../base/stages.ts'
import { writeCounted } from '../content/written.ts'
import { promptCredits } from '../contract/prices.ts'
import type { ScrapeInput } from '../contract/scrape.ts'
import type { Warning } from '../contract/warning.ts'
import { answerPage } from '../model/answer-page.ts'
import { type LanguageModel, modelFailed } from '../model/model/language-model.ts'
import { notSetUp } from '../model/model/model-choice.ts'
import type { Owe } from './handler.ts'
import type { ModelLimits } from './parts.ts'
import { createPageForPrompt, distinct, type PromptPage, type PromptPagesParts } from './prompt-page.ts'
import type { RequestContext } from './request.ts'
import type { WholeResult } from './stored-scrape.ts'

interface PromptAnswererParts extends PromptPagesParts {
  /** The server's language model of this id; null where it is not set up. */
  openModel(model: string): Promise<LanguageModel | null>
  limits: ModelLimits
}

/** A character takes two bytes in memory at most. */
const charBytes = 2
/** Model requests for one page that is read in parts. */
const maxParts = 12

/** Throws model_not_configured, model_failed, and what loading and formatting a page throw. */
export function createPromptAnswerer(
  parts: PromptAnswererParts,
): (input: ScrapeInput, request: RequestContext, owe: Owe) => Promise<WholeResult> {
  const { sandbox, limits } = parts
  const pageFor = createPageForPrompt(parts)

  async function answer(
    languageModel: LanguageModel,
    { view, nonce, fields, credits, onCharged }: PromptPage,
    input: ScrapeInput,
    request: RequestContext,
    { signal, deadlineAt }: Deadline,
  ): Promise<WholeResult> {
    const { prompt = null, json_schema: dataSchema = null, model = limits.defaultModel } = input
    const schemaText = dataSchema === null ? '' : JSON.stringify(dataSchema)
    const budget = { tokens: limits.inputTokens, maxParts, isWhole: dataSchema !== null }
    const reading = { signal, share: request.share, stages: request.stages }
    const chosen = await sandbox.run('chooseParts', [view.text, prompt ?? schemaText, budget], reading)
    const { content, usage, warnings, ...answered } = await answerPage(
      {
        ...{ view, chosen, nonce, prompt, dataSchema, model },
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
      ...fields,
      content: writeCounted(content),
      model: answered.model,
      usage: usage && { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens },
      warnings: distinct([...view.warnings, ...warnings, ...ungroundedWarning(ungrounded)]),
    }
    return { stored, piece: null, credits: credits + promptCredits, onCharged }
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
      const page = await pageFor(input, request, pageDeadline)
      pageDeadline.clear()
      if (!('nonce' in page)) return page
      request.share.take(charBytes * (page.view.text.length + page.view.properties.length))
      return await answer(languageModel, page, input, request, wholeDeadline)
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

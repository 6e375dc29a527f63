/** Answers the `prompt` or fills the `json_schema` of a scrape, by asking a language model about parts of the page. */

import { type Problem, ServiceError } from '../base/errors.ts'
import { noStages, type Stages } from '../base/stages.ts'
import { type Work, withWork } from '../base/work.ts'
import { writeCounted } from '../content/written.ts'
import { dataSchema } from '../contract/extract-rules.ts'
import { parameterProblem } from '../contract/parse-input.ts'
import { promptCredits } from '../contract/prices.ts'
import type { ScrapeInput } from '../contract/scrape.ts'
import type { Warning } from '../contract/warning.ts'
import { answerPage } from '../model/answer-page.ts'
import { createNonce } from '../model/instructions.ts'
import { type LanguageModel, modelFailed } from '../model/model/language-model.ts'
import { notSetUp } from '../model/model/model-choice.ts'
import type { PageVisits, VisitedPage } from '../pages/visit/visit.ts'
import type { AskedPage, Sandbox } from '../readers/tasks.ts'
import type { OperationParts, Owe } from './handler.ts'
import type { RequestContext } from './runtime.ts'
import { formatRequest, visitOf } from './scrape-request.ts'
import { isCut, pageFields, type ReadResult, resultOfPage } from './scrape-result.ts'

interface AskParts extends Pick<OperationParts, 'languageModel' | 'modelLimits' | 'nameSecret' | 'locale'> {
  visits: PageVisits
  sandbox: Sandbox
  owe: Owe
}

/** A character takes at most two bytes in memory. */
const charBytes = 2
/** Maximum number of model requests for a page that is read in parts. */
const maxParts = 12

/** Throws model_not_configured, model_failed, and the errors of loading and formatting a page. */
export async function askPage(input: ScrapeInput, request: RequestContext, parts: AskParts): Promise<ReadResult> {
  const { visits, modelLimits, owe } = parts
  const { model = modelLimits.defaultModel } = input
  const languageModel = (await parts.languageModel(model)) ?? request.languageModel
  if (!languageModel) throw new ServiceError('model_not_configured', notSetUp(model))
  return withWork(
    request,
    input.timeout_ms,
    async (work) => {
      // Loading the page may take at most half of the time. The rest is for the model.
      const visited = await withWork(work, input.timeout_ms / 2, (loading) =>
        visits.visitPage(
          visitOf(input, request, parts),
          {
            task: 'ask',
            args: [formatRequest(input), questionOf(input, modelLimits)],
            purpose: 'for the language model',
          },
          loading,
        ),
      )
      const { value } = visited
      if ('content' in value) return resultOfPage({ ...visited, value }, input)
      work.share.take(charBytes * (value.properties.length + value.chosen.parts.join('').length))
      const asked = { input, request, parts, languageModel: withCharge(languageModel, owe, request) }
      return answer({ ...visited, value }, asked, work)
    },
    (timeoutMs) => modelFailed(`The language model did not respond within the request's limit of ${timeoutMs} ms`),
  )
}

/** Wraps the model so that its credits become due with the first call. */
function withCharge(languageModel: LanguageModel, owe: Owe, request: RequestContext): LanguageModel {
  const stages: Stages = request.stages ?? noStages
  return {
    async generate(modelRequest) {
      modelRequest.signal.throwIfAborted()
      owe(promptCredits)
      return stages.during('model', () => languageModel.generate(modelRequest))
    },
  }
}

const schemaText = ({ json_schema }: ScrapeInput) => (json_schema === undefined ? '' : JSON.stringify(json_schema))

function questionOf(input: ScrapeInput, { inputTokens }: OperationParts['modelLimits']) {
  const { prompt = '', json_schema } = input
  return {
    text: `${prompt}\n${schemaText(input)}`,
    prompt: prompt === '' ? schemaText(input) : prompt,
    budget: { tokens: inputTokens, maxParts, isWhole: json_schema !== undefined },
  }
}

interface Asked {
  input: ScrapeInput
  request: RequestContext
  parts: AskParts
  languageModel: LanguageModel
}

async function answer(visited: VisitedPage<AskedPage>, { input, request, parts, languageModel }: Asked, work: Work) {
  const { value: view, page, credits, keep } = visited
  const { chosen, evidence } = view
  const { prompt = null, json_schema: dataSchema = null, model = parts.modelLimits.defaultModel } = input
  const { sandbox } = parts
  const { signal, deadlineAt, share, stages } = work
  const reading = { signal, share, stages }
  const nonce = createNonce(
    { properties: view.properties, text: chosen.parts.join('') },
    `${parts.nameSecret} ${request.caller.keyId}`,
  )
  const { content, usage, warnings, ...answered } = await answerPage(
    {
      ...{ view, chosen, prompt, dataSchema, model, nonce, signal, deadlineAt },
      maxOutputTokens: parts.modelLimits.maxOutputTokens,
      ...{ progress: request.progress ?? (() => {}), onText: request.onAnswer },
      parseJson: (...args) => sandbox.run('parseJsonAnswer', args, reading).catch(throwSchemaTooComplex),
    },
    languageModel,
  )
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const ungrounded = await sandbox.run('findUngrounded', [text, evidence], reading)
  const stored = {
    ...pageFields(visited, input),
    page_count: view.pageCount,
    complete: page.complete && !isCut(view.warnings),
    title: view.title,
    content: writeCounted(content),
    fragment_offset: null,
    model: answered.model,
    usage: usage && { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens },
    warnings: distinct([...page.warnings, ...view.warnings, ...warnings, ...ungroundedWarning(ungrounded)]),
  }
  return { stored, piece: null, credits: credits + promptCredits, keep }
}

function throwSchemaTooComplex(error: unknown): never {
  if (!(error instanceof ServiceError) || error.type !== 'invalid_response') throw error
  throw modelFailed(
    "The language model's JSON could not be checked: the schema is too complex, or one of its patterns takes too long",
  )
}

function ungroundedWarning(values: readonly string[]): Warning[] {
  if (values.length === 0) return []
  const message = `The answer contains values that are not on the page: ${values.map((value) => value.slice(0, 200)).join(', ')}`
  return [{ code: 'ungrounded', message }]
}

/** Keeps the first warning with each code, because both the browser and the formatter warn about removed hidden text. */
function distinct(warnings: readonly Warning[]): Warning[] {
  return warnings.filter(({ code }, at) => warnings.findIndex((other) => other.code === code) === at)
}

/** Compiles the `json_schema` of a scrape and returns its problems, or none if it compiles or the contract already rejects it. */
export async function findSchemaProblems(
  sandbox: Sandbox,
  value: unknown,
  { signal, share, stages }: RequestContext,
): Promise<Problem[]> {
  const { data: schema } = dataSchema.safeParse(value)
  if (schema === undefined || schema === null) return []
  try {
    const problem = await sandbox.run('findSchemaProblem', [schema], { signal, share, stages })
    return problem === null ? [] : [schemaProblem(`the schema can't be compiled: ${problem}`)]
  } catch (error) {
    // The thread exceeded its time or memory limit.
    if (!(error instanceof ServiceError) || error.type !== 'invalid_response') throw error
    return [schemaProblem('the schema is too complex to compile')]
  }
}

function schemaProblem(message: string): Problem {
  return parameterProblem('json_schema', 'value_error', `Value error, ${message}`)
}

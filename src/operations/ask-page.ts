/** How `scrape` answers a prompt: page → what a model reads of it → the answer, and what there is to warn of. */

import { createHash } from 'node:crypto'
import { answerPage } from '../answer/answer-page.ts'
import { createNonce } from '../answer/instructions.ts'
import type { LanguageModel } from '../answer/model/language-model.ts'
import { modelFailed } from '../answer/model/language-model.ts'
import type { Reading } from '../answer/model-view.ts'
import type { ScrapeInput } from '../contract/scrape.ts'
import type { Warning } from '../contract/warning.ts'
import { createDeadline, type Deadline } from '../deadline.ts'
import { ServiceError } from '../errors.ts'
import type { Page } from '../page.ts'
import type { Sandbox } from '../sandbox/pool.ts'
import type { PageMemory } from '../snapshot/page-memory.ts'
import type { StoredResult } from '../snapshot/snapshot-store.ts'
import type { RequestContext } from './request.ts'
import { factsOf, formatRequest, storedName } from './stored-scrape.ts'

export interface ModelLimits {
  /** The model that is asked when the caller names none. */
  defaultModel: string
  /** About how many tokens of a page one question holds. */
  inputTokens: number
  maxOutputTokens: number
}

export interface AskingParts {
  load(input: ScrapeInput, request: RequestContext, deadline: Deadline): Promise<Page>
  /** The page as it is given without a prompt. */
  read(page: Page, input: ScrapeInput, signal: AbortSignal): Promise<StoredResult>
  sandbox: Sandbox
  /** Pages that were read for a model. */
  pages: PageMemory
  /** The server's language model; null where none is set up. */
  openModel(): Promise<LanguageModel | null>
  limits: ModelLimits
}

type PromptInput = ScrapeInput & { prompt: string }

/** A page as a model reads it, kept for the next question about it. */
interface KeptPage {
  facts: ReturnType<typeof factsOf> & { title: string | null }
  reading: Reading
  /** Mark of its fence: the service knows the page again by the same bytes. */
  nonce: string
  /** Digests of what was asked about it: the same question again is about the page as it is by then. */
  asked: Set<string>
}

/** Questions about one page before it is fetched anew: what is remembered of them stays small. */
const maxQuestions = 1000
/** Questions at most about one page that is read in parts. */
const maxParts = 12

/** Throws model_not_configured, model_failed, and what loading and reading a page throw. */
export function createAsking(
  parts: AskingParts,
): (input: PromptInput, request: RequestContext) => Promise<StoredResult> {
  const { sandbox, pages, limits } = parts

  /** The page of an earlier question, or the page itself; as it is given without a prompt when the target answered 4xx or 5xx. */
  async function pageFor(
    input: PromptInput,
    request: RequestContext,
    time: Deadline,
  ): Promise<KeptPage | StoredResult> {
    const name = pageName(input, request.caller.keyId)
    const kept = pages.get(name) as KeptPage | null
    const question = createHash('sha256').update(input.prompt).digest('base64')
    if (kept && !kept.asked.has(question) && kept.asked.size < maxQuestions) {
      kept.asked.add(question)
      return kept
    }
    const page = await parts.load(input, request, time)
    if (page.status >= 400) return parts.read(page, input, time.signal)
    request.progress?.(`Reading ${page.body.byteLength} bytes for the language model`)
    const { body, ...rest } = page
    const reading = await sandbox.run('readForModel', [page, formatRequest(input)], {
      signal: time.signal,
      transfer: [body.buffer],
    })
    const fresh: KeptPage = {
      facts: { ...factsOf(rest, input), title: reading.title },
      reading: { ...reading, warnings: distinct([...rest.warnings, ...reading.warnings]) },
      nonce: createNonce(reading),
      asked: new Set([question]),
    }
    // What was cut by its time may be whole the next time.
    if (rest.complete) pages.set(name, fresh, reading.text.length + reading.head.length)
    return fresh
  }

  async function answer(
    model: LanguageModel,
    page: KeptPage,
    input: PromptInput,
    request: RequestContext,
    time: Deadline,
  ) {
    const { reading, nonce, facts } = page
    const { signal, deadlineAt } = time
    const budget = { tokens: limits.inputTokens, maxParts }
    const choice = await sandbox.run('chooseParts', [reading.text, input.prompt, budget], { signal })
    const given = await answerPage(
      {
        ...{ reading, choice, nonce, prompt: input.prompt, model: input.model ?? limits.defaultModel },
        ...{ maxOutputTokens: limits.maxOutputTokens, signal, deadlineAt },
        ...{ progress: request.progress ?? (() => {}), onText: request.onAnswer },
        readJson: (...read) => sandbox.run('readModelJson', read, { signal }).catch(schemaIsTooMuch),
      },
      model,
    )
    const sources = { page: `${reading.head}\n${reading.text}`, prompt: input.prompt }
    const ungrounded = await sandbox.run('findUngrounded', [given.content, sources], { signal })
    const { usage } = given
    return {
      ...facts,
      content: given.content,
      model: given.model,
      usage: usage && { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens },
      warnings: distinct([...reading.warnings, ...given.warnings, ...ungroundedWarning(ungrounded)]),
    }
  }

  return async (input, request) => {
    const model = (await parts.openModel()) ?? request.languageModel
    if (!model) {
      throw new ServiceError(
        'model_not_configured',
        'No language model is set up on this server: ANTHROPIC_API_KEY is not set',
      )
    }
    const whole = createDeadline(input.timeout_ms, request.signal, (timeoutMs) =>
      modelFailed(`The language model did not answer within the ${timeoutMs} ms of the request`),
    )
    // What is left of the page's time is the model's.
    const half = createDeadline(input.timeout_ms / 2, request.signal)
    try {
      const page = await pageFor(input, request, half)
      half.clear()
      return 'nonce' in page ? await answer(model, page, input, request, whole) : page
    } finally {
      half.clear()
      whole.clear()
    }
  }
}

function schemaIsTooMuch(error: unknown): never {
  if (!(error instanceof ServiceError) || error.type !== 'invalid_response') throw error
  throw modelFailed("The language model's JSON could not be checked: the schema in the prompt is too complex")
}

/** The same for all questions about one view of one page. */
function pageName({ url, output, css_selector, main_content, render_js }: PromptInput, keyId: string | null): string {
  return storedName('page for a model', keyId, { url, output, css_selector, main_content, render_js })
}

/** The first of each code: what was hidden is told by the browser and by the reader. */
function distinct(warnings: readonly Warning[]): Warning[] {
  return warnings.filter(({ code }, at) => warnings.findIndex((other) => other.code === code) === at)
}

function ungroundedWarning(found: readonly string[]): Warning[] {
  if (found.length === 0) return []
  const message = `These stand in the answer and not on the page: ${found.map((part) => part.slice(0, 200)).join(', ')}`
  return [{ code: 'ungrounded', message }]
}

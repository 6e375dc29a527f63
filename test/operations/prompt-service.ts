/** A service with a scripted language model, and pages to ask about. */

import { afterAll, beforeAll, beforeEach } from 'vitest'
import { openScriptedModel, type Reply, type ScriptedModel, testKey } from '../model/scripted-model.ts'
import { type Origin, openOrigin, type Site } from '../origin.ts'
import { type Json, jsonOf, openTestService, type TestService } from '../service.ts'
import { until } from '../waits.ts'

const plans = `<!doctype html><html lang="en"><head><title>Plans</title><meta name="description" content="What it costs"></head>
<body><main><h1>Plans</h1><p>The basic plan costs 12.50 euros a month. Write to <a href="mailto:sales@example.com">sales</a>.</p>
<p>More about it on <a href="/terms">the page of terms</a>, which every customer ought to read with care before signing anything.</p>
</main></body></html>`

/** The pages by path. A test may replace one. */
export const site: Site = {
  '/plans': { body: plans },
  '/other': { body: '<main><h1>Other</h1><p>Nothing of the kind.</p></main>' },
  '/missing': { status: 404, body: '<title>Gone</title><p>There is nothing here.</p>' },
  '/never': () => {},
  '/empty': { body: '' },
}

interface PromptService {
  model: ScriptedModel
  gleaner: TestService
  origin: Origin
  /** Returns a different URL for each test, so that no test gets a page kept by another. */
  testUrl(path?: string): string
  ask(prompt: string, parameters?: Record<string, string>, init?: RequestInit): Promise<Response>
  /** Resolves with the response body when the model gives these replies. */
  answered(replies: Reply[], prompt: string, parameters?: Record<string, string>): Promise<Json>
  /** Resolves when validation of a model's answer has started. */
  judging(): Promise<void>
}

/** Settings that point to the scripted model. */
type ModelSettings = (modelUrl: string) => Record<string, string>

const anthropicSettings: ModelSettings = (url) => ({
  ANTHROPIC_API_KEY: testKey,
  ANTHROPIC_BASE_URL: url,
  GLEANER_MODELS: 'claude-sonnet-5-5',
})

/** The same settings for a model behind a chat completions API. */
export const chatSettings: ModelSettings = (url) => ({
  OPENAI_API_KEY: testKey,
  OPENAI_BASE_URL: `${url}/v1`,
  GLEANER_MODELS: 'openai/qwen3,openai/llama',
})

/** Opens the service and sets the fields before a file's tests, and closes the service after them. */
export function usePromptService(settings = anthropicSettings): PromptService {
  const parts = {} as Pick<PromptService, 'model' | 'gleaner' | 'origin'>
  let testNumber = 0
  beforeAll(async () => {
    parts.model = await openScriptedModel()
    parts.origin = await openOrigin(site)
    parts.gleaner = await openTestService(settings(parts.model.url))
  })
  beforeEach(() => {
    testNumber++
  })
  afterAll(async () => {
    await parts.gleaner.close()
    await parts.origin.close()
    await parts.model.close()
  })

  const testUrl = (path = '/plans') => `${parts.origin.url}${path}?test=${testNumber}`
  const ask: PromptService['ask'] = (prompt, parameters = {}, init = {}) =>
    parts.gleaner.get('/v1/scrape', { url: testUrl(), prompt, ...parameters }, init)
  return Object.assign(parts, {
    testUrl,
    ask,
    async judging() {
      await until('the call of the model', () => parts.model.requests.length > 0)
      await until('the answer to be judged', () => {
        const { small, large } = parts.gleaner.runtime.figures().readers
        return small.working + large.working > 0
      })
    },
    answered: (replies: Reply[], prompt: string, parameters: Record<string, string> = {}) => {
      parts.model.play(replies)
      return jsonOf(ask(prompt, parameters))
    },
  })
}

/** Returns the codes of a result's warnings. */
export const codesOf = (body: Json) => (body.warnings as { code: string }[]).map(({ code }) => code)

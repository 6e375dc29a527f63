/** The Anthropic Messages API behind the port: one streamed call, tried again as the service itself asks. */

import { Anthropic } from '@anthropic-ai/sdk'
import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema'
import type { MessageCreateParamsStreaming, MessageParam } from '@anthropic-ai/sdk/resources/messages'
import { pause } from '../../deadline.ts'
import { emit } from '../../observe.ts'
import {
  type JsonSchema,
  type LanguageModel,
  type ModelAnswer,
  type ModelQuestion,
  modelFailed,
} from '../model/language-model.ts'
import { type Received, readAnswer } from './read-response.ts'
import { faultOf, ModelFault } from './service-error.ts'

export interface AnthropicOptions {
  /** ANTHROPIC_API_KEY. It goes into the calls' headers and nowhere else. */
  apiKey: string
  /** ANTHROPIC_BASE_URL; null for the vendor's own address. */
  baseUrl: string | null
  /** How calls go out: the owner chose the service, so no page's address policy stands before it. */
  fetch: typeof fetch
  /** Calls at most for one question, the first one included. */
  maxTries?: number
  /** Pause before the second try, where the service names none, in milliseconds; doubled from try to try. */
  firstPauseMs?: number
}

/** @see https://platform.claude.com/docs/en/api/messages */
export function createAnthropic(options: AnthropicOptions): LanguageModel {
  const { apiKey, baseUrl, fetch, maxTries = 3, firstPauseMs = 500 } = options
  const client = new Anthropic({
    apiKey,
    baseURL: baseUrl ?? 'https://api.anthropic.com',
    fetch,
    // Tried again here, where a stream that breaks in the middle and the end of the time are seen too.
    maxRetries: 0,
    timeout: 10 * 60 * 1000,
    // Its debug lines hold headers and whole requests; on the stdio door standard output is the protocol.
    logger: silent,
    logLevel: 'off',
    openTelemetry: false,
  })

  async function once(question: ModelQuestion, params: MessageCreateParamsStreaming): Promise<Received> {
    const controller = new AbortController()
    const stop = () => controller.abort()
    question.signal.addEventListener('abort', stop, { once: true })
    try {
      question.signal.throwIfAborted()
      const response = await client.messages.create(params, { signal: controller.signal }).asResponse()
      return await readAnswer(response, { client, controller, onText: question.onText })
    } finally {
      question.signal.removeEventListener('abort', stop)
      // What is still under way of an answer that is not wanted any more is paid for.
      controller.abort()
    }
  }

  async function tried(question: ModelQuestion, params: MessageCreateParamsStreaming): Promise<Received> {
    const startedAt = performance.now()
    try {
      const received = await once(question, params)
      tell(question, startedAt, received, null)
      return received
    } catch (error) {
      question.signal.throwIfAborted()
      const fault = faultOf(error)
      tell(question, startedAt, null, fault)
      throw fault
    }
  }

  return {
    async ask(question) {
      let heard = false
      const { onText } = question
      const hearing: ModelQuestion = onText
        ? {
            ...question,
            onText: (piece) => {
              heard = true
              onText(piece)
            },
          }
        : question
      let params = paramsOf(question)
      for (let tries = 1; ; tries++) {
        try {
          return accept(await tried(hearing, params), question)
        } catch (error) {
          question.signal.throwIfAborted()
          if (!(error instanceof ModelFault)) throw error
          if (error.status === 400 && params.output_config) {
            // A shape that the service can't hold an answer to: it is told in words, and checked here in any case.
            const { output_config, ...rest } = params
            params = rest
            continue
          }
          // Less up to a quarter, so that many who wait don't come back at once.
          const growing = firstPauseMs * 2 ** (tries - 1) * (1 - Math.random() * 0.25)
          const pauseMs = error.pauseMs === 'growing' ? growing : error.pauseMs
          if (pauseMs === null || heard || tries >= maxTries) throw modelFailed(error.message)
          if (performance.now() + pauseMs >= question.deadlineAt) {
            throw modelFailed(`${error.message}, and asks for more time than is left`, Math.ceil(pauseMs / 1000))
          }
          await pause(pauseMs, question.signal)
        }
      }
    },
  }
}

/** The request: rules, then the page up to the mark where the service keeps it, then what differs between questions. */
function paramsOf(question: ModelQuestion): MessageCreateParamsStreaming {
  const { model, system, page, keepsPage, schema, correction, maxOutputTokens } = question
  const kept = keepsPage ? { cache_control: { type: 'ephemeral' } as const } : {}
  const messages: MessageParam[] = [
    {
      role: 'user',
      content: [
        { type: 'text', text: page, ...kept },
        { type: 'text', text: question.question },
      ],
    },
  ]
  if (correction) {
    messages.push(
      { role: 'assistant', content: correction.answer.trim() || '(nothing)' },
      { role: 'user', content: correction.fault },
    )
  }
  return {
    model,
    max_tokens: maxOutputTokens,
    system: [{ type: 'text', text: system }],
    messages,
    stream: true,
    ...formatOf(schema),
  }
}

/** The form of the answer, in the part of JSON Schema that the service knows; what that can't say is checked by who asks. */
function formatOf(schema: JsonSchema | null): Pick<MessageCreateParamsStreaming, 'output_config'> {
  // The service knows no fields of any name: an answer that is held to it could only be empty there.
  if (!schema || isOpen(schema)) return {}
  try {
    const known = transformJSONSchema(schema as Parameters<typeof transformJSONSchema>[0])
    return { output_config: { format: { type: 'json_schema', schema: { ...known } } } }
  } catch {
    // A schema that leaves types open can't be held to: its words still stand in the prompt.
    return {}
  }
}

/** Whether an object somewhere in it may have fields that it does not name, and names none or says what they hold. */
function isOpen(schema: JsonSchema): boolean {
  const { type, properties, additionalProperties: others } = schema
  const hasNames = typeof properties === 'object' && properties !== null && Object.keys(properties).length > 0
  if (typeof others === 'object' && others !== null) return true
  if (type === 'object' && !hasNames && others !== false) return true
  return Object.values(schema).some((part) =>
    [part].flat().some((inner) => typeof inner === 'object' && inner !== null && isOpen(inner as JsonSchema)),
  )
}

/** What each way of stopping means for the caller. */
function accept({ text, usage, stopReason }: Received, { model }: ModelQuestion): ModelAnswer {
  if (stopReason === 'refusal') throw modelFailed('The language model refused to answer')
  if (stopReason === 'model_context_window_exceeded' && text.trim() === '') {
    throw modelFailed('The page and the prompt are longer than the language model can read')
  }
  if (text.trim() === '') throw modelFailed('The language model gave an empty answer')
  const isCut = stopReason === 'max_tokens' || stopReason === 'model_context_window_exceeded'
  return { text, model, usage, isCut }
}

function tell(question: ModelQuestion, startedAt: number, received: Received | null, fault: ModelFault | null): void {
  emit('gleaner:model', {
    model: question.model,
    inputTokens: received?.usage.inputTokens ?? 0,
    keptTokens: received?.keptTokens ?? 0,
    outputTokens: received?.usage.outputTokens ?? 0,
    durationMs: performance.now() - startedAt,
    error: fault?.kind ?? null,
  })
}

const nothing = () => {}
const silent = { error: nothing, warn: nothing, info: nothing, debug: nothing }

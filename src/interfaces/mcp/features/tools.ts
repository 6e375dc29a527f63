/** The operations as MCP tools, the same in every revision and independent of SDKs: definitions and calls (docs/api.md, Interfaces). */

import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { ServiceError } from '../../../base/errors.ts'
import { isJsonObject } from '../../../base/json-value.ts'
import type { Operation } from '../../../contract/operation.ts'
import { defaultMcpChars } from '../../../contract/service-limits.ts'
import type { RegisteredOperation } from '../../../operations/registry.ts'
import type { Invoke } from '../../../operations/runtime.ts'
import type { Screenshot } from '../../../page/page.ts'
import { coerceValues } from '../../coerce.ts'
import { shownError } from '../../error-body.ts'
import type { LogLevel, McpRequest, ResultForm } from './mcp-request.ts'
import { McpProtocolError } from './protocol-error.ts'
import { snapshotUri } from './resources.ts'
import { structuredContentOf, structuredSchemaOf, toPortableSchema, toToolParameter } from './tool-schemas.ts'
import { errorText, resultTexts } from './tool-text.ts'

type ToolSchema = { type: 'object'; [keyword: string]: unknown }

type ToolDefinition = ReturnType<typeof define>

/** Result of `tools/call`. If the operation fails, this is a result with `isError` instead of a protocol error. */
interface ToolResult {
  content: (ReturnType<typeof textBlock> | ReturnType<typeof imageBlocks>[number])[]
  /** The result for programs. Many clients pass it to the model instead of the text. */
  structuredContent?: Record<string, unknown>
  isError?: true
  /** Set only with structured content: URI of the whole stored result. The structured content may be one piece of that result. */
  _meta?: { 'gleaner/snapshot': string }
}

export interface ToolsOptions {
  /** Maximum time between two progress notifications, in milliseconds. */
  progressIntervalMs?: number
  hasModel?: boolean
}

/** Claude Code rejects results of more than 25,000 tokens. Random characters, such as keys, take a fifth more tokens than estimated. */
const maxContentTokens = 17_500

export function createTools(
  operations: readonly RegisteredOperation[],
  invoke: Invoke,
  { progressIntervalMs = 8000, hasModel: isModelConfigured = true }: ToolsOptions = {},
) {
  const offered = operations.filter(({ isTool }) => isTool)
  const byName = new Map(offered.map((operation) => [operation.name, operation]))
  const definitions = new Map<string, ToolDefinition[]>()

  return {
    /** Returns all tools on one page. Omits model parameters if no language model is configured. Throws McpProtocolError for a cursor. */
    list(
      cursor?: string,
      { hasModel = isModelConfigured, resultForm = 'text' }: { hasModel?: boolean; resultForm?: ResultForm } = {},
    ): readonly ToolDefinition[] {
      if (cursor !== undefined) throw new McpProtocolError('Invalid cursor: the list of tools has only one page')
      const key = `${hasModel} ${resultForm}`
      const defined = definitions.get(key) ?? offered.map((operation) => define(operation, hasModel, resultForm))
      definitions.set(key, defined)
      return defined
    },
    /** Throws McpProtocolError for an unknown tool, and `signal.reason` if the client has disconnected. */
    async call(
      name: string,
      args: unknown,
      { onProgress, onLog = () => {}, resultForm, ...call }: McpRequest,
    ): Promise<ToolResult> {
      const { requestId, signal } = call
      const operation = byName.get(name)
      if (!operation) {
        throw new McpProtocolError(
          `Unknown tool: ${name.slice(0, 100)}. The tools are ${[...byName.keys()].join(', ')}.`,
        )
      }
      const log = (level: LogLevel, message: string) => onLog(level, { message, tool: name, request_id: requestId })
      const progress = createProgress(`Starting ${name}`, progressIntervalMs, onProgress)
      const report = (message: string) => {
        progress.report(message)
        log('info', message)
      }
      let snapshot: string | null = null
      let screenshot: Screenshot | null = null as Screenshot | null
      const onScreenshot = (taken: Screenshot) => {
        screenshot = taken
      }
      const onStored = (id: string) => {
        snapshot = snapshotUri(id)
      }
      try {
        const parameters = coerceValues(operation, readArguments(args))
        const { max_chars, max_tokens } = parameters.raw
        const resultTokens = (max_chars ?? max_tokens) === undefined ? maxContentTokens : undefined
        parameters.raw = { ...defaultsFor(operation, parameters.raw), ...parameters.raw }
        const context = { ...call, progress: report, onStored, onScreenshot, resultTokens, holdsExtra: true }
        const body = await invoke(operation, parameters, context)
        for (const { code, message } of body.warnings ?? []) log('warning', `${code}: ${message}`)
        log('info', `Finished ${name}, credits charged: ${body.credits_charged}`)
        const texts = resultTexts(body, { tool: name, isStored: snapshot !== null, screenshot })
        const content = [...texts.map(textBlock), ...imageBlocks(screenshot)]
        const meta = snapshot === null ? {} : { _meta: { 'gleaner/snapshot': snapshot } }
        const structured = () => ({ structuredContent: structuredContentOf(operation, body), ...meta })
        return { content, ...(resultForm === 'text' ? {} : structured()) }
      } catch (error) {
        if (!(error instanceof ServiceError) && signal.aborted) throw error
        const failure = shownError(error, requestId)
        log('error', `${failure.type}: ${failure.message}`)
        return { content: [textBlock(errorText(failure, requestId))], isError: true }
      } finally {
        await progress.end()
      }
    },
  }
}

const textBlock = (text: string) => ({ type: 'text', text }) as const

function imageBlocks(screenshot: Screenshot | null) {
  const data = (screenshot?.tiles ?? []).map(({ png }) => Buffer.from(png).toString('base64'))
  return data.map((base64) => ({ type: 'image', mimeType: 'image/png', data: base64 }) as const)
}

function defaultsFor({ mcpDefaults, withoutMcpDefaults = [] }: Operation, raw: Readonly<Record<string, unknown>>) {
  return withoutMcpDefaults.some((param) => raw[param] !== undefined) ? {} : mcpDefaults
}

function define(operation: Operation, hasModel: boolean, resultForm: ResultForm) {
  const { name, title, input, mcpDefaults = {}, withoutModel } = operation
  const omitted = hasModel ? [] : (withoutModel?.omit ?? [])
  const description = hasModel ? operation.description : (withoutModel?.description ?? operation.description)
  const inputSchema = toInputSchema(input)
  const properties = inputSchema.properties as Record<string, Record<string, unknown>>
  for (const param of omitted) delete properties[param]
  for (const [param, schema] of Object.entries(properties)) properties[param] = toToolParameter(schema)
  for (const [param, value] of Object.entries(mcpDefaults)) properties[param] = { ...properties[param], default: value }
  return {
    name,
    title,
    description,
    inputSchema,
    ...(resultForm === 'structured' ? { outputSchema: structuredSchemaOf(operation) as ToolSchema } : {}),
    annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    // Claude Code keeps a result of up to this many characters in the conversation, and writes a longer one to a file.
    _meta: { 'anthropic/maxResultSizeChars': maxResultChars(mcpDefaults.max_chars as number | undefined) },
  }
}

/** Omits `$schema`, so that every revision assumes 2020-12, and clients that only support draft 7 accept it too. */
function toInputSchema(schema: z.ZodType): ToolSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return toPortableSchema(rest) as ToolSchema
}

/** Omits `_meta`, which belongs next to the arguments. Strands' agents add it to them. */
function readArguments(args: unknown = {}): Record<string, unknown> {
  if (isJsonObject(args)) {
    const { _meta, ...parameters } = args
    return parameters
  }
  const next = 'Pass an object such as {"url": "https://example.com/"}, not a string or a list.'
  throw new ServiceError('value_error', 'The arguments must be an object of parameters', { next })
}

/** Escaping quotes and line breaks at most doubles ordinary text. The added constant is for the title, URLs and warnings. */
const maxResultChars = (window = defaultMcpChars) => 2 * window + 20_000

/** Clients built on either SDK drop an update that arrives together with the response, because by then the request has finished. */
const beforeResponseMs = 20

/**
 * Sends progress notifications: `first` immediately, then each step of the work, and the latest step again if nothing new happens for
 * `intervalMs` milliseconds. Does nothing if `onProgress` is undefined.
 */
export function createProgress(first: string, intervalMs: number, onProgress: McpRequest['onProgress']) {
  if (!onProgress) return { report: (_message: string) => {}, end: async () => {} }
  const startedAt = performance.now()
  let progress = 0
  let latest = first
  let sentAt = startedAt
  let ended = false
  const send = (message: string) => {
    timer.refresh()
    sentAt = performance.now()
    onProgress({ progress: ++progress, message })
  }
  const timer = setInterval(() => {
    send(`${latest} (${Math.round((performance.now() - startedAt) / 1000)} s so far)`)
  }, intervalMs)
  send(first)
  return {
    report(message: string) {
      if (ended) return
      latest = message
      send(message)
    },
    /** Stops the notifications. Resolves when the response may be sent. */
    async end() {
      ended = true
      clearInterval(timer)
      const restMs = sentAt + beforeResponseMs - performance.now()
      if (restMs > 0) await setTimeout(restMs)
    },
  }
}

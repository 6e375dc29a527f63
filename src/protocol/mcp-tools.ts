/** The operations as MCP tools: definitions and calls, in the form of API.md §5. Knows no SDK and no revision. */

import { z } from 'zod'
import type { Operation } from '../contract/operation.ts'
import { ServiceError } from '../errors.ts'
import { emit } from '../observe.ts'
import type { Caller, Invoke, ResultBody } from '../operations/context.ts'
import { coerceValues } from './coerce.ts'
import { toPortable } from './mcp-schema.ts'
import { errorText, resultText } from './mcp-text.ts'

export type JsonSchema = { type: 'object'; [keyword: string]: unknown }

/** One entry of `tools/list`. */
export interface ToolDefinition {
  name: string
  title: string
  description: string
  inputSchema: JsonSchema
  outputSchema: JsonSchema
  annotations: {
    title: string
    readOnlyHint: boolean
    destructiveHint: boolean
    idempotentHint: boolean
    openWorldHint: boolean
  }
}

/** Answer of `tools/call`; an error is told to the model, not to the protocol. */
export interface ToolResult {
  content: { type: 'text'; text: string }[]
  structuredContent?: ResultBody
  isError?: true
}

export interface ToolCall {
  caller: Caller
  requestId: string
  /** Aborts when the client cancels or leaves. */
  signal: AbortSignal
  /** Present when the client asked for progress. `progress` grows with every update. */
  onProgress?: ((update: { progress: number; message: string }) => void) | undefined
}

export interface Tools {
  /** The one page of tools, always the same bytes. Throws ProtocolFault for a cursor. */
  list(cursor?: string): readonly ToolDefinition[]
  /** Throws ProtocolFault for a tool that does not exist, and `signal.reason` when the client has left. */
  call(name: string, args: unknown, call: ToolCall): Promise<ToolResult>
}

/** A fault of the protocol itself. Both SDKs answer with `code` as the JSON-RPC error. */
export class ProtocolFault extends Error {
  override readonly name = 'ProtocolFault'
  readonly code = -32602
}

interface ToolsOptions {
  /** Longest silence towards a client that asked for progress, in milliseconds. */
  progressIntervalMs?: number
}

export function createTools(
  operations: readonly Operation[],
  invoke: Invoke,
  { progressIntervalMs = 10_000 }: ToolsOptions = {},
): Tools {
  const byName = new Map<string, Operation>(operations.map((operation) => [operation.name, operation]))
  let definitions: ToolDefinition[] | null = null

  return {
    list(cursor) {
      if (cursor !== undefined) throw new ProtocolFault('Invalid cursor: the list of tools has one page')
      definitions ??= operations.map(define)
      return definitions
    },
    async call(name, args, { caller, requestId, signal, onProgress }) {
      const operation = byName.get(name)
      if (!operation) throw new ProtocolFault(`Unknown tool: ${name.slice(0, 100)}`)
      const progress = createProgress(`Starting ${name}`, progressIntervalMs, onProgress)
      try {
        const raw = coerceValues(operation, { ...operation.mcpDefaults, ...readArguments(args) })
        const told = { caller, requestId, signal, progress: progress.tell }
        const body = await invoke({ operation: operation.name, raw, ...told })
        return { content: [{ type: 'text', text: resultText(body) }], structuredContent: body }
      } catch (error) {
        if (!(error instanceof ServiceError) && signal.aborted) throw error
        return {
          content: [{ type: 'text', text: errorText(toServiceError(error, requestId), requestId) }],
          isError: true,
        }
      } finally {
        progress.end()
      }
    },
  }
}

/** What is thrown past the operations is a bug of ours: it is reported, and no detail leaves the house. */
function toServiceError(error: unknown, requestId: string): ServiceError {
  if (error instanceof ServiceError) return error
  emit('gleaner:fault', { requestId, error })
  return new ServiceError('internal', 'Something went wrong on our side', { cause: error })
}

function define(operation: Operation): ToolDefinition {
  const { name, title, description, input, result, mcpDefaults } = operation
  const inputSchema = toJsonSchema(input, 'input')
  const properties = inputSchema.properties as Record<string, Record<string, unknown>>
  for (const [param, value] of Object.entries(mcpDefaults)) properties[param] = { ...properties[param], default: value }
  return {
    name,
    title,
    description,
    inputSchema,
    outputSchema: toJsonSchema(result, 'output'),
    annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  }
}

/** Without `$schema`: the dialect is then 2020-12 in every revision, and clients that know only draft 7 read on. */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io })
  return toPortable(rest) as JsonSchema
}

function readArguments(args: unknown): Record<string, unknown> {
  if (args === undefined) return {}
  if (typeof args === 'object' && args !== null && !Array.isArray(args)) return args as Record<string, unknown>
  throw new ServiceError('value_error', 'The arguments must be an object of parameters')
}

/** Tells what is being done, and while nothing new happens, that it is still being done. */
function createProgress(first: string, intervalMs: number, onProgress: ToolCall['onProgress']) {
  if (!onProgress) return { tell: () => {}, end: () => {} }
  const startedAt = performance.now()
  let progress = 0
  let latest = first
  let ended = false
  const send = (message: string) => {
    timer.refresh()
    onProgress({ progress: ++progress, message })
  }
  const timer = setInterval(() => {
    send(`${latest} (${Math.round((performance.now() - startedAt) / 1000)} s so far)`)
  }, intervalMs)
  send(first)
  return {
    tell(message: string) {
      if (ended) return
      latest = message
      send(message)
    },
    end() {
      ended = true
      clearInterval(timer)
    },
  }
}

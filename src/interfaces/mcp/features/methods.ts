/** The MCP methods, which call the features. They are the same in every revision and don't depend on an SDK. */

import { z } from 'zod'
import { ServiceError } from '../../../base/errors.ts'
import type { McpFeatures } from './features.ts'
import type { McpRequest } from './mcp-request.ts'
import { McpProtocolError, toProtocolError } from './protocol-error.ts'

/** Throws only McpProtocolError. */
type McpMethod = (params: unknown, call: McpRequest) => Promise<Record<string, unknown>>

export const methodNames = [
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
] as const

export type MethodName = (typeof methodNames)[number]

const page = z.object({ cursor: z.string().optional() }).optional()
const toolCall = z.object({ name: z.string(), arguments: z.unknown().optional() })
const read = z.object({ uri: z.string() })
const prompt = z.object({ name: z.string(), arguments: z.record(z.string(), z.string()).default({}) })

export function createMethods({ tools, resources, prompts }: McpFeatures): Record<MethodName, McpMethod> {
  return {
    'tools/list': method(page, async (params, { languageModel, resultForm }) => ({
      tools: [...tools.list(params?.cursor, { resultForm, ...(languageModel ? { hasModel: true } : {}) })],
    })),
    'tools/call': method(toolCall, async (params, call) => ({
      ...(await tools.call(params.name, params.arguments, call)),
    })),
    'resources/list': method(page, (params, { caller }) => resources.list(caller, params?.cursor)),
    'resources/templates/list': method(page, async (params) => resources.templates(params?.cursor)),
    'resources/read': method(read, ({ uri }, call) => resources.read(call, uri)),
    'prompts/list': method(page, async (params) => ({ prompts: [...prompts.list(params?.cursor)] })),
    'prompts/get': method(prompt, async (params) => ({ ...prompts.get(params.name, params.arguments) })),
  }
}

function method<Params>(
  schema: z.ZodType<Params>,
  run: (params: Params, call: McpRequest) => Promise<object>,
): McpMethod {
  return async (params, call) => {
    try {
      const parsed = schema.safeParse(params)
      if (!parsed.success) {
        const [issue] = parsed.error.issues
        throw new McpProtocolError(`Invalid params: ${['params', ...(issue?.path ?? [])].join('.')}: ${issue?.message}`)
      }
      return (await run(parsed.data, call)) as Record<string, unknown>
    } catch (error) {
      const isAborted = call.signal.aborted && !(error instanceof ServiceError)
      throw isAborted
        ? new McpProtocolError('The request was stopped', { code: -32000 })
        : toProtocolError(error, call.requestId)
    }
  }
}

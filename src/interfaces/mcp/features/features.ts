/**
 * The service's MCP features: tools, resources, prompts and completions. They are the same in every revision and don't depend on
 * an SDK.
 */

import type { RegisteredOperation } from '../../../operations/registry.ts'
import type { Caller } from '../../../operations/request.ts'
import type { Invoke, OperationRuntime } from '../../../operations/runtime.ts'
import { createPrompts, type Prompts } from './prompts.ts'
import { McpProtocolError } from './protocol-error.ts'
import { createResources, type Resources, snapshotTemplate } from './resources.ts'
import { createTools, type Tools, type ToolsOptions } from './tools.ts'

/** The `ref` of `completion/complete`. */
export type CompletionReference = { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string }

export interface Completion {
  values: string[]
  total: number
  hasMore: boolean
}

export interface McpFeatures {
  tools: Tools
  resources: Resources
  prompts: Prompts
  /** Resolves with values for an argument. Throws McpProtocolError for an unknown argument. */
  complete(caller: Caller, ref: CompletionReference, argument: { name: string; value: string }): Promise<Completion>
}

/** The part of the operation runtime that the features use. */
export interface FeaturesRuntime
  extends Pick<OperationRuntime, 'snapshots'>,
    Partial<Pick<OperationRuntime, 'hasModel'>> {
  operations: Readonly<Record<string, RegisteredOperation>>
  invoke: Invoke
}

/** @see MCP 2025-11-25, Completion: at most 100 values at once */
const maxValues = 100

export function createMcpFeatures(runtime: FeaturesRuntime, options: ToolsOptions = {}): McpFeatures {
  const resources = createResources(runtime.snapshots)
  const prompts = createPrompts(runtime.snapshots)

  async function valuesFor(
    caller: Caller,
    ref: CompletionReference,
    { name, value }: { name: string; value: string },
  ): Promise<string[]> {
    if (ref.type === 'ref/prompt') return prompts.complete(caller, ref.name, name, value)
    if (ref.uri === snapshotTemplate && name === 'id') return resources.completeId(caller, value)
    throw new McpProtocolError(`The resource ${ref.uri.slice(0, 200)} has no argument ${name.slice(0, 100)}`)
  }

  return {
    tools: createTools(Object.values(runtime.operations), runtime.invoke, {
      hasModel: runtime.hasModel ?? true,
      ...options,
    }),
    resources,
    prompts,
    async complete(caller, ref, argument) {
      const values = await valuesFor(caller, ref, argument)
      return { values: values.slice(0, maxValues), total: values.length, hasMore: values.length > maxValues }
    },
  }
}

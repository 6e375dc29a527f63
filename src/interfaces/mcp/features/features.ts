/** The service's MCP features: tools, resources and prompts. They are the same in every revision and don't depend on an SDK. */

import type { RegisteredOperation } from '../../../operations/registry.ts'
import type { Invoke, OperationRuntime } from '../../../operations/runtime.ts'
import { createPrompts, type Prompts } from './prompts.ts'
import { createResources, type Resources } from './resources.ts'
import { chooseResultForm, type ResultForm, type ResultSetting } from './result-form.ts'
import { createTools, type Tools, type ToolsOptions } from './tools.ts'

export interface McpFeatures {
  tools: Tools
  resources: Resources
  prompts: Prompts
  /** The form of results for a client. `requested`: the form that the request's URL names, or null. */
  resultForm(client: { requested: ResultForm | null; needsStructured: boolean }): ResultForm
}

export interface FeaturesOptions extends ToolsOptions {
  /** GLEANER_MCP_RESULT. Default: `auto`. */
  resultSetting?: ResultSetting
}

/** The part of the operation runtime that the features use. */
export interface FeaturesRuntime
  extends Pick<OperationRuntime, 'snapshots'>,
    Partial<Pick<OperationRuntime, 'hasModel'>> {
  operations: Readonly<Record<string, RegisteredOperation>>
  invoke: Invoke
}

export function createMcpFeatures(
  runtime: FeaturesRuntime,
  { resultSetting = 'auto', ...options }: FeaturesOptions = {},
): McpFeatures {
  const { operations, invoke, snapshots, hasModel = true } = runtime
  return {
    tools: createTools(Object.values(operations), invoke, { hasModel, ...options }),
    resources: createResources(snapshots),
    prompts: createPrompts(),
    resultForm: (client) => chooseResultForm({ ...client, setting: resultSetting }),
  }
}

/** Checks that a model's service accepts the key, with a request that costs nothing. */

import type { Config } from '../../config/config.ts'
import type { ModelVendor } from './model-choice.ts'

/** Returns the HTTP status of the service's list of models. Rejects if the service is unreachable. */
export async function reachService(
  vendor: ModelVendor,
  settings: Config,
  { fetch, signal }: { fetch: typeof globalThis.fetch; signal: AbortSignal },
): Promise<number> {
  const { url, headers } = vendor === 'anthropic' ? anthropicModels(settings) : openAiModels(settings)
  const response = await fetch(url, { headers, signal })
  await response.body?.cancel()
  return response.status
}

interface ModelList {
  url: string
  headers: Record<string, string>
}

function anthropicModels({ ANTHROPIC_API_KEY: apiKey = '', ANTHROPIC_BASE_URL: baseUrl }: Config): ModelList {
  const headers = { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }
  return { url: `${baseUrl ?? 'https://api.anthropic.com'}/v1/models?limit=1`, headers }
}

function openAiModels({ OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl }: Config): ModelList {
  const headers: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }
  return { url: `${baseUrl ?? 'https://api.openai.com/v1'}/models`, headers }
}

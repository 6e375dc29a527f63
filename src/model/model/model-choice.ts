/** Model ids: which vendor a model belongs to, which models the settings allow, and which model answers by default. */

import type { Config } from '../../config/config.ts'

export type ModelVendor = 'anthropic' | 'openai'

type ModelSettings = Pick<
  Config,
  'GLEANER_MODEL' | 'GLEANER_MODELS' | 'ANTHROPIC_API_KEY' | 'OPENAI_API_KEY' | 'OPENAI_BASE_URL'
>

/** Prefix of the ids of models whose service supports OpenAI's chat completions. The rest is the name that the service knows. */
export const openAiPrefix = 'openai/'

export function vendorOf(model: string): ModelVendor {
  return model.startsWith(openAiPrefix) ? 'openai' : 'anthropic'
}

/** Returns true if the settings say how to reach the vendor's models. */
export function isSetUp(vendor: ModelVendor, settings: ModelSettings): boolean {
  const { ANTHROPIC_API_KEY: anthropicKey, OPENAI_API_KEY: openAiKey, OPENAI_BASE_URL: openAiUrl } = settings
  return vendor === 'anthropic' ? anthropicKey !== undefined : openAiKey !== undefined || openAiUrl !== undefined
}

/** The model that answers if the caller doesn't name one. */
export function defaultModel(settings: ModelSettings): string {
  const { GLEANER_MODEL: preferred, GLEANER_MODELS: others } = settings
  return [preferred, ...others].find((id) => isSetUp(vendorOf(id), settings)) ?? preferred
}

/** Allowed model ids, the default first. */
export function allowedModels(settings: ModelSettings): [string, ...string[]] {
  const byDefault = defaultModel(settings)
  const ids = new Set([settings.GLEANER_MODEL, ...settings.GLEANER_MODELS])
  return [byDefault, ...[...ids].filter((id) => id !== byDefault)]
}

/** Explains why a model isn't available, and which variable to set. */
export function notSetUp(model: string): string {
  const missing =
    vendorOf(model) === 'openai' ? 'neither OPENAI_API_KEY nor OPENAI_BASE_URL is set' : 'ANTHROPIC_API_KEY is not set'
  return `The language model ${model} is not set up on this server: ${missing}`
}

/** Opens the language models that the settings name. Each vendor's adapter is loaded by the first request that needs it. */

import type { Config } from '../config/config.ts'
import type { ServiceFetch } from '../fetch/service/service-fetch.ts'
import type { LanguageModel } from '../model/model/language-model.ts'
import { isSetUp, type ModelVendor, vendorOf } from '../model/model/model-choice.ts'

interface Models {
  /** Returns the adapter for a model's ID, or null if its vendor is not set up. */
  open(model: string): Promise<LanguageModel | null>
  close(): Promise<void>
}

/** Opens language models by their ids. A vendor's adapter is loaded by the first request that needs it. */
export function composeModels(config: Config): Models {
  const opened = new Map<ModelVendor, Promise<LanguageModel>>()
  let service: Promise<ServiceFetch> | undefined

  async function openVendor(vendor: ModelVendor): Promise<LanguageModel> {
    service ??= openServiceFetch(config)
    return adapters[vendor](config, (await service).fetch)
  }

  return {
    async open(model) {
      const vendor = vendorOf(model)
      if (!isSetUp(vendor, config)) return null
      const languageModel = opened.get(vendor) ?? openVendor(vendor)
      opened.set(vendor, languageModel)
      return languageModel
    },
    close: async () => (await service)?.close(),
  }
}

/** A streamed event often holds a single token, together with the names of the model and the answer. */
const maxBytesPerToken = 1024
const minModelBytes = 1024 * 1024

async function openServiceFetch(config: Config): Promise<ServiceFetch> {
  const { GLEANER_PROXY_URL: proxyUrl = null, GLEANER_MODEL_OUTPUT_TOKENS: maxTokens } = config
  const { createServiceFetch } = await import('../fetch/service/service-fetch.ts')
  return createServiceFetch({ proxyUrl, maxBytes: minModelBytes + maxBytesPerToken * maxTokens })
}

const adapters: Record<ModelVendor, (config: Config, fetch: ServiceFetch['fetch']) => Promise<LanguageModel>> = {
  async anthropic({ ANTHROPIC_API_KEY: apiKey = '', ANTHROPIC_BASE_URL: baseUrl = null }, fetch) {
    const { createAnthropic } = await import('../model/anthropic/anthropic.ts')
    return createAnthropic({ apiKey, baseUrl, fetch })
  },
  async openai({ OPENAI_API_KEY: apiKey = null, OPENAI_BASE_URL: baseUrl = null }, fetch) {
    const { createOpenAi } = await import('../model/openai/openai.ts')
    return createOpenAi({ apiKey, baseUrl, fetch })
  },
}

/** Checks the language models' services, one per vendor. */

import type { Config } from '../../../config/config.ts'
import { allowedModels, isSetUp, type ModelVendor, vendorOf } from '../../../model/model/model-choice.ts'
import { type Check, concern, type Finding, failed, ok } from './check.ts'

/** Wording of the findings about a vendor's service. */
interface ServiceWords {
  /** Finding if the vendor isn't set up, or null. */
  missing(config: Config): Finding | null
  /** How the vendor's models are accessed. */
  access(config: Config): string
  /** Fix for a rejected key. */
  keyRemedy: string
  /** Fix for an unreachable service. */
  reachRemedy: string
}

const anthropicKey = 'ANTHROPIC_API_KEY=…, from the Anthropic Console'

const services: Record<ModelVendor, ServiceWords> = {
  anthropic: {
    missing: (config) =>
      isSetUp('openai', config) && namedModels('openai', config).length > 0
        ? null
        : concern('no key: prompt fails with model_not_configured', anthropicKey),
    access: () => 'a key',
    keyRemedy: anthropicKey,
    reachRemedy: 'let this machine reach ANTHROPIC_BASE_URL, if necessary through GLEANER_PROXY_URL',
  },
  openai: {
    missing(config) {
      const [named] = namedModels('openai', config)
      if (named === undefined) return null
      return concern(
        `no service for ${named}, so prompts to it fail with model_not_configured`,
        'set OPENAI_BASE_URL or OPENAI_API_KEY',
      )
    },
    access: ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: url }) => {
      const where = url === undefined ? 'OpenAI' : 'OPENAI_BASE_URL'
      return `${where} ${key === undefined ? 'without a key' : 'with a key'}`
    },
    keyRemedy: 'OPENAI_API_KEY=…, from the service at OPENAI_BASE_URL',
    reachRemedy: 'start the service at OPENAI_BASE_URL, or let this machine reach it',
  },
}

function modelCheck(vendor: ModelVendor): Check {
  const { missing, access, keyRemedy, reachRemedy } = services[vendor]
  return {
    name: 'model',
    limitMs: 15_000,
    async run({ config, probes, isOnline, signal }) {
      const probe = probes.models[vendor]
      if (probe === undefined) return missing(config) ?? []
      const [model] = namedModels(vendor, config)
      if (model === undefined) {
        return concern(`${access(config)}, but no model is set`, `GLEANER_MODELS=${vendor}/NAME`)
      }
      const named = `${access(config)} for ${model}`
      if (!isOnline) return ok(`${named}; use --online to test it`)
      const status = await probe(signal)
      if (status === 200) return ok(`${named}, accepted by the service`)
      if (status === 401 || status === 403) return failed(`${named}, rejected by the service (${status})`, keyRemedy)
      return concern(`${named}; the service responds with ${status}`, 'try again later')
    },
    remedy: reachRemedy,
  }
}

export const anthropicCheck = modelCheck('anthropic')
export const openAiCheck = modelCheck('openai')

/** Returns the ids of the vendor's models that the settings allow. */
function namedModels(vendor: ModelVendor, config: Config): string[] {
  return allowedModels(config).filter((id) => vendorOf(id) === vendor)
}

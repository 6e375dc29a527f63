/** The settings of browser farms, language models and search-result services, which are part of those in `config.ts`. */

import { z } from 'zod'
import {
  farmAddress,
  isThisMachineHost,
  list,
  modelId,
  originUrl,
  serviceBase,
  serviceKey,
  serviceUrl,
  whole,
} from './setting-values.ts'

export const modelSettings = {
  GLEANER_MODEL: modelId
    .default('claude-haiku-5-5')
    .describe(
      'Default language model: an Anthropic model ID, or `openai/NAME`. If the service for this model is not set up, the first usable model in `GLEANER_MODELS` is used instead.',
    ),
  GLEANER_MODELS: list
    .pipe(z.array(modelId))
    .default([])
    .describe('Model IDs that callers may choose, separated by commas. GLEANER_MODEL is always included.'),
  GLEANER_MODEL_INPUT_TOKENS: whole(2000, 1_000_000)
    .default(50_000)
    .describe(
      'Approximate number of tokens that the language model reads at once. If a page is longer, Gleaner selects passages or the model reads the page in parts.',
    ),
  GLEANER_MODEL_OUTPUT_TOKENS: whole(100, 200_000)
    .default(8000)
    .describe("Maximum length of the language model's answer, in tokens."),
  ANTHROPIC_API_KEY: serviceKey
    .optional()
    .describe(
      'Anthropic API key, for the models that answer `prompt`. If no model is set up, `prompt` fails with `model_not_configured`.',
    ),
  ANTHROPIC_BASE_URL: serviceBase
    .optional()
    .describe('Overrides the default URL of the Anthropic API, for tests and corporate gateways.'),
  OPENAI_API_KEY: serviceKey
    .optional()
    .describe('API key for OpenAI, or for the service at `OPENAI_BASE_URL`, for models named `openai/NAME`.'),
  OPENAI_BASE_URL: serviceBase
    .optional()
    .describe(
      "Base URL of a service compatible with OpenAI's chat completions API, including the version (`http://127.0.0.1:11434/v1` for Ollama). If the service needs no key, leave `OPENAI_API_KEY` unset.",
    ),
} as const

export const adsSettings = {
  GLEANER_GOOGLE_URL: z
    .string()
    .refine((text) => serviceUrl(text.replaceAll('{domain}', 'com')), 'must be an http:// or https:// URL')
    .default('https://www.google.{domain}')
    .describe('URL of Google, for tests and compatible services. `{domain}` is replaced with the domain suffix.'),
  GLEANER_ADS_PROVIDER: z
    .enum(['serpapi', 'oxylabs', 'dataforseo'])
    .optional()
    .describe('Search-result service that `google_ads` calls instead of Google; needs GLEANER_ADS_PROVIDER_KEY.'),
  GLEANER_ADS_PROVIDER_KEY: serviceKey
    .optional()
    .describe('API key for that service: `USERNAME:PASSWORD` for Oxylabs, `LOGIN:PASSWORD` for DataForSEO.'),
  GLEANER_ADS_PROVIDER_URL: serviceBase
    .optional()
    .describe('Overrides the default URL of that service, for tests and corporate gateways.'),
} as const

/** Returns the problem with a provider's settings as a whole, or null. */
export function faultOfAds(value: z.infer<z.ZodObject<typeof adsSettings>>): { name: string; message: string } | null {
  const { GLEANER_ADS_PROVIDER: provider, GLEANER_ADS_PROVIDER_KEY: key } = value
  const fault = (message: string) => ({ name: 'GLEANER_ADS_PROVIDER_KEY', message })
  if (provider !== undefined && key === undefined) return fault(`must be set for GLEANER_ADS_PROVIDER=${provider}`)
  const pair = /^[^:]+:./
  if (provider === 'oxylabs' && !pair.test(key ?? '')) return fault('must be USERNAME:PASSWORD for Oxylabs')
  if (provider === 'dataforseo' && !pair.test(key ?? '')) return fault('must be LOGIN:PASSWORD for DataForSEO')
  return null
}

export const farmSettings = {
  GLEANER_BROWSER_WS: list
    .pipe(z.array(farmAddress))
    .default([])
    .describe(
      'DevTools endpoints that render pages instead of a browser on this machine, separated by commas: browserless (`ws://host:3000?token=…`) or Chromium (`http://host:9222`). docs/rendering.md explains what each endpoint needs.',
    ),
  GLEANER_EGRESS_URL: originUrl(
    'must be an http:// URL with only a host and port',
    ({ protocol }) => protocol === 'http:',
  )
    .optional()
    .describe(
      "URL at which the browsers in `GLEANER_BROWSER_WS` reach this process (`http://gleaner:8788`). Their traffic must go through Gleaner's proxy, which listens on that port, on all network interfaces. Required unless the browsers run on this machine.",
    ),
} as const

type FarmSettings = z.infer<z.ZodObject<typeof farmSettings>>

/** Returns the problem with a farm's settings as a whole, or null. */
export function faultOfFarm({
  GLEANER_BROWSER_WS: farms,
  GLEANER_EGRESS_URL: egressUrl,
}: FarmSettings): { name: string; message: string } | null {
  if (egressUrl !== undefined || farms.every((text) => isThisMachineHost(URL.parse(text)?.hostname ?? ''))) return null
  const message =
    'must be the URL at which the browsers in GLEANER_BROWSER_WS reach this process, such as http://gleaner:8788'
  return { name: 'GLEANER_EGRESS_URL', message }
}

/** Returns the browser farm that the owner has selected, or null. */
export function chosenFarm({ GLEANER_BROWSER_WS: addresses, GLEANER_EGRESS_URL: egressUrl }: FarmSettings) {
  return addresses.length === 0 ? null : { addresses, egressUrl: egressUrl ?? null }
}

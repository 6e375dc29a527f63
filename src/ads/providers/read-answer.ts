/** Reads a response of a search-result service: the answer in it, or why there is none. */

import { ServiceError } from '../../base/errors.ts'
import type { AskedPages, ProviderAnswer, ProviderRefusal } from '../../contract/ads-reading.ts'
import { parameterNamed } from './parameter-named.ts'
import type { Provider } from './provider.ts'
import { textValue } from './provider-ads.ts'
import { fieldsOf } from './response-fields.ts'

interface ProviderResponse {
  status: number
  body: Uint8Array
}

/** Throws invalid_response where a 200 response holds no JSON. */
export function readAnswer(provider: Provider, { status, body }: ProviderResponse, asked: AskedPages): ProviderAnswer {
  const json = parseJson(body)
  if (status !== 200) return { kind: 'refused', refusal: refusalOf(provider, status, json?.value), code: status }
  if (json === null)
    throw new ServiceError('invalid_response', `The search provider ${provider.label} did not answer in JSON`)
  return provider.readResponse(json.value, asked)
}

/** Null for what is no JSON: a parser's error quotes its input. */
function parseJson(body: Uint8Array): { value: unknown } | null {
  try {
    return { value: JSON.parse(new TextDecoder().decode(body)) }
  } catch {
    return null
  }
}

const refusalOfStatus: Readonly<Record<number, ProviderRefusal>> = {
  401: { reason: 'key' },
  402: { reason: 'spent' },
  403: { reason: 'key' },
  429: { reason: 'too_many' },
}

function refusalOf(provider: Provider, status: number, json: unknown): ProviderRefusal {
  if (status === 400 || status === 422) {
    const { error, message } = fieldsOf(json)
    return parameterNamed(provider.parameterNames, textValue(error) ?? textValue(message)) ?? { reason: 'failed' }
  }
  return refusalOfStatus[status] ?? { reason: 'failed' }
}

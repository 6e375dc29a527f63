/** Finds the parameter named in a service's error message. */

import type { ProviderRefusal } from '../../contract/ads-reading.ts'
import type { Provider } from './provider.ts'

/** The refusal for a parameter named in a message; null if the message doesn't name one. */
export function parameterNamed(
  parameterNames: Provider['parameterNames'],
  message: string | null,
): ProviderRefusal | null {
  const words: readonly string[] = message?.match(/\w+/g) ?? []
  for (const [name, parameter] of Object.entries(parameterNames)) {
    if (words.includes(name)) return { reason: 'parameter', parameter }
  }
  return null
}

/** Finds the parameter that a service's message names. */

import type { ProviderRefusal } from '../../contract/ads-reading.ts'
import type { Provider } from './provider.ts'

/** The refusal of a parameter that a message names; null if it names none. */
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

/** The fragment of the page's URL, which holds a key and a request to fill in. The page never sends that request automatically. */

import { isSecret } from '../operations/parameters.ts'

export interface DeepLink {
  operation: string | null
  values: Record<string, string>
  key: string | null
}

/** Reads `#operation=scrape&url=…&output=links` and `#key=…`. If a value is repeated, the last one counts. */
export function readDeepLink(fragment: string): DeepLink {
  const entries = [...new URLSearchParams(fragment.replace(/^#/, ''))].filter(([, text]) => text !== '')
  const { key = null, operation = null, ...values } = Object.fromEntries(entries)
  return { key, operation, values }
}

/** Returns a fragment that fills in the same request, without secrets. */
export function writeDeepLink(operation: string, values: Readonly<Record<string, string>>): string {
  const shown = Object.entries(values).filter(([name]) => !isSecret(name))
  return `#${new URLSearchParams([['operation', operation], ...shown])}`
}

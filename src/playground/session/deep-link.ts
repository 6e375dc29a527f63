/** The fragment of the page's address: a request to fill in, and a key. Nothing in it is ever sent by itself. */

import { isSecret } from '../operations/secrets.ts'

export interface DeepLink {
  operation: string | null
  values: Record<string, string>
  key: string | null
}

/** `#operation=scrape&url=…&output=links`, and `#key=…`. A value given twice is the last one. */
export function readDeepLink(fragment: string): DeepLink {
  const { key, operation, ...values } = Object.fromEntries(new URLSearchParams(fragment.replace(/^#/, '')))
  return { key: key || null, operation: operation || null, values }
}

/** A fragment that fills in the request again, without what nobody else should read. */
export function writeDeepLink(operation: string, values: Readonly<Record<string, string>>): string {
  const shown = Object.entries(values).filter(([name]) => !isSecret(name))
  return `#${new URLSearchParams([['operation', operation], ...shown])}`
}

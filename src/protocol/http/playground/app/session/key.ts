/** The API key: kept for this tab's session alone, never beside the history, never in an address. */

import { signal } from '@preact/signals'
import { readStored, writeStored } from './storage.ts'

const name = 'gleaner-key'

export const apiKey = signal('')

/** The key of this session, if there is one. */
export function restoreKey(): void {
  const stored = readStored(sessionStorage, name)
  if (typeof stored === 'string') apiKey.value = stored
}

/** Empty forgets it. */
export function setKey(key: string): void {
  apiKey.value = key.trim()
  writeStored(sessionStorage, name, apiKey.value || null)
}

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

/** Whether it can be sent: a key that is shown in part ends in `…`, which no header can have. */
export function isKey(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text.trim())
}

/** Takes a link's key where there is none: by whose key the next request goes is no foreign site's choice. */
export function takeLinkedKey(key: string): void {
  if (apiKey.value === '' && isKey(key)) setKey(key)
}

/** Empty forgets it. */
export function setKey(key: string): void {
  apiKey.value = key.trim()
  writeStored(sessionStorage, name, apiKey.value || null)
}

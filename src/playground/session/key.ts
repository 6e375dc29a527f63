/** The API key: kept for this tab's session alone, never beside the history, never in an address. */

import { signal } from '@preact/signals'
import { readStored, writeStored } from './storage.ts'

const name = 'gleaner-key'

export const apiKey = signal('')

/** The key from a link, in memory only, until the visitor accepts it. Empty without one. */
export const linkedKey = signal('')

/** The key of this session, if there is one. */
export function restoreKey(): void {
  const stored = readStored(sessionStorage, name)
  if (typeof stored === 'string') apiKey.value = stored
}

/** Whether it can be sent: a key that is shown in part ends in `…`, which no header can have. */
export function isKey(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text.trim())
}

/** The public ID in a key. Null for text that isn't in the form of a key. */
export function keyIdOf(key: string): string | null {
  return /^glnr_([0-9A-Za-z]{12})_[0-9A-Za-z]{38}$/.exec(key)?.[1] ?? null
}

/**
 * Holds the key from a link and returns whether to ask the visitor about it. A link must not choose the key alone: its
 * owner would pay for the requests, and could read their results.
 */
export function holdLinkedKey(key: string): boolean {
  if (keyIdOf(key) === null || key === apiKey.value) return false
  linkedKey.value = key
  return true
}

/** Empty forgets it. */
export function setKey(key: string): void {
  apiKey.value = key.trim()
  writeStored(sessionStorage, name, apiKey.value || null)
}

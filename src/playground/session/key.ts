/** The API key: kept in the session storage of this tab, and never part of a URL. */

import { signal } from '@preact/signals'

const name = 'gleaner-key'

export const apiKey = signal('')

/** The key from a link, in memory only until the visitor accepts it. Empty without one. */
export const linkedKey = signal('')

/** Restores the key of this tab. A browser without storage has none. */
export function restoreKey(): void {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null')
    if (typeof stored === 'string') apiKey.value = stored
  } catch {
    // Storage is switched off, or holds something else.
  }
}

/** Sets the key and stores it. An empty text removes it. */
export function setKey(key: string): void {
  apiKey.value = key.trim()
  try {
    if (apiKey.value === '') sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(apiKey.value))
  } catch {
    // Storage is switched off: the key lasts until the page is reloaded.
  }
}

/** True if a header can carry the text. A key that was copied from a shortened display ends in `…`. */
export function isKey(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text.trim())
}

/** The public ID in a key. Null for text that isn't in the form of a key. */
export function keyIdOf(key: string): string | null {
  return /^glnr_([0-9A-Za-z]{12})_[0-9A-Za-z]{38}$/.exec(key)?.[1] ?? null
}

/**
 * Keeps the key from a link so that the visitor can be asked about it. A link must not choose the key alone: its
 * owner would pay for the requests, and could read their results.
 */
export function holdLinkedKey(key: string): void {
  if (keyIdOf(key) !== null && key !== apiKey.value) linkedKey.value = key
}

/** The API key, which is kept in this tab's session storage and is never part of a URL. */

import { signal } from '@preact/signals'

const name = 'gleaner-key'

export const apiKey = signal('')

/** The key from a link, kept only in memory until the visitor accepts it. Empty if no key is pending. */
export const linkedKey = signal('')

/** Restores this tab's key, if the browser has storage. */
export function restoreKey(): void {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null')
    if (typeof stored === 'string') apiKey.value = stored
  } catch {
    // Storage is disabled or contains something else.
  }
}

export function setKey(key: string): void {
  apiKey.value = key.trim()
  try {
    if (apiKey.value === '') sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(apiKey.value))
  } catch {
    // Storage is disabled, so the key lasts until the page is reloaded.
  }
}

/** True if the text is a valid header value. A key copied from a shortened display ends in `…`. */
export function isKey(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text.trim())
}

/** Returns the public ID in a key. Null for text that isn't formatted like a key. */
export function keyIdOf(key: string): string | null {
  return /^glnr_([0-9A-Za-z]{12})_[0-9A-Za-z]{38}$/.exec(key)?.[1] ?? null
}

/**
 * Keeps the key from a link so that the visitor can be asked about it. A link must not set the key without asking, because the key's owner
 * would pay for the requests and could read their results.
 */
export function holdLinkedKey(key: string): void {
  if (keyIdOf(key) !== null && key !== apiKey.value) linkedKey.value = key
}

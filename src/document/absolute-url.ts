/** Address as written on a page → absolute address. */

import type { Document } from './document.ts'

/**
 * Absolute form of an `href` or `src`; null when it can't be resolved or must not be followed
 * (`javascript:`, `vbscript:`, `data:`).
 */
export function resolveAddress(document: Document, address: string | undefined): string | null {
  const text = address?.trim()
  if (!text) return null
  // A fragment alone means this page, whatever `<base>` says.
  const url = URL.parse(text, text.startsWith('#') ? document.url : document.baseUrl)
  if (!url || inert.has(url.protocol)) return null
  return url.href
}

const inert = new Set(['javascript:', 'vbscript:', 'data:', 'blob:', 'about:'])

/** Addresses of a `srcset` with their descriptors, in order. Linear in its length. @see HTML standard, parse a srcset attribute */
export function parseSrcset(srcset: string): { address: string; descriptor: string }[] {
  const candidates: { address: string; descriptor: string }[] = []
  let at = 0
  while (at < srcset.length) {
    const start = skip(srcset, at, isSeparator)
    const end = skip(srcset, start, isNoSpace)
    if (end === start) break
    let last = end
    while (srcset[last - 1] === ',') last--
    // A comma inside an address is part of it; one at its end, or after a descriptor, ends the candidate.
    const comma = last < end ? end : srcset.indexOf(',', end)
    at = comma === -1 ? srcset.length : comma
    candidates.push({ address: srcset.slice(start, last), descriptor: srcset.slice(end, at).trim() })
  }
  return candidates
}

function skip(text: string, from: number, passes: (char: string) => boolean): number {
  let at = from
  while (at < text.length && passes(text.charAt(at))) at++
  return at
}

const isSeparator = (char: string) => char === ',' || char.trim() === ''
const isNoSpace = (char: string) => char.trim() !== ''

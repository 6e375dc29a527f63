/** Address as written on a page → absolute address. */

import type { Document } from '../document/parse.ts'

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

/** Addresses of a `srcset` with their descriptors, in order. @see HTML standard, parse a srcset attribute */
export function parseSrcset(srcset: string): { address: string; descriptor: string }[] {
  const candidates: { address: string; descriptor: string }[] = []
  // A comma inside an address is part of it; one at its end, or after a descriptor, ends the candidate.
  const candidate = /[\s,]*(\S*[^\s,])\s*(,|[^,]*)/gy
  for (let match = candidate.exec(srcset); match?.[1]; match = candidate.exec(srcset)) {
    const descriptor = match[2] === ',' ? '' : (match[2] ?? '').trim()
    candidates.push({ address: match[1], descriptor })
  }
  return candidates
}

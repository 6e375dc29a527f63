/** Decides which fetched pages may be kept, and builds the conditional request that renews them (RFC 9111). */

import type { Page, Validators } from '../../page/page.ts'

/** True if later requests may use the page instead of fetching it again. */
export function mayKeep({ status, complete, headers }: Page): boolean {
  if (status >= 400 || status === 304 || !complete) return false
  return !namesIn(headers['cache-control']).includes('no-store') && !namesIn(headers.vary).includes('*')
}

/** Returns the page's validators, or undefined if its response had none. */
export function validatorsOf({ finalUrl, headers }: Page): Validators | undefined {
  const etag = valid(headers.etag, entityTag)
  const lastModified = valid(headers['last-modified'], httpDate)
  return etag === null && lastModified === null ? undefined : { url: finalUrl, etag, lastModified }
}

/**
 * Returns the page with the header fields of the 304 that confirmed it, or null if the 304 is for another version.
 * @see RFC 9111 §3.2, §4.3.4
 */
export function renewedPage(page: Page, { headers, finalUrl }: Page): Page | null {
  const before = validatorsOf(page)
  const { etag, 'last-modified': lastModified } = headers
  if (before?.etag && etag !== undefined) {
    if (opaqueTag(etag) !== opaqueTag(before.etag)) return null
  } else if (before?.lastModified && lastModified !== undefined && lastModified !== before.lastModified) return null
  const fields = Object.entries(headers).filter(([name]) => renewedFields.has(name))
  return { ...page, finalUrl, headers: { ...page.headers, ...Object.fromEntries(fields) } }
}

/** Accepts only visible ASCII, because the tag is sent back. @see RFC 9110 §8.8.3 */
const entityTag = /^(W\/)?"[\x21\x23-\x7e]{0,1000}"$/
/** @see RFC 9110 §5.6.7 */
const httpDate = /^[A-Z][a-z]{2,8}, [\x20-\x7e]{10,30}$/

/** The fields that a 304 may update. They decide how long a page may be kept. */
const renewedFields = new Set(['cache-control', 'etag', 'expires', 'last-modified', 'vary'])

function valid(value: string | undefined, form: RegExp): string | null {
  return value !== undefined && form.test(value) ? value : null
}

/** Compares weak tags as if they were strong. @see RFC 9110 §8.8.3.2 */
function opaqueTag(etag: string): string {
  return etag.replace(/^W\//, '')
}

/** Names in a list-valued header, such as the directives of `Cache-Control`. */
function namesIn(list = ''): string[] {
  const unquoted = list.replace(/"(?:[^"\\]|\\.)*"?/g, '')
  return unquoted.split(',').map((directive) => directive.replace(/=.*$/s, '').trim().toLowerCase())
}

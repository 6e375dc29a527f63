/** Conditional requests, which check if a stored page is still current (RFC 9110 §13). */

import { ServiceError } from '../base/errors.ts'
import { withoutFragment } from '../html/absolute-url.ts'
import type { Validators } from '../page/page.ts'

/** Returns headers for the URL that sent the validators, and no headers for any other URL. */
export function conditionalHeaders(url: URL, validators: Validators | undefined): Record<string, string> {
  if (!validators || !isOf(url, validators)) return {}
  const { etag, lastModified } = validators
  return {
    ...(etag !== null && { 'if-none-match': etag }),
    ...(lastModified !== null && { 'if-modified-since': lastModified }),
  }
}

/** Throws invalid_response for a 304 from a URL that was not requested conditionally. */
export function checkNotModified(url: URL, status: number, validators: Validators | undefined): void {
  if (status !== 304 || !validators || isOf(url, validators)) return
  throw new ServiceError('invalid_response', `${url.host} answered an unconditional request with 304`)
}

/** Fragments are not sent, so they make no difference. */
function isOf(url: URL, validators: Validators): boolean {
  return withoutFragment(url.href) === withoutFragment(validators.url)
}

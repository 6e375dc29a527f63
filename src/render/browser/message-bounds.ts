/** How much a browser may report about its pages, depending on the document limit. */

import type { MessageLimits } from './message-reader.ts'

const mib = 1024 * 1024
/** The longest useful event: one that repeats a URL of 2 MB, the longest that Chromium navigates to, a few times. */
const maxEventBytes = 8 * mib
/** Chromium writes a non-ASCII character as six bytes. */
const bytesPerChar = 6

/** `maxPageBytes` covers all messages of one page: reading the longest document twice, and the data: URLs in it. */
export function messageBounds(maxBodyBytes: number): MessageLimits & { maxPageBytes: number } {
  return {
    maxEventBytes,
    maxResultBytes: bytesPerChar * maxBodyBytes + 4 * mib,
    maxPageBytes: 2 * bytesPerChar * maxBodyBytes + 32 * mib,
  }
}

/** Limits on the messages that a browser may send about its pages, derived from the document limit. */

import type { MessageLimits } from './message-reader.ts'

const mib = 1024 * 1024
/** Enough for an event that repeats a 2 MB URL a few times. Chromium doesn't navigate to longer URLs. */
const maxEventBytes = 8 * mib
/** Chromium writes a non-ASCII character as six bytes. */
const bytesPerChar = 6

/** `maxPageBytes` limits the total size of a page's messages. It is enough to read the longest document twice, with data: URLs. */
export function messageBounds(maxBodyBytes: number): MessageLimits & { maxPageBytes: number } {
  return {
    maxEventBytes,
    maxResultBytes: bytesPerChar * maxBodyBytes + 4 * mib,
    maxPageBytes: 2 * bytesPerChar * maxBodyBytes + 32 * mib,
  }
}

/** How much a browser may report of its pages, by the cap on a document. */

import type { MessageLimits } from './message-reader.ts'

const mib = 1024 * 1024
/** The longest event that says something of use: one with a URL of 2 MB, the longest that Chromium navigates to, a few times. */
const maxEventBytes = 8 * mib
/** Chromium writes a character beyond ASCII as six bytes. */
const bytesPerChar = 6

/** `maxPageBytes` are those of all messages of one page: room for a document that is read twice at its longest, and for the data: URLs in it. */
export function messageBounds(maxBodyBytes: number): MessageLimits & { maxPageBytes: number } {
  return {
    maxEventBytes,
    maxResultBytes: bytesPerChar * maxBodyBytes + 4 * mib,
    maxPageBytes: 2 * bytesPerChar * maxBodyBytes + 32 * mib,
  }
}

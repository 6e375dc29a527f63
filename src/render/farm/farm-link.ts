/** A line to one browser of a farm, whatever it runs over. */

import type { Pipe } from '../browser/devtools-connection.ts'

export interface FarmLink {
  pipe: Pipe
  /** How it was reached, in words: for the log. */
  kind: string
  /** Resolves when the line has ended, at whichever end. */
  closed: Promise<void>
  /** Ends the line, and what was opened for it at the farm. Never rejects. */
  close(): Promise<void>
}

/** What the browser of a farm is asked to be. */
export interface LinkRequest {
  /** Flags, for a farm that starts a browser by them. */
  flags: readonly string[]
  /** Longest message that is taken from it, in bytes. */
  maxMessageBytes: number
}

/** A farm that does not answer for so long is away. Less than the default time limit of a request. */
export const linkLimitMs = 12_000

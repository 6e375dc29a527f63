/** The noun of the house: what both engines fill and everything later reads. */

import type { Warning } from './contract/warning.ts'

/** A page as it arrived, not yet parsed. Saved pages are the fixtures. */
export interface Page {
  /** The address that was asked for. */
  url: string
  /** The address that answered, after redirects. */
  finalUrl: string
  /** HTTP status of the final answer. */
  status: number
  /** `Content-Type` as received; null when there was none. */
  contentType: string | null
  /** Essence of the media type, lower case, sniffed where the header is missing: `text/html`. */
  mediaType: string
  /** WHATWG name of the encoding that `body` is in, for `TextDecoder`. */
  charset: string
  /** Response headers by lower-case name; repeated ones joined by `, `. */
  headers: Record<string, string>
  /** The document: content-decoded, charset not yet decoded. Owns its buffer, so that it can be transferred to a worker. */
  body: Uint8Array<ArrayBuffer>
  /** True when Chromium loaded it. */
  rendered: boolean
  /** True when the browser has left out text that no visitor sees: its word counts then, not that of attributes. */
  onlySeen?: boolean
  /** False when rendering was cut by the time limit. */
  complete: boolean
  warnings: Warning[]
}

export interface PageRequest {
  /** Absolute, http or https. */
  url: URL
  /** Aborts on the client's leaving and on the deadline; `signal.reason` is what is thrown then. */
  signal: AbortSignal
  /** End of the time for this page, on the clock of `performance.now()`. */
  deadlineAt: number
  /** Leave out text that no visitor can see, as far as the source can tell: for a language model. */
  onlySeen?: boolean
  /** What the page's own scripts must not ask for, for an engine that runs them: parts of an address, `*` between them. */
  forbidden?: readonly string[]
}

/** Where pages come from: the fetch engine, the browser. */
export interface PageSource {
  /** Throws address_refused, target_unreachable, target_blocked, too_many_redirects, response_too_large, invalid_response, target_timeout. */
  load(request: PageRequest): Promise<Page>
  close(): Promise<void>
}

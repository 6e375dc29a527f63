/** A page as the engines load it and everything later reads it, and the port to those engines. */

import type { Work } from '../base/work.ts'
import type { Warning } from '../contract/warning.ts'

/** A page as it was received, not yet parsed. The tests' saved pages have this form. */
export interface Page {
  /** URL that was asked for. */
  url: string
  /** URL of the document, after redirects. */
  finalUrl: string
  /** HTTP status of the last response. */
  status: number
  /** `Content-Type` as received; null when there was none. */
  contentType: string | null
  /** Essence of the media type, lower case, sniffed where the header is missing: `text/html`. */
  mediaType: string
  /** WHATWG name of the encoding that `body` is in, for `TextDecoder`. */
  charset: string
  /** Response headers by lower-case name; repeated ones joined by `, `. */
  headers: Record<string, string>
  /** The document: content-decoded, charset not yet decoded. Owns its buffer, so that a reader is sent nothing else. */
  body: Uint8Array<ArrayBuffer>
  /** True when Chromium loaded it. */
  rendered: boolean
  /** What the browser knows to be hidden: computed styles and boxes have decided then, and attributes of the source do not. */
  hidden?: HiddenMarks
  /** Frames that a visitor sees and whose documents are not in `body`: what a browser has read of them. In the order of their places. */
  frames?: readonly FramedDocument[]
  /** False when rendering was cut by the time limit. */
  complete: boolean
  /** When it was fetched, ISO 8601; stated by the visit that has it read. */
  fetchedAt?: string
  warnings: Warning[]
}

/** Where a document hides what it holds, in UTF-16 units of its decoded text, in their order. */
export interface HiddenMarks {
  /** Places in the start tags of hidden elements, before or behind an attribute. */
  elements: readonly number[]
  /** Starts and ends of hidden texts, in turn. */
  texts: readonly number[]
  /** Whether hidden text is not marked, as the page hides nearly all of its text: its scripts should have shown it. */
  keepsText: boolean
}

/** A frame in a document, and the document in it. */
export interface FramedDocument {
  /** Place in the start tag of the frame's element, in UTF-16 units of the decoded text of the document around it. */
  at: number
  /** URL of its document; what its element states where the document could not be read. */
  url: string
  /** Null where it could not be read. */
  content: FrameContent | null
}

export interface FrameContent {
  html: string
  /** URL that its links are resolved against. */
  baseUrl: string
  hidden?: HiddenMarks
  frames: readonly FramedDocument[]
}

/** A kind of device that pages are asked for with. */
export type DeviceKind = 'desktop' | 'mobile' | 'tablet'

/** A page to load, and the work that it is loaded for: an engine throws `signal.reason` once that aborts, and takes the bytes of the page from its share. */
export interface PageRequest extends Work {
  /** Absolute, http or https. */
  url: URL
  /** What the caller sends to one origin, and to no other. */
  own?: OwnFields | undefined
  /** Language to ask for, as a BCP 47 tag; the engine's own without it. */
  locale?: string | undefined
  /** Kind of device to load it as; without it the engine's own, which names none. The User-Agent stays the same. */
  device?: DeviceKind | undefined
  /** A CSS selector that must match before a rendered page is complete. */
  waitFor?: string | undefined
  /** Throws address_refused for a URL that the owner's domain lists exclude: called for every hop, and for what a browser requests. */
  checkSite?: ((url: URL) => void) | undefined
  /** Asks whether the page that is kept is unchanged: the fetch engine then loads a page of status 304 without a body. */
  validators?: Validators | undefined
  /** URLs that the page's own scripts must not request, for an engine that runs them: parts of URLs, `*` between them. */
  forbidden?: readonly string[]
}

/** Headers and cookies of a caller's own. Their values are secrets: they appear in no log, error or stored name. */
export interface OwnFields {
  /** Of the URL that was asked for: `https://example.com`. */
  origin: string
  headers: Readonly<Record<string, string>>
  cookies: Readonly<Record<string, string>>
}

/** What a response said to be recognised by, at least one of both. */
export interface Validators {
  /** That gave them: they are sent to no other. */
  url: string
  /** `ETag`, strong or weak. */
  etag: string | null
  /** `Last-Modified`. */
  lastModified: string | null
}

/** Port: the fetch engine and the browser. */
export interface PageSource {
  /** Throws address_refused, target_unreachable, target_blocked, too_many_redirects, response_too_large, invalid_response, target_timeout. */
  load(request: PageRequest): Promise<Page>
  close(): Promise<void>
}

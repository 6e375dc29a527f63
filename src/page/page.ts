/** The form in which the engines return a page and all later steps read it, and the port to those engines. */

import type { Work } from '../base/work.ts'
import type { Warning } from '../contract/warning.ts'

/** A page as received, not yet parsed. The pages saved for tests have this form. */
export interface Page {
  url: string
  /** The document's URL, after redirects. */
  finalUrl: string
  /** HTTP status of the last response. */
  status: number
  /** `Content-Type` as received; null if missing. */
  contentType: string | null
  /** Media type without parameters, in lower case, sniffed if the header is missing: `text/html`. */
  mediaType: string
  charset: string
  /** Response headers, keyed by lower-case name; repeated headers are joined with `, `. */
  headers: Record<string, string>
  /** The document, content-decoded but not charset-decoded. Owns its buffer, so that sending it to a worker sends no other data. */
  body: Uint8Array<ArrayBuffer>
  /** True if Chromium loaded the page. */
  rendered: boolean
  /** True if the caller supplied the document, so it says nothing about how a server responds. */
  isGiven?: boolean
  /** Content that the browser knows to be hidden, from computed styles and boxes. If present, the source's attributes are ignored. */
  hidden?: HiddenMarks
  /** Visible frames whose documents aren't in `body`, as read by a browser. In page order. */
  frames?: readonly FramedDocument[]
  /** False if the time limit stopped loading early, or if the target sent only part of the page. */
  complete: boolean
  /** When the page was fetched, in ISO 8601. Set by the visit that requests the page. */
  fetchedAt?: string
  /** URL of a script that could not be loaded while the page was rendered. */
  failedScript?: string
  /** Frames and documents on the page's own site that were loaded for it. Null if loading them isn't allowed. */
  embedded?: readonly EmbeddedPage[] | null
  /** The image that the request asked for. Absent if the page wasn't rendered. */
  screenshot?: Screenshot
  warnings: Warning[]
}

export interface ScreenshotRequest {
  /** Size of the window, in CSS pixels. */
  viewport: { width: number; height: number }
  /** True to show the page down to its end instead of one window of it. */
  isFullPage: boolean
  /** Shows only the box of this selector's first match. */
  element: string | undefined
  /** Hides this selector's matches. */
  excluded: string | undefined
  /** True if nothing else of the page is needed, so only what the image shows has to be loaded. */
  isOnlyOutput: boolean
  /** True to also capture the page in parts that a language model can read. */
  hasTiles: boolean
}

export interface PageImage {
  /** Owns its buffer. */
  png: Uint8Array<ArrayBuffer>
  /** Size in pixels. */
  width: number
  height: number
}

export interface Screenshot extends PageImage {
  /** The same in images that a language model can read, from the top. */
  tiles: readonly PageImage[]
  /** How much of the image's height the tiles show, in pixels. */
  tiledHeight: number
  /** True if it shows the requested element. */
  isElement: boolean
  /** The same without the content of frames, if the page has any. */
  withoutFrames?: Screenshot
}

/** A document that the caller already has. */
export interface GivenDocument {
  /** These bytes own their buffer and aren't changed later. */
  bytes: Uint8Array<ArrayBuffer>
  /** The stated `Content-Type`; null if none is stated. */
  contentType: string | null
  /** The file extension distinguishes tables from other text. */
  fileName?: string
}

/** A document or a frame's page, with its URL as it appears in the page. */
export interface EmbeddedPage {
  url: string
  /** Null if it couldn't be loaded. */
  page: Page | null
}

/** Where a document hides content, in UTF-16 units of its decoded text, in order. */
export interface HiddenMarks {
  /** Positions in the start tags of hidden elements, before or after an attribute. */
  elements: readonly number[]
  /** Starts and ends of hidden text nodes, alternating. */
  texts: readonly number[]
  /** True if hidden text is left unmarked because the page hides nearly all of its text, which its scripts should have shown. */
  keepsText: boolean
}

export interface FramedDocument {
  /** Position in the start tag of the frame's element, in UTF-16 units of the decoded text of the surrounding document. */
  at: number
  /** URL of the frame's document, or the element's URL if the document couldn't be read. */
  url: string
  /** Null if it couldn't be read. */
  content: FrameContent | null
}

export interface FrameContent {
  html: string
  /** URL that its links are resolved against. */
  baseUrl: string
  hidden?: HiddenMarks
  frames: readonly FramedDocument[]
}

export type DeviceKind = 'desktop' | 'mobile' | 'tablet'

/** A page to load, and the work it is for. Engines throw `signal.reason` on abort, and count the page's bytes against the work's share. */
export interface PageRequest extends Work {
  url: URL
  /** Headers and cookies that the caller sends to a single origin. */
  own?: OwnFields | undefined
  /** Language to request, as a BCP 47 tag. If omitted, the engine's default applies. */
  locale?: string | undefined
  /** Kind of device to load the page as. If omitted, the engine doesn't state one. The User-Agent stays the same. */
  device?: DeviceKind | undefined
  /** A CSS selector that must match before a rendered page is complete. */
  waitFor?: string | undefined
  /** Throws address_refused for a URL that the owner's domain lists exclude. Called for every hop and every browser request. */
  checkSite?: ((url: URL) => void) | undefined
  /** Validators of a stored copy: if it is unchanged, the fetch engine returns a page with status 304 and no body. */
  validators?: Validators | undefined
  /** URLs that the page's own scripts must not request, as substrings separated by `*`. For engines that run scripts. */
  forbidden?: readonly string[]
  /** An image to take. Only the browser takes it. */
  screenshot?: ScreenshotRequest | undefined
  /** Follows a page's refresh to another URL, as if it were a redirect. Browsers always do. */
  followsRefresh?: boolean
}

/** Headers and cookies supplied by the caller. Their values are secrets that never appear in logs, errors or stored names. */
export interface OwnFields {
  /** Origin of the requested URL: `https://example.com`. */
  origin: string
  headers: Readonly<Record<string, string>>
  cookies: Readonly<Record<string, string>>
}

/** A response's validators: at least one of the two. */
export interface Validators {
  /** The URL that sent the validators. They are never sent to any other URL. */
  url: string
  /** `ETag`, strong or weak. */
  etag: string | null
  lastModified: string | null
}

/** Port: the fetch engine and the browser. */
export interface PageSource {
  /** Throws address_refused, target_unreachable, target_blocked, too_many_redirects, response_too_large, invalid_response, target_timeout. */
  load(request: PageRequest): Promise<Page>
  close(): Promise<void>
}

/** Throws a ServiceError for a file that can't be read. */
export type ReadFile = (url: URL, signal: AbortSignal) => Promise<GivenDocument>

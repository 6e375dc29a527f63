/** The warnings in a result (docs/scrape.md). Clients should ignore unknown codes. */

import { z } from 'zod'

export const warningMeanings = {
  target_status: 'The target responded with 4xx or 5xx. That page is returned at no charge.',
  login_page:
    'The target responded with a sign-in or sign-up page instead of the requested page. That page is returned at no charge.',
  consent_page:
    "The target responded with a page that asks for consent or the visitor's age instead of the requested page. That page is returned at no charge.",
  not_found_page:
    'The target responded with 2xx, but its page says that the requested page does not exist. That page is returned at no charge.',
  parked_domain: 'The domain is parked or for sale, and has no pages. Its placeholder is returned at no charge.',
  error_page:
    "The target responded with 2xx, but the page reports a server or CDN error, maintenance, a suspended account or a region block, or it is a web server's welcome page. That page is returned at no charge.",
  paywalled: 'The page states that it is not free to read, so its content may be incomplete.',
  empty_page: 'The response contains no text: its status is 204 or 304, or its body or page is empty.',
  render_incomplete: 'The time limit stopped rendering early. The message says what was still in progress.',
  screenshot_cut: 'The page is higher than the largest image. The message says how high, and how much is shown.',
  wait_for_not_met: 'Nothing matched `wait_for` within the time limit.',
  body_incomplete:
    'Only part of the response arrived, because the time limit was reached or the target stopped sending. The result contains that part.',
  foreign_frame: "A frame has content that is not in the result. The message gives the frame's URL.",
  embedded_document:
    "A document is embedded in the page, and its content is not in the result. The message gives the document's URL.",
  main_content_uncertain: 'The main content could not be reliably separated from the rest of the page.',
  needs_javascript:
    'The page is an empty shell that scripts fill. Retry with `render_js=true`, or use `render_if_needed=true` from the start.',
  render_empty:
    'The rendered page is still an empty shell, or has less text than the fetched page. If a script failed to load, the message names it.',
  charset_guessed: 'The page declares no character encoding, or an obviously wrong one, so the encoding was guessed.',
  hidden_text_removed: 'Text hidden by the page was left out.',
  running_text_removed:
    'Running headers, footers, page numbers or stamps of a document were left out. The message says how many lines, and quotes up to three of them.',
  continues_on_next_page:
    'The page is one of several numbered parts of the same text. The message gives the URL of the next part.',
  several_articles:
    'Further articles follow the main one, as on an endlessly scrolling page. Only the main one was kept.',
  hidden_text_kept: "Nearly all of the page's text is hidden until its scripts run, so it was kept.",
  input_truncated: 'The language model read only part of the page.',
  answer_cut: "The language model's answer was cut off at the length limit.",
  ungrounded: 'The answer contains URLs, e-mail addresses or numbers that are not on the page.',
  extra_cut: 'Over MCP, some additional outputs did not fit in the result. The message names them.',
  no_highlights:
    'No passage on the page is relevant to the query in `highlights`, or no relevant passage fits within the limit.',
  no_text:
    'Some or all of the document has no readable text: its pages are images (a scan), or its fonts do not map to characters.',
  text_garbled:
    'The text extracted from the document, or in the text layer of a scan, does not match the words visible on the page.',
  document_cut:
    'Part of the document was not read, because the time limit was reached or because that part is missing or damaged. The message names it. `content` contains the rest, and `complete` is false.',
  comments_removed: 'Comments of the document are not in the content. The message says how many.',
  layout_changed: 'A result page has ads that could not be read.',
} as const

export const warningCodes = Object.keys(warningMeanings) as [WarningCode, ...WarningCode[]]

export const warning = z.strictObject({
  code: z.enum(warningCodes).describe('Machine-readable code of the warning.'),
  message: z.string().describe('Message for a person.'),
})

export type Warning = z.infer<typeof warning>
type WarningCode = keyof typeof warningMeanings

/** Returns a warning if the target responded with 4xx or 5xx. */
export function targetStatus(status: number): Warning[] {
  if (status < 400) return []
  return only('target_status', `The target responded with ${status}; its page is returned and nothing is charged`)
}

/** A page that the target sent with status 2xx instead of the requested one. It is returned and is free. */
export type SoftFailureCode = (typeof softFailures)[number]

const softFailures = ['login_page', 'consent_page', 'not_found_page', 'parked_domain', 'error_page'] as const

export const warningOf = (code: WarningCode): Warning => ({ code, message: warningMeanings[code] })

const only = (code: WarningCode, message: string): Warning[] => [{ code, message }]

/** True if one of the warnings is about a soft failure. */
export const isSoftFailure = (warnings: readonly Warning[]): boolean =>
  warnings.some(({ code }) => softFailures.some((one) => one === code))

/** Warns that rendering didn't help. `failedScript` is the URL of a script that couldn't be loaded. */
export function renderEmpty(failedScript: string | undefined, isRendered = true): Warning {
  const what = isRendered
    ? 'The rendered page is still an empty shell'
    : 'Rendering added nothing to the page, so it is returned as fetched'
  const reason =
    failedScript === undefined ? '' : `; a script could not be loaded: ${failedScript.slice(0, maxFrameUrlChars)}`
  return { code: 'render_empty', message: what + reason.toWellFormed() }
}

const maxNamedFrames = 5
const maxFrameUrlChars = 500

/**
 * Returns a warning if frames have content that isn't in the result. `rendered` is true if a browser has tried to read them, and `isGiven`
 * if the caller sent the page, in which case no browser can. Frames of a page with an error status are never loaded.
 */
export function foreignFrames(
  urls: readonly string[],
  { rendered, status, isGiven = false }: { rendered: boolean; status: number; isGiven?: boolean },
): Warning[] {
  if (urls.length === 0) return []
  const what = urls.length === 1 ? 'A frame has content that is' : 'Frames have content that is'
  const byRendering = isGiven || status >= 400 ? '' : 'use render_js=true, or '
  const next = rendered && status < 400 ? 'it could not be read' : `${byRendering}scrape the URL`
  return only('foreign_frame', `${what} not in the result: ${listed(urls)}; ${next}`)
}

function listed(urls: readonly string[]): string {
  const named = urls.slice(0, maxNamedFrames).map((url) => url.slice(0, maxFrameUrlChars).toWellFormed())
  const more = urls.length > maxNamedFrames ? `, and ${urls.length - maxNamedFrames} more` : ''
  return named.join(', ') + more
}

/** Returns a warning if documents are embedded in the page. */
export function embeddedDocuments(urls: readonly string[]): Warning[] {
  if (urls.length === 0) return []
  const what = urls.length === 1 ? 'The page embeds a document that is' : 'The page embeds documents that are'
  return only('embedded_document', `${what} not in the result: ${listed(urls)}; scrape the URL`)
}

/** Returns a warning if some outputs don't fit in the result together with its content. */
export function extraCut(outputs: readonly string[]): Warning[] {
  if (outputs.length === 0) return []
  const message = `The result has no room for ${outputs.join(', ')}; request each of them separately, as output`
  return only('extra_cut', message)
}

/** Minimum characters of hidden text for a warning. */
const minHiddenChars = 40

/** Returns a warning that `length` characters of hidden text were left out, unless there are only a few. */
export function hiddenTextRemoved(length: number): Warning[] {
  if (length < minHiddenChars) return []
  return only('hidden_text_removed', `${length} characters of hidden text were left out`)
}

export function continuesOnNextPage(url: string): Warning {
  return { code: 'continues_on_next_page', message: `The text continues on the next page: ${url}` }
}

/** Warns that `count` articles after the page's own were left out. */
export function severalArticles(count: number): Warning {
  const what = count === 1 ? 'Another article follows' : `${count} further articles follow`
  return { code: 'several_articles', message: `${what} on the page; only the first article was kept` }
}

/** Returns a warning if comments of a document are not in the content. */
export function commentsRemoved(count: number): Warning[] {
  if (count <= 0) return []
  const what = count === 1 ? '1 comment of the document is' : `${count} comments of the document are`
  return only('comments_removed', `${what} not in the content`)
}

const maxQuotes = 3
const maxQuotedChars = 60

/** Returns a warning if running headers, footers, page numbers or stamps were left out. `lines`: their text. */
export function runningTextRemoved(lines: readonly string[]): Warning[] {
  if (lines.length === 0) return []
  // Lines that differ only in their numbers are quoted once.
  const different = [...Map.groupBy(lines, (line) => line.replace(/\d+/g, '')).values()].slice(0, maxQuotes)
  const quotes = different.map(([line = '']) => `"${line.slice(0, maxQuotedChars).toWellFormed()}"`)
  const what = lines.length === 1 ? '1 line' : `${lines.length} lines`
  const kinds = 'running headers, footers, page numbers or stamps'
  return only('running_text_removed', `${what} of ${kinds} were left out: ${quotes.join(', ')}`)
}

export const screenshotCut = (pageHeight: number, maxHeight: number): Warning => ({
  code: 'screenshot_cut',
  message: `The image shows the top ${maxHeight} pixels of ${pageHeight}`,
})

/** Warns that not all of a page's style sheets were evaluated. */
export const stylesCut: Warning = {
  code: 'hidden_text_kept',
  message: "The page's style sheets are too large to evaluate fully; text that they hide may have been kept",
}

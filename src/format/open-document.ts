/** Opens a fetched page for reading: decodes its body, parses HTML once, and rejects challenge pages. */

import { ServiceError } from '../base/errors.ts'
import { noStages, type StageCounter } from '../base/stages.ts'
import { isFreePage } from '../contract/prices.ts'
import type { Output } from '../contract/scrape.ts'
import type { Warning } from '../contract/warning.ts'
import type { Document } from '../html/document.ts'
import { decodeBody } from '../html/parse/decode.ts'
import { graftFrames, graftSrcdocs, placeStreamed } from '../html/parse/graft-frames.ts'
import { type ParseOptions, parseDocument } from '../html/parse/parse.ts'
import { findAnnouncedChallenge, findChallenge } from '../html/recognize/challenge.ts'
import { findHiddenNodes } from '../html/visibility/page-view.ts'
import { isXhtml } from '../page/media-kind.ts'
import type { Page } from '../page/page.ts'
import { graftEmbedded } from './embedded-pages.ts'
import { missingValues } from './fields/field-values.ts'
import type { FormatRequest } from './format-request.ts'

/** Throws target_blocked if the response's headers announce a challenge, regardless of its body. */
export function refuseAnnouncedChallenge(page: Page): void {
  refuse(findAnnouncedChallenge(page))
}

interface OpenOptions {
  /** True if nodes should keep their positions in the source. */
  locations?: boolean
  /** Reads a challenge page like any other page. */
  readsChallenges?: boolean
  /** See `ParseOptions`. */
  isEnough?: ParseOptions['isEnough']
  /** Includes the documents of the page's frames in the tree if a browser has read them. */
  withFrames?: boolean
  stages?: StageCounter
}

/** Returns the page's HTML as a tree. Throws target_blocked for a challenge page, invalid_response for a page too complex to parse. */
export function openDocument(page: Page, options: OpenOptions = {}): Document {
  const { locations = false, readsChallenges = false, withFrames = false, isEnough, stages = noStages } = options
  const startedAt = performance.now()
  const source = decodeBody(page)
  // Locations refer to the unmodified source.
  const hidden = locations ? undefined : page.hidden
  const noscript = !page.rendered
  const isXml = isXhtml(page.mediaType)
  const frames = withFrames && page.rendered ? (page.frames ?? []) : undefined
  const document = parseDocument(source, page.finalUrl, { locations, noscript, hidden, frames, isEnough, isXml })
  stages.add('parse', startedAt)
  if (!readsChallenges) refuse(findChallenge(document, page))
  // Pieces of the source are passed on unchanged.
  if (locations) return graftFrames(document)
  const whole = graftFrames(graftSrcdocs(page.rendered ? document : placeStreamed(document), findHiddenNodes))
  return withFrames && page.embedded ? graftEmbedded(whole, page.embedded) : whole
}

function refuse(challenge: string | null): void {
  if (challenge === null) return
  throw new ServiceError('target_blocked', `The target responded with a challenge page: ${challenge}`)
}

/** Returns the object without values for a page that isn't the requested one; undefined for other pages and requests. */
export function substituteFor(
  { status }: Page,
  { fields, missingData }: FormatRequest,
  warnings: readonly Warning[] = [],
) {
  if (!isFreePage(status, warnings)) return undefined
  return fields ? missingValues(fields) : missingData
}

export function needsHtml(output: Output, { mediaType }: Page): ServiceError {
  return new ServiceError('unsupported_content_type', `Output ${output} requires HTML, but the page is ${mediaType}`)
}

export function notMatched(param: 'css_selector' | 'extract_rules', message: string): ServiceError {
  return new ServiceError('selector_not_matched', message, { param })
}

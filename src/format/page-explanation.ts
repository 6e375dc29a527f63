/** Explains how `scrape` reads a page: its kind, which parts are kept or dropped, and why. */

import { ServiceError } from '../base/errors.ts'
import { noStages, type StageCounter } from '../base/stages.ts'
import { viewDocument } from '../html/visibility/page-view.ts'
import { isHtml } from '../page/media-kind.ts'
import type { Page } from '../page/page.ts'
import type { PageExplanation } from './format-request.ts'
import { findMainContent } from './main-content/main-content.ts'
import { pageKinds } from './main-content/page-kind.ts'
import { explainParts } from './main-content/reasons.ts'
import { readTitle } from './metadata/metadata.ts'
import { openDocument, refuseAnnouncedChallenge } from './open-document.ts'
import { pageWarnings } from './page-warnings.ts'

/** Throws unsupported_content_type if the page isn't HTML, target_blocked for a challenge, and invalid_response like `scrape`. */
export async function explainPage(page: Page, stages: StageCounter = noStages): Promise<PageExplanation> {
  if (!isHtml(page.mediaType)) {
    throw new ServiceError(
      'unsupported_content_type',
      `Only HTML pages have main content, but the target returned ${page.mediaType}`,
    )
  }
  refuseAnnouncedChallenge(page)
  const document = openDocument(page, { withFrames: true, stages })
  const view = viewDocument(document, 'markdown')
  const { confidence, analysis } = findMainContent(document, view)
  const round = (value: number) => Math.round(100 * value) / 100
  const chances = analysis?.kind.chances
  return {
    title: readTitle(document),
    kind: analysis?.kind.kind ?? null,
    kinds: Object.fromEntries(pageKinds.map((kind, n) => [kind, round(chances?.[n] ?? 0)])),
    confidence: round(confidence),
    level: analysis?.level ?? 'nothing',
    warnings: pageWarnings(document, page, view),
    ...(analysis ? explainParts(analysis) : { kept: [], dropped: [] }),
  }
}

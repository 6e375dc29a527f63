/** What does `scrape` make of a page, and why? The kind of page, what is kept of it, what is dropped. */

import { isHtml } from '../document/media-kind.ts'
import { ServiceError } from '../errors.ts'
import type { Page } from '../page.ts'
import { isAllHidden } from '../visibility/hidden.ts'
import { showLater } from '../visibility/shown-later.ts'
import type { Level } from './main-content/fallback.ts'
import { findMainContent } from './main-content/main-content.ts'
import { pageKinds } from './main-content/page-kind.ts'
import { type Part, partsOf } from './main-content/reasons.ts'
import { readTitle } from './metadata/metadata.ts'
import { openDocument, refuseAnnouncedChallenge } from './open-document.ts'

export interface Explanation {
  title: string | null
  /** Null for a page without a body. */
  kind: string | null
  /** Of each kind of page; they add up to 1. */
  kinds: Record<string, number>
  /** 0 to 1: the F1 that the choice is expected to reach. */
  confidence: number
  level: Level
  kept: Part[]
  dropped: Part[]
}

/** Throws unsupported_content_type for what is not HTML, target_blocked for a challenge, invalid_response as `scrape` does. */
export async function explainPage(page: Page): Promise<Explanation> {
  if (!isHtml(page.mediaType)) {
    throw new ServiceError(
      'unsupported_content_type',
      `Only HTML has main content, the target answered with ${page.mediaType}`,
    )
  }
  refuseAnnouncedChallenge(page)
  const document = openDocument(page)
  showLater(document)
  const { confidence, judgement } = findMainContent(document, { keepsHidden: isAllHidden(document) })
  const round = (value: number) => Math.round(100 * value) / 100
  const chances = judgement?.kind.chances
  return {
    title: readTitle(document),
    kind: judgement?.kind.kind ?? null,
    kinds: Object.fromEntries(pageKinds.map((kind, n) => [kind, round(chances?.[n] ?? 0)])),
    confidence: round(confidence),
    level: judgement?.level ?? 'nothing',
    ...(judgement ? partsOf(judgement) : { kept: [], dropped: [] }),
  }
}

/** Finds what no visitor can see of the document: elements, and single texts beside visible ones. */

import type { FrameBodyOf } from './frame-body.ts'
import type { judgeVisibility, VisibilityParts } from './judge-visibility.ts'
import type { showDeferred } from './show-deferred.ts'

export type HiddenTextParts = VisibilityParts & {
  judgeVisibility: typeof judgeVisibility
  showDeferred: typeof showDeferred
}

export interface HiddenContent {
  /** Outermost elements of which nothing is seen. */
  elements: Set<Element>
  /** Texts in elements of which something else is seen. */
  texts: Set<Text>
  /** Characters of hidden text that stays, since nearly all of the page is hidden and its scripts should have shown it. */
  keptChars: number
}

/**
 * Looks into shadow trees and same-origin frames too. What a visitor gets to with a click or a swipe (details, tabs, what a control
 * names, the next slide) is not hidden, nor is what is fading in. When nearly all of the page is hidden, what its scripts should have
 * shown is not. The document is as before afterwards.
 */
export function findHiddenText(frameBodyOf: FrameBodyOf, parts: HiddenTextParts): HiddenContent {
  let judged = parts.judgeVisibility(frameBodyOf, parts)
  const charsBefore = judged.tally.visibleChars
  const restore: (() => void)[] = []
  // Deferred content may hide its own parts in turn.
  for (let level = 0; level < 3 && judged.tally.hidesNearlyAll(); level++) {
    const { tally, states } = judged
    const undo = parts.showDeferred([...tally.hiddenTexts, ...tally.hiddenElements], states)
    if (undo === null) break
    restore.unshift(undo)
    judged = parts.judgeVisibility(frameBodyOf, parts)
  }
  for (const undo of restore) undo()
  return { ...judged.tally.outermostHidden(), keptChars: judged.tally.visibleChars - charsBefore }
}

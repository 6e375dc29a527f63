/** Finds content in the document that visitors can't see: elements, and individual text nodes next to visible ones. */

import type { FrameBodyOf } from './frame-body.ts'
import type { judgeVisibility, VisibilityParts } from './judge-visibility.ts'
import type { showDeferred } from './show-deferred.ts'

export type HiddenTextParts = VisibilityParts & {
  judgeVisibility: typeof judgeVisibility
  showDeferred: typeof showDeferred
}

export interface HiddenContent {
  elements: Set<Element>
  /** Hidden text nodes in elements that are otherwise visible. */
  texts: Set<Text>
  /** Number of characters of hidden text that are kept because nearly the whole page is hidden and its scripts should have shown it. */
  keptChars: number
}

/**
 * Finds hidden content in the document, its shadow trees and its same-origin frames. Doesn't count content as hidden if it is fading in.
 * Doesn't count content that visitors can reach with a click or a swipe, such as details, tabs, targets of a control or the next slide. If
 * nearly the whole page is hidden, content that its scripts should have shown counts as visible. Leaves the document unchanged.
 */
export function findHiddenText(frameBodyOf: FrameBodyOf, parts: HiddenTextParts): HiddenContent {
  let judged = parts.judgeVisibility(frameBodyOf, parts)
  const charsBefore = judged.tally.visibleChars
  const restore: (() => void)[] = []
  // Deferred content may in turn hide parts of itself.
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

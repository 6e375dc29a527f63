/** What each consumer of a page leaves out: which rules hide for it. */

import { type HidingRule, hidingRules } from './hiding-rules.ts'

/** The rules of some groups, and single rules by their reasons. */
function rulesOf(...names: readonly string[]): readonly HidingRule[] {
  return hidingRules.filter(({ group, reason }) => names.includes(group) || names.includes(reason))
}

/** Google's result pages: what a script may still show by its class is read. */
export const rulesForAds = rulesOf('hidden attribute', 'hidden until found', 'display', 'visibility')

/** Finds the declaration that wins for each property. @see CSS Cascading and Inheritance Level 5 */

import { type Declaration, slotOf } from './declarations.ts'

export interface Winner extends Declaration {
  weight: readonly number[]
}

/** The declarations of a rule that matches the element. */
interface MatchedRule {
  declarations: readonly Declaration[]
  /** Position of the layer. Important declarations win in the opposite order. */
  rank: number
  specificity: number
  order: number
}

/** The winning declarations, in the order in which they apply: shorthands may precede their longhands. */
export function findWinners(rules: readonly MatchedRule[], own: readonly Declaration[]): ReadonlyMap<string, Winner> {
  const all: Winner[] = []
  for (const { declarations, rank, specificity, order } of rules) {
    for (const declaration of declarations) {
      const weight = declaration.isImportant ? [1, 0, -rank, specificity, order] : [0, 0, rank, specificity, order]
      all.push({ ...declaration, weight })
    }
  }
  for (const declaration of own) all.push({ ...declaration, weight: [declaration.isImportant ? 1 : 0, 1] })
  const winners = new Map<string, Winner>()
  for (const one of all) {
    const slot = slotOf(one.property)
    const before = winners.get(slot)
    if (before && isBefore(one.weight, before.weight)) continue
    // A later declaration goes last, because shorthands precede their longhands.
    winners.delete(slot)
    winners.set(slot, one)
  }
  return winners
}

function isBefore(weight: readonly number[], other: readonly number[]): boolean {
  for (const [at, value] of weight.entries()) if (value !== other[at]) return value < (other[at] ?? 0)
  return false
}

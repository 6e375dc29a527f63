/** Takes the paid results out of the lists that a service documents. */

import type { AdKind } from '../ad/ad.ts'
import { isPaid } from './paid-mark.ts'
import { fieldAt, itemsOf, type UncheckedFields } from './response-fields.ts'

/** A list of an answer, and what the ads in it are. */
export interface ResultList {
  path: readonly string[]
  kind: AdKind
  /** Results that nobody paid for stand in it too: an ad says that it is one. */
  isMixed: boolean
}

/** The paid results of the list, in their order. */
export function paidResults(answer: UncheckedFields, { path, isMixed }: ResultList): UncheckedFields[] {
  return itemsOf(fieldAt(answer, path)).filter((item) => !isMixed || isPaid(item))
}

/** Extracts the paid results from the lists that a service documents. */

import type { AdKind } from '../ad/ad.ts'
import { isPaid } from './paid-mark.ts'
import { fieldAt, itemsOf, type UncheckedFields } from './response-fields.ts'

export interface ResultList {
  path: readonly string[]
  kind: AdKind
  /** True if the list also contains unpaid results. In that case, only its marked results are ads. */
  isMixed: boolean
}

export function paidResults(answer: UncheckedFields, { path, isMixed }: ResultList): UncheckedFields[] {
  return itemsOf(fieldAt(answer, path)).filter((item) => !isMixed || isPaid(item))
}

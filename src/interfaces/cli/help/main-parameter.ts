/** The parameter of an operation that needs no flag. */

import type { Operation } from '../../../contract/operation.ts'

/** Returns the name of the first parameter. */
export function mainParameter({ input }: Pick<Operation, 'input'>): string {
  return Object.keys(input.shape)[0] ?? ''
}

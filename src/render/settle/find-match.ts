/** Checks if the caller's selector matches something in the document, within a time limit. */

import { ServiceError } from '../../base/errors.ts'
import type { Evaluate } from '../tab/isolated-world.ts'
import { search } from '../tab/page-scripts.ts'

/** Resolves with false at the time limit. Throws value_error if the browser doesn't support the selector, and any evaluation error. */
export async function findMatch(evaluate: Evaluate, selector: string, limitMs: number): Promise<boolean> {
  const answer = await evaluate(search(selector), limitMs).catch((error) => {
    if (error instanceof Error && /Execution was terminated/.test(error.message)) return 'none'
    throw error
  })
  if (answer !== 'unsupported') return answer === 'found'
  throw new ServiceError('value_error', 'Value error, the browser does not support this selector', {
    param: 'wait_for',
  })
}

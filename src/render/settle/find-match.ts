/** Finds out whether the document has a match of the caller's selector, within a limit on the time that it takes. */

import { ServiceError } from '../../base/errors.ts'
import type { Evaluate } from '../tab/isolated-world.ts'
import { beginSearch, searchOn } from '../tab/page-scripts.ts'

/** A slow selector takes milliseconds for each step. */
const firstSteps = 16
/** Real time that one evaluation should take: the number of its steps follows. */
const evaluationMs = 20
/** At most so many times the steps of the evaluation before: later elements may have more to look at. */
const maxGrowth = 2

/**
 * False also when the limit is reached. Throws value_error where the browser does not take the selector, and what evaluating throws.
 * The time is that of this process: the page's clock stands still while it is searched.
 */
export async function findMatch(evaluate: Evaluate, selector: string, limitMs: number): Promise<boolean> {
  const end = performance.now() + limitMs
  let steps = firstSteps
  let expression = beginSearch(selector, steps)
  for (;;) {
    const beganAt = performance.now()
    const answer = await evaluate(expression)
    if (answer === 'unsupported') throw unsupported()
    const now = performance.now()
    if (answer !== 'more' || now > end) return answer === 'found'
    const growth = Math.min(maxGrowth, evaluationMs / (now - beganAt))
    steps = Math.max(1, Math.floor(steps * growth))
    expression = searchOn(steps)
  }
}

function unsupported(): ServiceError {
  return new ServiceError('value_error', 'Value error, the browser does not support this selector', {
    param: 'wait_for',
  })
}

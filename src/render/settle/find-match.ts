/** Checks if the caller's selector matches something in the document, within a time limit. */

import { ServiceError } from '../../base/errors.ts'
import type { Evaluate } from '../tab/isolated-world.ts'
import { beginSearch, searchOn } from '../tab/page-scripts.ts'

/** A slow selector takes milliseconds per step. */
const firstSteps = 16
/** Target duration of one evaluation in real time; it sets the number of steps. */
const evaluationMs = 20
/** Maximum factor by which the steps grow from one evaluation to the next: later elements may be slower to check. */
const maxGrowth = 2

/**
 * Also false when the limit is reached. Throws value_error if the browser doesn't support the selector, and any error from evaluating.
 * The limit is in this process's time: the page's clock stops during the search.
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

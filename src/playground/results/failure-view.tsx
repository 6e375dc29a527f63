/** Shows a failed request: the service's message, its hint, and the cost. */

import { hints } from '../session/form-state.ts'
import type { Failure } from '../session/outcome.ts'

/** Failures without a response from the service. Their cost is unknown. */
const ownTitles = new Map([
  ['offline', 'The service is not responding'],
  ['unknown_response', 'This response is not from Gleaner'],
])

export function FailureView({ failure }: { failure: Failure }) {
  const { type, problems, requestId, creditsCharged, retryAfterS } = failure
  const ownTitle = ownTitles.get(type)
  const cost = creditsCharged > 0 ? `${creditsCharged.toLocaleString()} credits were charged` : 'Nothing was charged'
  const hint = hints.value.get(type)
  return (
    <div class="notice error breakable" role="alert">
      <h2>{ownTitle ?? 'The request failed'}</h2>
      {problems.map(({ field, message }, n) => (
        <p key={n}>{field === null ? message : `${field}: ${message}`}</p>
      ))}
      {hint && <p>{hint}</p>}
      {retryAfterS !== null && <p>Try again in {retryAfterS.toLocaleString()} seconds.</p>}
      {type === 'unauthorized' && (
        <button type="button" onClick={() => document.getElementById('api-key')?.focus()}>
          Enter a key
        </button>
      )}
      {!ownTitle && (
        <p class="small">{[cost, type, requestId && `request ${requestId}`].filter(Boolean).join(' · ')}</p>
      )}
    </div>
  )
}

/** A request that failed: what happened, what it cost, what to do next. */

import { formatNumber } from '../locale/numbers.ts'
import type { Failure } from '../session/requests/outcome.ts'
import { errorRemedy } from '../session/requests/remedies.ts'
import { Notice } from './notice.tsx'

/** What the service did not answer itself: nobody here knows what it cost. */
const unansweredTypes = new Set(['offline', 'unknown_response'])

interface FailureViewProps {
  failure: Failure
  /** Whether it ended the reading of a further piece, so that trying again reads on. */
  isPiece?: boolean
}

export function FailureView({ failure, isPiece = false }: FailureViewProps) {
  const { type, problems, requestId, creditsCharged, retryAt } = failure
  const known = errorRemedy(type, problems[0]?.field ?? null)
  const steps = known.steps?.map((step) =>
    isPiece && step.does === 'retry' ? { ...step, does: 'read on' as const } : step,
  )
  const remedy = steps ? { ...known, steps } : known
  const cost = creditsCharged > 0 ? `${formatNumber(creditsCharged)} credits were charged` : 'Nothing was charged'
  const facts = unansweredTypes.has(type) ? [] : [cost, type, requestId && `request ${requestId}`]
  const details = facts.filter(Boolean).join(' · ')
  const messages = problems.map(({ field, message }) => (field === null ? message : `${field}: ${message}`))
  return <Notice kind="error" remedy={remedy} messages={messages} details={details} retryAt={retryAt} />
}

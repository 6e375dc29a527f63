/** A warning or an error in plain words, with the buttons of what helps. */

import { useEffect, useState } from 'preact/hooks'
import { formatNumber } from '../locale/numbers.ts'
import { takeStep } from '../session/next-step.ts'
import type { NextStep, Remedy } from '../session/requests/remedies.ts'

interface NoticeProps {
  kind: 'warning' | 'error'
  remedy: Remedy
  /** The service's own words, one line each. */
  messages: readonly string[]
  /** Small print: the type, the request's id. */
  details: string
  /** Before this moment a retry does not help. */
  retryAt?: number | null
}

export function Notice({ kind, remedy: { title, says, steps = [] }, messages, details, retryAt = null }: NoticeProps) {
  const seconds = useCountdown(retryAt)
  return (
    <div class={`notice ${kind}`} role={kind === 'error' ? 'alert' : undefined}>
      {kind === 'error' ? <h2>{title}</h2> : <h3>{title}</h3>}
      {says && <p>{says}</p>}
      {messages.map((message) => (
        <p key={message} class="breakable muted">
          {message}
        </p>
      ))}
      {steps.length > 0 && (
        <p class="buttons">
          {steps.map((step) => (
            <StepButton key={step.label} step={step} waitS={isRetry(step) ? seconds : 0} />
          ))}
        </p>
      )}
      {details && <p class="small muted breakable">{details}</p>}
    </div>
  )
}

const isRetry = ({ does }: NextStep) => does === 'retry' || does === 'read on'

function StepButton({ step, waitS }: { step: NextStep; waitS: number }) {
  const isWaiting = waitS > 0
  return (
    <button type="button" aria-disabled={isWaiting} onClick={() => !isWaiting && takeStep(step)}>
      {isWaiting ? `${step.label} in ${formatNumber(waitS)} s` : step.label}
    </button>
  )
}

/** Seconds until the moment, which go down by themselves. */
function useCountdown(until: number | null): number {
  const left = () => (until === null ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1000)))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    setSeconds(left())
    if (until === null) return
    const timer = setInterval(() => {
      setSeconds(left())
      if (left() === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [until])
  return seconds
}

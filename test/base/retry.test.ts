import { describe, expect, it } from 'vitest'
import { parseRetryAfter, planRetry, type RetryPolicy } from '../../src/base/retry.ts'

const ample = () => performance.now() + 60_000

describe('a retry policy', () => {
  const policy: RetryPolicy = { maxAttempts: 3, firstDelayMs: 100, growth: 2 }

  it('ends with its last attempt', () => {
    const deadlineAt = ample()
    expect([1, 2, 3].map((attempt) => planRetry(policy, { attempt, deadlineAt })?.delayMs)).toEqual([
      100,
      200,
      undefined,
    ])
  })

  it('prefers the delay that the other side requests', () => {
    const deadlineAt = ample()
    expect(planRetry(policy, { attempt: 2, deadlineAt, requestedMs: 7 })).toEqual({ delayMs: 7, isInTime: true })
    expect(planRetry(policy, { attempt: 3, deadlineAt, requestedMs: 7 })).toBeNull()
  })

  it('randomly shortens the delay by up to its jitter', () => {
    const delays = Array.from({ length: 100 }, () => {
      return planRetry({ ...policy, jitter: 0.25 }, { attempt: 1, deadlineAt: ample() })?.delayMs ?? 0
    })
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(75)
    expect(Math.max(...delays)).toBeLessThanOrEqual(100)
    expect(new Set(delays).size).toBeGreaterThan(1)
  })

  it('gives up if the delay and the shortest attempt do not fit before the deadline', () => {
    const deadlineAt = ample()
    expect(planRetry(policy, { attempt: 1, deadlineAt })?.isInTime).toBe(true)
    expect(planRetry(policy, { attempt: 1, deadlineAt, requestedMs: 60_000 })?.isInTime).toBe(false)
    expect(planRetry({ ...policy, minAttemptMs: 59_950 }, { attempt: 1, deadlineAt })?.isInTime).toBe(false)
  })
})

describe('Retry-After', () => {
  it('is read in seconds and as a date', () => {
    expect(parseRetryAfter('3')).toBe(3000)
    expect(parseRetryAfter(' 0.5 ')).toBe(500)
    const inAnHour = parseRetryAfter(new Date(Date.now() + 3_600_000).toUTCString()) ?? 0
    expect(inAnHour).toBeGreaterThan(3_500_000)
    expect(inAnHour).toBeLessThanOrEqual(3_600_000)
  })

  it.each([null, undefined, '', 'soon', '-1', 'Thu, 01 Jan 1970 00:00:00 GMT'])('requests no delay in %j', (header) => {
    expect(parseRetryAfter(header)).toBeNull()
  })
})

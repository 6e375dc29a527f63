import { describe } from 'vitest'
import { createMemoryLimiter, createMemorySlots } from '../../../src/store/memory/limits.ts'
import { describeLimits } from '../limits-suite.ts'

describe('limits in memory', () => {
  describeLimits(() => ({ limiter: createMemoryLimiter(), slots: createMemorySlots() }))
})

import { describe } from 'vitest'
import { createMemoryLimiter } from '../../../src/store/memory/limits.ts'
import { describeLimits } from '../limits-suite.ts'

describe('limits in memory', () => {
  describeLimits(createMemoryLimiter)
})

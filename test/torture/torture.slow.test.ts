import { expect, it } from 'vitest'
import { originFaults } from '../../bench/torture/origins/faults.ts'
import { runOrigins } from '../../bench/torture/origins/origins.ts'

// The long runs are `npm run torture`.
it('an origin with any fault that does not wait is answered as documented and free of charge', async () => {
  const faults = originFaults.filter(({ answers }) => !answers.includes('target_timeout'))
  const { tried, broken } = await runOrigins({ seed: 1, minutes: 1 }, { faults, times: 1 })
  expect(broken).toEqual([])
  expect(tried).toBeGreaterThanOrEqual(faults.length)
})

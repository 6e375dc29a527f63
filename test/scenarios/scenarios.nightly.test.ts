import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../bench/scenarios/outcome.ts'
import { countByGroup, runScenarios } from '../../bench/scenarios/scenarios.ts'

/** How many scenarios of each group are as expected. After an improvement, raise the number. */
const passed: Readonly<Record<string, number>> = {
  bodies: 28,
  charsets: 4,
  embedded: 6,
  facts: 32,
  frames: 13,
  heading: 30,
  missing: 41,
  redirects: 12,
  touching: 29,
}

describe('the scenarios that users of scrapers complain about', async () => {
  const outcomes = await runScenarios()
  const groups = Object.groupBy(outcomes, ({ group }) => group)

  it('are all of these groups', () => {
    expect(Object.keys(groups).sort()).toEqual(Object.keys(passed))
  })

  it.each(Object.keys(passed))('are as expected at least as often as before: %s', (group) => {
    const open = (groups[group] ?? []).filter(({ faults }: Outcome) => faults.length > 0)
    const counts = countByGroup(groups[group] ?? [])
    const report = open.map(({ name, faults }) => `${name}: ${faults.join('; ')}`).join('\n')
    expect(counts[group]?.passed, report).toBeGreaterThanOrEqual(passed[group] ?? 0)
  })
})

import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../bench/scenarios/outcome.ts'
import { countByGroup, runScenarios } from '../../bench/scenarios/scenarios.ts'

/** Number of scenarios in each group that meet expectations. Raise it after an improvement. */
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

describe('scenarios that users of scrapers complain about', async () => {
  const outcomes = await runScenarios()
  const groups = Object.groupBy(outcomes, ({ group }) => group)

  it('all belong to these groups', () => {
    expect(Object.keys(groups).sort()).toEqual(Object.keys(passed))
  })

  it.each(Object.keys(passed))('meet expectations at least as often as before: %s', (group) => {
    const open = (groups[group] ?? []).filter(({ faults }: Outcome) => faults.length > 0)
    const counts = countByGroup(groups[group] ?? [])
    const report = open.map(({ name, faults }) => `${name}: ${faults.join('; ')}`).join('\n')
    expect(counts[group]?.passed, report).toBeGreaterThanOrEqual(passed[group] ?? 0)
  })
})

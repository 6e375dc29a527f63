import { beforeAll, describe, expect, it } from 'vitest'
import { drawPlan, type Plan, type Step } from '../../bench/torture/simulator/plan.ts'
import type { Sabotage } from '../../bench/torture/simulator/process.ts'
import { runPlan } from '../../bench/torture/simulator/run-plan.ts'
import { describeBrokenPlan, simulate } from '../../bench/torture/simulator/simulate.ts'
import { formatTable } from '../../bench/torture/torture.ts'

function planOf(steps: Step[], credits: number | null = 100): Plan {
  return {
    seed: 0,
    index: 0,
    keys: [{ credits, concurrency: 1 }],
    processes: 1,
    rateLimit: 6000,
    budgetBytes: 100_000_000,
    steps,
  }
}

const request = { kind: 'request', at: 0, process: 0, key: 0 } as const

// Loads the modules that a first request needs. The simulated clock doesn't wait for the disk.
beforeAll(async () => {
  await runPlan(planOf([{ ...request, ask: 'page', name: 'a' }]))
  await runPlan(planOf([{ ...request, ask: 'rendered', name: 'a' }], 1))
})

describe('the simulator', () => {
  it('reports nothing if every guarantee holds', async () => {
    expect(await runPlan(planOf([{ ...request, ask: 'page', name: 'a' }]))).toEqual([])
    expect(await runPlan(planOf([{ ...request, ask: 'rendered', name: 'a' }], 1))).toEqual([])
  })

  it('detects a missing settlement', async () => {
    const sabotage: Sabotage = {
      ledger: (ledger) => ({
        async reserve(charge) {
          const reservation = await ledger.reserve(charge)
          return { ...reservation, settle: async (charged) => ({ charged, remaining: null }) }
        },
      }),
    }
    const problems = await runPlan(planOf([{ ...request, ask: 'page' }]), sabotage)
    expect(problems).toContainEqual(expect.stringContaining('it was charged 0 instead of 1'))
    expect(problems).toContainEqual(expect.stringContaining('stillHeld'))
  })

  it('detects an Idempotency-Key that is not freed', async () => {
    const sabotage: Sabotage = { idempotency: (idempotency) => ({ ...idempotency, async drop() {} }) }
    // One credit isn't enough for a rendered page.
    const problems = await runPlan(planOf([{ ...request, ask: 'rendered', name: 'a' }], 1), sabotage)
    expect(problems).toContainEqual(expect.stringContaining('an honest request got idempotency_in_progress'))
  })

  it('detects a request that is charged twice', async () => {
    const sabotage: Sabotage = {
      ledger: (ledger) => ({
        async reserve(charge) {
          const reservation = await ledger.reserve(charge)
          return {
            ...reservation,
            async settle(credits, response) {
              const again = await ledger.reserve({ ...charge, claim: null })
              await again.settle(credits)
              return reservation.settle(credits, response)
            },
          }
        },
      }),
    }
    const { broken } = await simulate({ seed: 1, plans: 20, sabotage, maxBroken: 1 })
    const [first] = broken
    if (!first) throw new Error('nothing was found')
    expect(first.problems).toContainEqual(
      expect.stringMatching(/it was charged 2 instead of 1|it was charged 10 instead of 5/),
    )
    expect(first.shrunk.steps.length).toBeLessThanOrEqual(2)
    expect(describeBrokenPlan(first)).toContain(`--seed 1 --plan ${first.plan.index}`)
  })

  it('reports nothing in ten plans', async () => {
    const { tried, broken } = await simulate({ seed: 3, plans: 10 })
    expect(broken.map(describeBrokenPlan)).toEqual([])
    expect(tried).toBe(10)
  })

  it('generates the same plan from the same seed', () => {
    expect(drawPlan(7, 3)).toEqual(drawPlan(7, 3))
    expect(drawPlan(7, 3)).not.toEqual(drawPlan(7, 4))
  })
})

it('prints the attempts and the broken guarantees', () => {
  const table = formatTable([{ name: 'plans', tried: 10_000, broken: ['a promise'], seconds: 12, note: '1.2 ms each' }])
  expect(table.split('\n')).toEqual([
    'attack  tried  broken  seconds  note',
    'plans   10000       1       12  1.2 ms each',
  ])
})

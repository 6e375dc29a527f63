/** Draws plans from a seed, runs each, and shrinks those that break a promise. */

import { describePlan, drawPlan, type Plan } from './plan.ts'
import type { Sabotage } from './process.ts'
import { runPlan } from './run-plan.ts'

interface SimulationOptions {
  seed: number
  /** Number of plans. */
  plans: number
  /** Index of the only plan to run, or null for all. */
  only?: number | null
  /** Deadline on the clock of `performance.now()`. */
  until?: number
  sabotage?: Sabotage
  /** Stops after this many broken plans. */
  maxBroken?: number
  /** Called after each plan. */
  onPlan?(done: number): void
}

interface Simulation {
  tried: number
  broken: BrokenPlan[]
}

interface BrokenPlan {
  plan: Plan
  /** The smallest plan that still breaks a promise. */
  shrunk: Plan
  problems: string[]
}

export async function simulate(options: SimulationOptions): Promise<Simulation> {
  const { seed, plans, only = null, until = Number.POSITIVE_INFINITY, sabotage = {}, maxBroken = 5 } = options
  const broken: BrokenPlan[] = []
  let tried = 0
  const indexes = only === null ? Array.from({ length: plans }, (_, index) => index) : [only]
  for (const index of indexes) {
    if (broken.length >= maxBroken || performance.now() >= until) break
    const plan = drawPlan(seed, index)
    const problems = await runPlan(plan, sabotage)
    tried++
    options.onPlan?.(tried)
    if (problems.length === 0) continue
    const shrunk = await shrink(plan, sabotage)
    broken.push({ plan, shrunk, problems: shrunk === plan ? problems : await runPlan(shrunk, sabotage) })
  }
  return { tried, broken }
}

/** Removes steps one by one while a promise is still broken. */
async function shrink(plan: Plan, sabotage: Sabotage): Promise<Plan> {
  let smallest = plan
  for (let at = 0; at < smallest.steps.length; ) {
    const smaller = { ...smallest, steps: smallest.steps.filter((_, index) => index !== at) }
    if ((await runPlan(smaller, sabotage)).length > 0) smallest = smaller
    else at++
  }
  return smallest
}

/** Returns the plan, the promises it broke, and the command that repeats it. */
export function describeBrokenPlan({ plan, shrunk, problems }: BrokenPlan): string {
  const again = `npm run bench -- torture --only plans --seed ${plan.seed} --plan ${plan.index}`
  return [describePlan(shrunk), ...problems.map((problem) => `    ✗ ${problem}`), `    again: ${again}`].join('\n')
}

/** The attack `plans`: ten thousand plans of faults, each checked against every promise. */

import type { AttackOptions, AttackResult } from '../attack.ts'
import { describePlan, drawPlan } from './plan.ts'
import { runPlan } from './run-plan.ts'
import { describeBrokenPlan, simulate } from './simulate.ts'

const plansAtMost = 10_000
/** Extra time so that a busy machine can run all of them too. */
const patience = 2

export async function runPlans({ seed, minutes, progress }: AttackOptions): Promise<AttackResult> {
  const startedAt = performance.now()
  const { tried, broken } = await simulate({
    ...{ seed, plans: plansAtMost, until: startedAt + patience * minutes * 60_000 },
    onPlan: (done) => done % 1000 === 0 && progress(`  ${done} plans`),
  })
  const eachMs = (performance.now() - startedAt) / Math.max(1, tried)
  const note = `${eachMs.toFixed(1)} ms each${tried < plansAtMost ? `; of ${plansAtMost}, time was up` : ''}`
  return { tried, broken: broken.map((one) => `\n${describeBrokenPlan(one)}`), note }
}

/** Runs one plan again. */
export async function repeatPlan(seed: number, index: number): Promise<{ text: string; isBroken: boolean }> {
  const plan = drawPlan(seed, index)
  const problems = await runPlan(plan)
  const lines = problems.map((problem) => `    ✗ ${problem}`)
  return { text: [describePlan(plan), ...lines].join('\n'), isBroken: problems.length > 0 }
}

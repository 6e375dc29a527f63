/** Runs one random test from each file, with the seed in `SAMPLE`, and skips the others. */

import { type RunnerTask, type RunnerTestCase, type RunnerTestFile, TestRunner } from 'vitest'
import { drawOne } from './tiers.ts'

export default class SampleRunner extends TestRunner {
  onCollected(files: RunnerTestFile[]): void {
    for (const file of files) {
      const candidates = testsOf(file).filter(({ mode }) => mode === 'run' || mode === 'queued')
      if (candidates.length === 0) continue
      const drawn = drawOne(candidates, ({ id, name }) => `${id} ${name}`, process.env.SAMPLE ?? '')
      for (const test of candidates) if (test !== drawn) test.mode = 'skip'
      for (const task of file.tasks) skipIfEmpty(task)
    }
  }
}

function testsOf(task: RunnerTask): RunnerTestCase[] {
  return task.type === 'test' ? [task] : task.tasks.flatMap(testsOf)
}

/** A suite doesn't need any setup if all of its tests are skipped. */
function skipIfEmpty(task: RunnerTask): void {
  if (task.type === 'test') return
  for (const inner of task.tasks) skipIfEmpty(inner)
  if (task.tasks.every(({ mode }) => mode === 'skip' || mode === 'todo')) task.mode = 'skip'
}

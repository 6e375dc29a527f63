/** Runs one test of each file, drawn with the seed in `SAMPLE`, and skips the others. */

import { createHash } from 'node:crypto'
import { type RunnerTask, type RunnerTestCase, type RunnerTestFile, TestRunner } from 'vitest'

export default class SampleRunner extends TestRunner {
  onCollected(files: RunnerTestFile[]): void {
    for (const file of files) {
      const candidates = testsOf(file).filter(({ mode }) => mode === 'run' || mode === 'queued')
      const chosen = candidates.toSorted((a, b) => drawOf(a).localeCompare(drawOf(b)))[0]
      for (const test of candidates) if (test !== chosen) test.mode = 'skip'
      for (const task of file.tasks) skipIfEmpty(task)
    }
  }
}

function testsOf(task: RunnerTask): RunnerTestCase[] {
  return task.type === 'test' ? [task] : task.tasks.flatMap(testsOf)
}

/** A suite whose tests are all skipped need not prepare anything for them. */
function skipIfEmpty(task: RunnerTask): void {
  if (task.type === 'test') return
  for (const inner of task.tasks) skipIfEmpty(inner)
  if (task.tasks.every(({ mode }) => mode === 'skip' || mode === 'todo')) task.mode = 'skip'
}

/** Depends on the seed and the title alone, so that a seed draws the same test again. */
const drawOf = ({ id, name }: RunnerTestCase) =>
  createHash('sha256').update(`${process.env.SAMPLE} ${id} ${name}`).digest('hex')

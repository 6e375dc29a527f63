import { expect, it } from 'vitest'
import type { TestCase, TestModule } from 'vitest/node'
import RunCeiling from './runner/run-ceiling.ts'
import { until, within } from './waits.ts'

const moduleOf = (file: string) => ({ relativeModuleId: file }) as TestModule
const testOf = (file: string, fullName: string) => ({ module: moduleOf(file), fullName }) as TestCase

it('a run that takes too long fails with the running files and the last test started in each', async () => {
  const report = new Promise<string>((fail) => {
    const reporter = new RunCeiling({ ceilingMs: 20, fail })
    reporter.onTestRunStart()
    for (const file of ['done.test.ts', 'waiting.test.ts', 'loading.test.ts'])
      reporter.onTestModuleQueued(moduleOf(file))
    reporter.onTestCaseReady(testOf('done.test.ts', 'ends'))
    reporter.onTestModuleEnd(moduleOf('done.test.ts'))
    reporter.onTestCaseReady(testOf('waiting.test.ts', 'a page arrives'))
  })
  expect(await report).toBe(`
The run has not ended within 0.02 s. Still running:
  waiting.test.ts, for 0 s, in or after "a page arrives"
  loading.test.ts, for 0 s, with no test begun
`)
})

it('a wait that times out has its name in the error', async () => {
  const never = new Promise(() => {})
  await expect(within('the second request', never, 20)).rejects.toThrow('waited 20 ms in vain for the second request')
  await expect(until('a third one', () => false, 20)).rejects.toThrow('waited 20 ms in vain for a third one')
})

it('a wait settles like the promise it waits for', async () => {
  expect(await within('a value', Promise.resolve(7))).toBe(7)
  await expect(within('an error', Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  let looks = 0
  await until('the third look', () => ++looks === 3)
  expect(looks).toBe(3)
})

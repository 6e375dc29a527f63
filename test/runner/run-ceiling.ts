/** A reporter that fails a test run that takes too long, and names the tests still running. */

import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Longer than all tests take on a busy machine with two cores, and within the 90 minutes that CI allows. */
const defaultCeilingMs = 75 * 60_000
const slowestShown = 5

interface RunCeilingOptions {
  ceilingMs?: number
  /** Receives the report of a run that takes too long. */
  fail?: (report: string) => void
}

export default class RunCeiling implements Reporter {
  readonly #running = new Map<string, { startedAt: number; test: TestCase | null }>()
  readonly #ceilingMs: number
  readonly #fail: (report: string) => void
  #timer: NodeJS.Timeout | undefined

  /** Vitest passes no options. */
  constructor({ ceilingMs = defaultCeilingMs, fail = endProcess }: RunCeilingOptions = {}) {
    this.#ceilingMs = ceilingMs
    this.#fail = fail
  }

  onTestRunStart(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#end(), this.#ceilingMs)
    this.#timer.unref()
  }

  onTestModuleQueued({ relativeModuleId: file }: TestModule): void {
    this.#running.set(file, { startedAt: performance.now(), test: null })
  }

  onTestCaseReady(test: TestCase): void {
    const module = this.#running.get(test.module.relativeModuleId)
    if (module) module.test = test
  }

  onTestModuleEnd({ relativeModuleId: file }: TestModule): void {
    this.#running.delete(file)
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    clearTimeout(this.#timer)
    const seconds = (module: TestModule) => module.diagnostic().duration / 1000
    const slowest = [...modules].sort((a, b) => seconds(b) - seconds(a)).slice(0, slowestShown)
    const shown = slowest.map((module) => `${module.relativeModuleId} ${seconds(module).toFixed(1)} s`)
    if (modules.length > slowestShown) process.stdout.write(`The slowest files: ${shown.join(', ')}\n`)
  }

  #end(): void {
    const lines = [...this.#running].map(([file, { startedAt, test }]) => {
      const where = test ? `in or after "${test.fullName}"` : 'with no test begun'
      return `  ${file}, for ${Math.round((performance.now() - startedAt) / 1000)} s, ${where}\n`
    })
    this.#fail(`\nThe run has not ended within ${this.#ceilingMs / 1000} s. Still running:\n${lines.join('')}`)
  }
}

function endProcess(report: string): never {
  process.stderr.write(report)
  process.exit(1)
}

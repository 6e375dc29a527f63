/** The interface of a third-party test suite for `npm run bench -- conformance`. */

import { existsSync } from 'node:fs'

export interface Suite {
  /** The name for `--only`, in kebab case. */
  name: string
  /** Author and origin of the cases. */
  source: string
  /** True if the suite starts a browser, in which case quick tests skip it. */
  needsBrowser?: true
  /** Resolves with null if the suite's data isn't on this machine. */
  run(options: SuiteOptions): Promise<SuiteResult | null>
}

export interface SuiteOptions {
  /** True to run only a sample of the cases, as the tests do. This takes a few seconds. */
  isShort: boolean
  /** Number of random pages for suites that draw them. */
  draws?: number | undefined
}

export interface SuiteResult {
  cases: number
  passed: number
  /** Number of cases that differ on purpose, by kind of difference. Each choice is documented, or no rule covers the case. */
  style: Readonly<Record<string, number>>
  /** Cases that Gleaner gets wrong. */
  failures: readonly Failure[]
}

export interface Failure {
  /** The case's number or input. */
  name: string
  got: string
  expected: string
}

const shared = new URL('../../../shared/suites/', import.meta.url)

/** Returns a file or folder from the suites next to the repository, or null if it is missing. */
export function suiteData(path: string): URL | null {
  const location = new URL(path, shared)
  return existsSync(location) ? location : null
}

/** For a short run, returns `max` evenly spread cases. Otherwise, returns all cases. */
export function shareOf<Case>(cases: readonly Case[], max: number, { isShort }: SuiteOptions): readonly Case[] {
  if (!isShort || cases.length <= max) return cases
  return Array.from({ length: max }, (_, n) => cases[Math.floor((n * cases.length) / max)] as Case)
}

/** Runs the cases and counts those that pass and fail. */
export function judge<Case>(cases: readonly Case[], failureOf: (item: Case) => Failure | null): Promise<SuiteResult> {
  const failures = cases.map(failureOf).filter((failure) => failure !== null)
  return Promise.resolve({ cases: cases.length, passed: cases.length - failures.length, style: {}, failures })
}

/** What a test suite that others wrote is to `npm run bench -- conformance`: its data, and how Gleaner's answers are judged by it. */

import { existsSync } from 'node:fs'

export interface Suite {
  /** Kebab-case, as `--only` takes it. */
  name: string
  /** Who wrote the cases, and where they come from. */
  source: string
  /** True for one that starts a browser: quick tests leave it out. */
  needsBrowser?: true
  /** Null when the data of the suite is not on this machine. */
  run(options: SuiteOptions): Promise<SuiteResult | null>
}

export interface SuiteOptions {
  /** True for a share of the cases that takes some seconds, as the tests run it. */
  isShort: boolean
  /** How many pages are drawn, where a suite draws them. */
  draws?: number | undefined
}

export interface SuiteResult {
  cases: number
  passed: number
  /** Cases that differ by a choice that is documented or that nobody else's rule decides: kind of difference → cases. */
  style: Readonly<Record<string, number>>
  /** Cases in which Gleaner is wrong. */
  failures: readonly Failure[]
}

export interface Failure {
  /** The number or the input of the case. */
  name: string
  got: string
  expected: string
}

const shared = new URL('../../../shared/suites/', import.meta.url)

/** A file or folder of the suites that stand beside the repository; null when it is missing. */
export function suiteData(path: string): URL | null {
  const location = new URL(path, shared)
  return existsSync(location) ? location : null
}

/** Every `cases.length / most`-th case when only a share is run; else all. */
export function shareOf<Case>(cases: readonly Case[], max: number, { isShort }: SuiteOptions): readonly Case[] {
  if (!isShort || cases.length <= max) return cases
  return Array.from({ length: max }, (_, n) => cases[Math.floor((n * cases.length) / max)] as Case)
}

/** The result of cases that either hold or are wrong. */
export function judge<Case>(cases: readonly Case[], failureOf: (item: Case) => Failure | null): Promise<SuiteResult> {
  const failures = cases.map(failureOf).filter((failure) => failure !== null)
  return Promise.resolve({ cases: cases.length, passed: cases.length - failures.length, style: {}, failures })
}

/** The interface of a third-party test suite for `npm run bench -- conformance`: its data, and how it judges Gleaner's answers. */

import { existsSync } from 'node:fs'

export interface Suite {
  /** In kebab case, as `--only` takes it. */
  name: string
  /** Author and origin of the cases. */
  source: string
  /** True if it starts a browser: quick tests skip it. */
  needsBrowser?: true
  /** Resolves with null if the suite's data isn't on this machine. */
  run(options: SuiteOptions): Promise<SuiteResult | null>
}

export interface SuiteOptions {
  /** True to run a share of the cases that takes a few seconds, as the tests do. */
  isShort: boolean
  /** Number of random pages, for suites that draw them. */
  draws?: number | undefined
}

export interface SuiteResult {
  cases: number
  passed: number
  /** Cases that differ by a documented choice, or one that no rule decides: kind of difference → number of cases. */
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

/** A file or folder of the suites next to the repository; null if it is missing. */
export function suiteData(path: string): URL | null {
  const location = new URL(path, shared)
  return existsSync(location) ? location : null
}

/** Returns every `cases.length / max`-th case for a short run, else all. */
export function shareOf<Case>(cases: readonly Case[], max: number, { isShort }: SuiteOptions): readonly Case[] {
  if (!isShort || cases.length <= max) return cases
  return Array.from({ length: max }, (_, n) => cases[Math.floor((n * cases.length) / max)] as Case)
}

/** Runs the cases, each of which passes or fails. */
export function judge<Case>(cases: readonly Case[], failureOf: (item: Case) => Failure | null): Promise<SuiteResult> {
  const failures = cases.map(failureOf).filter((failure) => failure !== null)
  return Promise.resolve({ cases: cases.length, passed: cases.length - failures.length, style: {}, failures })
}

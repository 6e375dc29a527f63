/** The type of a parity case, and helpers to write one. */

import type { OperationInput } from './interfaces.ts'

export interface ParityCase {
  title: string
  operation: 'scrape' | 'google_ads' | 'explain'
  /** `{origin}` in a value is replaced by the URL of the test's site. */
  input: OperationInput
  /** Type of the error, if the operation fails. */
  error?: string
  /** HTTP status of the failure over REST, which also determines the exit code. */
  status?: number
  /** Credits charged for the failure. Defaults to 0. */
  charged?: number
  /** Part of the result. */
  result?: Record<string, unknown>
  /** The interfaces are called one after another, because the page counts its requests. */
  oneByOne?: boolean
}

export const scrape = (
  title: string,
  input: ParityCase['input'],
  expected: Pick<ParityCase, 'result' | 'error' | 'status' | 'charged'>,
): ParityCase => {
  return { title, operation: 'scrape', input: { url: '{origin}/article', ...input }, ...expected }
}

export const at = (
  path: string,
  title: string,
  expected: Pick<ParityCase, 'result' | 'error' | 'status'>,
  input: ParityCase['input'] = {},
) => scrape(title, { url: `{origin}${path}`, ...input }, expected)

export const explain = (
  title: string,
  path: string,
  expected: Pick<ParityCase, 'result' | 'error' | 'status'>,
  input: ParityCase['input'] = {},
): ParityCase => ({ title, operation: 'explain', input: { url: `{origin}${path}`, ...input }, ...expected })

export const refused = (title: string, input: ParityCase['input'], error: string) =>
  scrape(title, input, { error, status: 422 })

import { expect } from 'vitest'
import type { Suite } from '../../bench/conformance/suite.ts'

/** Runs a share of a third-party suite's cases, and checks that none fails. */
export async function expectShareToHold({ run }: Suite): Promise<void> {
  const result = await run({ isShort: true })
  expect(result?.failures).toEqual([])
  expect(result?.passed).toBeGreaterThan(0)
}

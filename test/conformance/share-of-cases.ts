import { expect } from 'vitest'
import type { Suite } from '../../bench/conformance/suite.ts'

/** A share of the cases of others: none is ours to answer. */
export async function expectShareToHold({ run }: Suite): Promise<void> {
  const result = await run({ isShort: true })
  expect(result?.failures).toEqual([])
  expect(result?.passed).toBeGreaterThan(0)
}

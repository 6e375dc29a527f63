import { describe, expect, it } from 'vitest'
import { suiteData } from '../../bench/conformance/suite.ts'
import { suites } from '../../bench/conformance/suites.ts'
import { findBrowser } from '../../src/render/browser/find-browser.ts'
import { lacks } from '../needs.ts'

describe.skipIf(lacks('saved pages', suiteData('.') !== null))('a share of the cases of others', () => {
  it.each(suites.filter(({ needsBrowser }) => !needsBrowser))(
    'holds in $name',
    { timeout: 60_000 },
    async ({ run, needs }) => {
      if (needs && lacks(needs, (await findBrowser()) !== null)) return
      const result = await run({ isShort: true })
      expect(result?.failures).toEqual([])
      expect(result?.passed).toBeGreaterThan(0)
    },
  )
})

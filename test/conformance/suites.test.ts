import { describe, it } from 'vitest'
import { suiteData } from '../../bench/conformance/suite.ts'
import { suites } from '../../bench/conformance/suites.ts'
import { lacks } from '../needs.ts'
import { expectShareToHold } from './share-of-cases.ts'

describe.skipIf(lacks('saved pages', suiteData('.') !== null))('a share of third-party cases', () => {
  it.each(suites.filter(({ needsBrowser }) => !needsBrowser))('$name passes', { timeout: 120_000 }, expectShareToHold)
})

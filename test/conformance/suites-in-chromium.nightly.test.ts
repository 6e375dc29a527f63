import { describe, it } from 'vitest'
import { suites } from '../../bench/conformance/suites.ts'
import { lacksBrowser } from '../render/open-renderer.ts'
import { expectShareToHold } from './share-of-cases.ts'

describe.skipIf(lacksBrowser)('a share of the cases that need Chromium', () => {
  it.each(suites.filter(({ needsBrowser }) => needsBrowser))('$name passes', { timeout: 120_000 }, expectShareToHold)
})

/** Compares random CSS selectors with Chromium's `querySelectorAll`: names, attributes, form states, positions, forgiving lists. */

import { checkSelector } from '../../../src/html/select/selector.ts'
import { compareWithChromium } from '../../../test/html/select/selectors-in-chromium.ts'
import { browserPath } from '../../../test/render/open-renderer.ts'
import type { Suite } from '../suite.ts'

export const selectors: Suite = {
  name: 'selectors',
  source: 'drawn, and judged by Chromium',
  needsBrowser: true,
  async run({ isShort }) {
    if (browserPath === null) return null
    const { cases, differences } = await compareWithChromium(isShort ? 50 : 2500, 21)
    const isTooLong = ({ selector }: { selector: string }) =>
      /more than \d+ compounds/.test(checkSelector(selector) ?? '')
    const tooLong = differences.filter(isTooLong).length
    const failures = differences
      .filter((difference) => !isTooLong(difference))
      .map(({ selector, html, here, there }) => ({ name: `${selector} in ${html}`, got: here, expected: there }))
    return { cases, passed: cases - differences.length, style: { 'more than 20 compounds': tooLong }, failures }
  },
}

/** Checks that DOMPurify's payloads, once cleaned, run no scripts when they are parsed again, with or without scripting. */

import { readFile } from 'node:fs/promises'
import { findings } from '../../../test/format/html/cleaned.ts'
import { judge, type Suite, shareOf, suiteData } from '../suite.ts'

export const dompurify: Suite = {
  name: 'dompurify',
  source: "cure53/DOMPurify, the payloads of its tests; in a parser, Chromium's are in test/format/html",
  async run(options) {
    const location = suiteData('dompurify/payloads.json')
    if (!location) return null
    const payloads = JSON.parse(await readFile(location, 'utf8')) as { payload: string }[]
    return judge(shareOf(payloads, 40, options), ({ payload }) => {
      const [finding] = findings([payload])
      return finding ? { name: payload, got: finding, expected: 'nothing active' } : null
    })
  },
}

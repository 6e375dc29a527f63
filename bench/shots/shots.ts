/**
 * Compares screenshots with Playwright's of the same pages in the same Chromium. `npm run bench -- shots [--out FOLDER] [--rounds N]
 * [--only looks|time|full-time|hostile] [--pages TEXT]`
 */

import { parseArgs } from 'node:util'
import { requireBrowser } from '../../src/render/browser/find-browser.ts'
import { say } from '../rig/report.ts'

import { measureHostile } from './hostile.ts'
import { compareLooks } from './looks.ts'
import { measureTime } from './time.ts'

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    rounds: { type: 'string', default: '10' },
    only: { type: 'string' },
    pages: { type: 'string', default: '' },
  },
})

const browserPath = await requireBrowser({ configuredPath: process.env.GLEANER_BROWSER_PATH || null })
say(`${browserPath}, Node ${process.version}`)
const common = { browserPath, filter: values.pages, rounds: Number(values.rounds) }
const parts: Record<string, () => Promise<void>> = {
  looks: () => compareLooks({ browserPath, filter: values.pages, folder: values.out }),
  time: () => measureTime({ ...common, isFullPage: false }),
  'full-time': () => measureTime({ ...common, isFullPage: true }),
  hostile: () => measureHostile({ browserPath, filter: values.pages }),
}
for (const [name, measure] of Object.entries(parts)) {
  if (values.only === undefined || values.only === name) await measure()
}
process.exit()

/**
 * Prints how many complete pages per second `render_js` returns compared with crawlee's PlaywrightCrawler (`load` and `networkidle`), what
 * 2,000 renders leave behind, and when hostile pages stop. `npm run bench -- render [--rounds N] [--renders N] [--only speed|single|life|hostile]
 * [--puppeteer FOLDER]`, a folder in whose node_modules puppeteer-core is.
 */

import { parseArgs } from 'node:util'
import { requireBrowser } from '../../src/render/browser/find-browser.ts'
import { say } from '../rig/report.ts'
import { measureHostilePages } from './hostile.ts'
import { measureLife } from './life.ts'
import { measureSingle } from './single.ts'
import { measureSpeed } from './speed.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    renders: { type: 'string', default: '2000' },
    only: { type: 'string' },
    puppeteer: { type: 'string' },
  },
})

const browserPath = await requireBrowser({ configuredPath: process.env.GLEANER_BROWSER_PATH || null })
say(`${browserPath}, Node ${process.version}`)
const parts: Record<string, () => Promise<void>> = {
  speed: () => measureSpeed(browserPath, Number(values.rounds)),
  single: () => measureSingle({ browserPath, rounds: Number(values.rounds), puppeteer: values.puppeteer }),
  life: () => measureLife(browserPath, Number(values.renders)),
  hostile: () => measureHostilePages(browserPath),
}
for (const [name, measure] of Object.entries(parts)) {
  if (values.only === undefined || values.only === name) await measure()
}
process.exit()

/** Measures how long each hostile page runs after its time limit, and checks that the next page works. */

import { openOrigin } from '../../test/origin.ts'
import { hostilePages } from '../../test/render/hostile-pages.ts'
import { say } from '../rig/report.ts'
import { htmlOfPage, inParallel, openEngine } from './engine.ts'

const timeoutMs = 1500
const attacksAtOnce = 3

export async function measureHostilePages(browserPath: string): Promise<void> {
  const origin = await openOrigin({ ...hostilePages, '/good': { body: '<p>a good page</p>' } })
  const engine = openEngine(browserPath)
  await engine.load(`${origin.url}/good`)
  const paths = Object.keys(hostilePages)
  let latestMs = 0
  let good = 0
  const attack = async (path: string) => {
    const startedAt = performance.now()
    await engine.load(origin.url + path, timeoutMs).catch(() => {})
    latestMs = Math.max(latestMs, performance.now() - startedAt - timeoutMs)
    const next = await engine.load(`${origin.url}/good`).catch(() => null)
    if (next && htmlOfPage(next).includes('a good page')) good++
  }
  await inParallel(paths, attack, attacksAtOnce)
  await engine.close()
  await origin.close()
  const last = `the last ended ${latestMs.toFixed(0)} ms after its limit of ${timeoutMs} ms`
  say(`\nhostile: ${paths.length} pages, ${last}`)
  say(`pages that worked right after one of them: ${good}`)
}

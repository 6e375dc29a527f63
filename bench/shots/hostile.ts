/** Takes the screenshots of hostile pages, and prints their time and the browser's peak memory. */

import { ServiceError } from '../../src/base/errors.ts'
import { openOrigin } from '../../test/origin.ts'
import { hostileImagePaths, hostileImages } from '../../test/render/screenshot/hostile-images.ts'
import { openEngine } from '../render/engine.ts'
import { readTreeMemory } from '../rig/process-tree.ts'
import { printTable, say } from '../rig/report.ts'
import { shot, viewport } from './arms.ts'

const timeoutMs = 5000
const sampleMs = 50

export async function measureHostile({ browserPath, filter }: { browserPath: string; filter: string }): Promise<void> {
  const origin = await openOrigin({ ...hostileImages, '/good': { body: '<body style="background: red">' } })
  const engine = openEngine(browserPath)
  const take = (path: string, isFullPage: boolean) =>
    engine.load(origin.url + path, path === '/good' ? 30_000 : timeoutMs, { ...shot, viewport, isFullPage })
  const firstPid = async () => {
    await take('/good', false)
    return engine.state().pids[0]
  }
  let pid = await firstPid()
  const rows: (string | number)[][] = [['page', 'result', 'ms', 'peak MB of the browser', 'same browser']]
  let [peak, broken, replaced] = [0, 0, 0]
  for (const path of hostileImagePaths.filter((one) => new RegExp(filter).test(one))) {
    let most = 0
    const sampling = setInterval(() => {
      most = Math.max(most, readTreeMemory(process.pid).browserMb)
    }, sampleMs)
    const startedAt = performance.now()
    const result = await take(path, true).then(
      ({ screenshot, complete }) => `${screenshot?.width}x${screenshot?.height}${complete ? '' : ', incomplete'}`,
      (error) => (error instanceof ServiceError ? error.type : error.name),
    )
    const ms = performance.now() - startedAt
    clearInterval(sampling)
    const next = await firstPid().catch(() => undefined)
    if (next === undefined) broken++
    if (next !== undefined && next !== pid) replaced++
    rows.push([
      path,
      result,
      ms.toFixed(0),
      most.toFixed(0),
      next === undefined ? 'broken' : next === pid ? 'yes' : 'no',
    ])
    process.stderr.write(`${path} ${result} ${ms.toFixed(0)} ms, ${most.toFixed(0)} MB\n`)
    pid = next
    peak = Math.max(peak, most)
  }
  await engine.close()
  await origin.close()
  say('\nhostile')
  printTable(rows)
  say(`${rows.length - 1} pages, broken ${broken}, browsers replaced ${replaced}, peak ${peak.toFixed(0)} MB`)
}

/** Measures the memory and processes that many renders leave behind. */

import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { processTree } from '../../src/render/browser/process-tree.ts'
import { holdsWords, pageKinds } from '../../test/render/page-kinds/page-kinds.ts'
import { printTable, say } from '../rig/report.ts'
import { htmlOfPage, inParallel, openEngine, startOrigin } from './engine.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: typeof gc = runInNewContext('gc')

/** Number of renders before the first memory measurement. */
const firstRenders = 200
const paths = ['static', 'fetch50', 'hydration', 'shadow', 'iframe', 'write'].map((name) => `/kinds/${name}`)

export async function measureLife(browserPath: string, renders: number): Promise<void> {
  const origin = await startOrigin()
  const engine = openEngine(browserPath)
  const words = new Map(pageKinds.map((kind) => [kind.path, kind.words]))
  const startsByPid = new Map<number, number>()
  let next = 0
  let complete = 0
  let slowestMs = 0

  async function renderUpTo(count: number): Promise<void> {
    await inParallel(Array.from({ length: count - next }), async () => {
      const path = paths[next++ % paths.length] ?? ''
      const startedAt = performance.now()
      const page = await engine.load(origin.url + path)
      slowestMs = Math.max(slowestMs, performance.now() - startedAt)
      if (page.complete && holdsWords(htmlOfPage(page), words.get(path) ?? [])) complete++
      if (next % 10 === 0) {
        for (const root of engine.state().pids)
          for (const { pid, startedTicks } of processTree(root)) startsByPid.set(pid, startedTicks)
      }
    })
  }

  const rows: (string | number)[][] = [
    ['after renders', 'own process MB', 'browser MB', 'together MB', 'browser processes'],
  ]
  async function measureMemory(): Promise<number> {
    await sleep(2000)
    // Only memory that is still referenced counts, so this collects the garbage first.
    collectGarbage?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    await sleep(500)
    const { pids } = engine.state()
    const browserBytes = pids.reduce((sum, pid) => sum + proportionalBytes(pid), 0)
    const ownBytes = process.memoryUsage().rss
    process.stderr.write(`${next} rendered\n`)
    rows.push([next, mb(ownBytes), mb(browserBytes), mb(ownBytes + browserBytes), pids.flatMap(processTree).length])
    return ownBytes + browserBytes
  }

  const startedAt = performance.now()
  const first = Math.min(firstRenders, renders)
  await renderUpTo(first)
  const before = await measureMemory()
  for (const part of [0.25, 0.5, 0.75]) {
    if (renders * part <= next) continue
    await renderUpTo(Math.round(renders * part))
    await measureMemory()
  }
  await renderUpTo(renders)
  const after = await measureMemory()
  const seconds = (performance.now() - startedAt) / 1000
  await engine.close()
  await sleep(500)
  // Process IDs are reused, so the start time identifies a process.
  const left = [...startsByPid].filter(([pid, startedTicks]) => processTree(pid)[0]?.startedTicks === startedTicks)
  origin.stop()
  const time = `${seconds.toFixed(0)} s, slowest ${slowestMs.toFixed(0)} ms`
  say(`\nlife: ${renders} renders, ${complete} complete, ${time}`)
  printTable(rows)
  say(`memory at the end: ${((after / before) * 100).toFixed(1)}% of the value after ${first}`)
  say(`processes left behind: ${left.length}`)
}

const mb = (bytes: number) => Math.round(bytes / 1024 / 1024)

/** Returns the memory of a process and its descendants, with shared pages counted proportionally. */
function proportionalBytes(root: number): number {
  return processTree(root).reduce((sum, { pid }) => {
    try {
      const [, kb = 0] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1')) ?? []
      return sum + Number(kb) * 1024
    } catch {
      return sum
    }
  }, 0)
}

/** Measures how long a screenshot takes compared with Playwright, in turn and page by page. */

import { geometricMean, median } from '../rig/figures.ts'
import { readTreeCpuMs } from '../rig/process-tree.ts'
import { printTable, say } from '../rig/report.ts'
import { openOurs, openPages, openPlaywright, type ShotArm } from './arms.ts'

interface TimeOptions {
  browserPath: string
  filter: string
  rounds: number
  isFullPage: boolean
}

interface Figures {
  ms: number
  cpuMs: number
}

async function measure(arm: ShotArm, url: string, isFullPage: boolean): Promise<Figures> {
  const [startedAt, startedCpu] = [performance.now(), readTreeCpuMs(process.pid)]
  await arm.take(url, isFullPage)
  return { ms: performance.now() - startedAt, cpuMs: readTreeCpuMs(process.pid) - startedCpu }
}

export async function measureTime({ browserPath, filter, rounds, isFullPage }: TimeOptions): Promise<void> {
  const { origin, paths } = await openPages(filter)
  const arms = { ours: openOurs(browserPath), playwright: await openPlaywright(browserPath) }
  const rows: (string | number)[][] = [['page', 'ms', 'Playwright', 'ratio', 'CPU ms', 'Playwright', 'ratio']]
  const ratios: Record<'ms' | 'cpuMs', number[]> = { ms: [], cpuMs: [] }
  for (const path of paths) {
    const figures: Record<keyof typeof arms, Figures[]> = { ours: [], playwright: [] }
    for (let round = 0; round <= rounds; round++) {
      const names: (keyof typeof arms)[] = round % 2 === 0 ? ['ours', 'playwright'] : ['playwright', 'ours']
      for (const name of names) {
        const taken = await measure(arms[name], origin.url + path, isFullPage)
        if (round > 0) figures[name].push(taken)
      }
    }
    const of = (arm: keyof typeof arms, unit: 'ms' | 'cpuMs') => median(figures[arm].map((one) => one[unit]))
    const cells = (['ms', 'cpuMs'] as const).flatMap((unit) => {
      const ratio = median(figures.ours.map((one, at) => one[unit] / (figures.playwright[at]?.[unit] || 10)))
      ratios[unit].push(ratio)
      return [of('ours', unit).toFixed(0), of('playwright', unit).toFixed(0), ratio.toFixed(2)]
    })
    rows.push([path.slice(0, 50), ...cells])
  }
  say(`\ntime: ${isFullPage ? 'full page' : 'window'}, ${rounds} rounds in turn`)
  printTable(rows)
  const [ms, cpu] = [ratios.ms, ratios.cpuMs].map(
    (all) => `${median(all).toFixed(2)} (mean ${geometricMean(all).toFixed(2)})`,
  )
  say(`median ratio to Playwright: elapsed ${ms}, CPU ${cpu}`)
  await Promise.all([arms.ours.close(), arms.playwright.close(), origin.close()])
}

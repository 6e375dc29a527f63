/** Measures one page at a time: a render compared with a plain load by Playwright or puppeteer-core in the same Chromium. */

import { createRequire } from 'node:module'
import { chromium } from 'playwright'
import { median } from '../rig/figures.ts'
import { readTreeCpuMs } from '../rig/process-tree.ts'
import { printTable, say } from '../rig/report.ts'
import { openEngine, startOrigin } from './engine.ts'

interface SingleOptions {
  browserPath: string
  rounds: number
  /** Folder in whose node_modules puppeteer-core is. */
  puppeteer: string | undefined
}

type Load = (url: string) => Promise<unknown>

const paths = ['static', 'hydration', 'fetch50'].map((name) => `/kinds/${name}`)

export async function measureSingle({ browserPath, rounds, puppeteer }: SingleOptions): Promise<void> {
  const origin = await startOrigin()
  const engine = openEngine(browserPath)
  const isRoot = process.getuid?.() === 0
  const browser = await chromium.launch({ executablePath: browserPath, chromiumSandbox: !isRoot })
  const arms: Record<string, Load> = {
    'gleaner render_js': (url) => engine.load(url),
    'Playwright, load': async (url) => {
      const context = await browser.newContext()
      const page = await context.newPage()
      await page.goto(url)
      await page.content()
      await context.close()
    },
    ...(puppeteer && { 'puppeteer-core, load': await openPuppeteer(puppeteer, browserPath, isRoot) }),
  }
  const names = Object.keys(arms)
  for (const path of paths) {
    const figures = new Map(names.map((name) => [name, { ms: [] as number[], cpuMs: [] as number[] }]))
    for (let round = 0; round <= rounds; round++) {
      for (const name of [...names.slice(round % names.length), ...names.slice(0, round % names.length)]) {
        const [startedAt, startedCpu] = [performance.now(), readTreeCpuMs(process.pid)]
        await arms[name]?.(origin.url + path)
        const ms = performance.now() - startedAt
        // The work that follows a load is part of its cost.
        await new Promise((resolve) => setTimeout(resolve, 150))
        if (round === 0) continue
        figures.get(name)?.ms.push(ms)
        figures.get(name)?.cpuMs.push(readTreeCpuMs(process.pid) - startedCpu)
      }
    }
    const own = figures.get(names[0] ?? '')
    say(`\nsingle: ${path}, ${rounds} rounds in turn`)
    printTable([
      ['', 'ms', 'CPU ms', 'ratio of elapsed time', 'ratio of CPU time'],
      ...[...figures].map(([name, { ms, cpuMs }]) => [
        ...[name, median(ms).toFixed(0), median(cpuMs).toFixed(0)],
        median(ms.map((one, at) => (own?.ms[at] ?? 0) / one)).toFixed(2),
        median(cpuMs.map((one, at) => (own?.cpuMs[at] ?? 0) / Math.max(one, 10))).toFixed(2),
      ]),
    ])
  }
  await Promise.all([engine.close(), browser.close()])
  origin.stop()
}

async function openPuppeteer(folder: string, executablePath: string, isRoot: boolean): Promise<Load> {
  const { launch } = createRequire(`${folder}/package.json`)('puppeteer-core')
  const browser = await launch({ executablePath, headless: 'shell', args: isRoot ? ['--no-sandbox'] : [] })
  return async (url) => {
    const context = await browser.createBrowserContext()
    const page = await context.newPage()
    await page.goto(url)
    await page.content()
    await context.close()
  }
}

/** Writes both screenshots of each page to a folder, and prints how much of them differs. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { printTable, say } from '../rig/report.ts'
import { openOurs, openPages, openPlaywright } from './arms.ts'
import { compareImages } from './compare-images.ts'

interface LooksOptions {
  browserPath: string
  filter: string
  folder: string | undefined
}

export async function compareLooks({ browserPath, filter, folder }: LooksOptions): Promise<void> {
  const { origin, paths } = await openPages(filter)
  const ours = openOurs(browserPath)
  let playwright = await openPlaywright(browserPath)
  if (folder) mkdirSync(folder, { recursive: true })
  const rows: (string | number)[][] = [['page', 'size', 'Playwright', 'pixels that differ']]
  let blank = 0
  for (const path of paths) {
    for (const isFullPage of [false, true]) {
      const own = await ours.take(origin.url + path, isFullPage)
      // Pages that are much higher than our images break the browser that Playwright drives.
      const other: Buffer | null = await playwright.take(origin.url + path, isFullPage).catch(() => null)
      if (!other) playwright = await openPlaywright(browserPath)
      const difference = await compareImages(own, other ?? own)
      if (difference.isBlank) blank++
      const size = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`
      const name = `${path.slice(1).replaceAll('/', '-').slice(0, 50)}${isFullPage ? '-full' : ''}`
      process.stderr.write(`${name} ${(difference.share * 100).toFixed(2)} %\n`)
      rows.push([name, size(own), other ? size(other) : 'failed', `${(difference.share * 100).toFixed(2)} %`])
      if (!folder) continue
      writeFileSync(`${folder}/${name}-gleaner.png`, own)
      if (other) writeFileSync(`${folder}/${name}-playwright.png`, other)
    }
  }
  await Promise.all([ours.close(), playwright.close(), origin.close()])
  say(`\nlooks: ${paths.length} pages, blank ${blank}`)
  printTable(rows)
}

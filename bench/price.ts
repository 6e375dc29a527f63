/**
 * Compares how fast two checkouts answer: small pages, large pages and documents, in turn. `node bench/price.ts --against FOLDER
 * [--rounds 10]`, where FOLDER is another checkout with a build.
 */

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { documentTypes } from '../src/document/document-types.ts'
import buildIfOld from '../test/ensure-build.ts'
import { median } from './rig/figures.ts'
import { type Gleaner, startGleaner } from './rig/gleaner.ts'
import { printTable, say } from './rig/report.ts'
import { choosePages } from './rig/saved-pages.ts'

interface Sample {
  name: string
  type: string
  body: Buffer
}

const { values } = parseArgs({ options: { against: { type: 'string' }, rounds: { type: 'string', default: '10' } } })
const pagesOfEachSize = 12
const smallBytes = 256 * 1024

/** Saved pages on both sides of 256 KiB, where they are beside the repository, and the documents of the tests. */
function samples(): Record<'small' | 'large' | 'document', Sample[]> {
  const pages = (min: number, max: number) =>
    [...choosePages(pagesOfEachSize, min, max)].map(([name, body]) => ({ name, type: 'text/html', body }))
  const kinds: Readonly<Record<string, string>> = documentTypes
  const documents = readdirSync('test/fixtures/documents').flatMap((name) => {
    const type = kinds[name.split('.').at(-1) ?? '']
    return type ? [{ name: `/${name}`, type, body: readFileSync(join('test/fixtures/documents', name)) }] : []
  })
  return { small: pages(2000, smallBytes), large: pages(smallBytes + 1, 8 * smallBytes), document: documents }
}

async function main(): Promise<void> {
  if (!values.against || !statSync(values.against).isDirectory()) throw new Error('--against needs a folder')
  buildIfOld()
  const groups = samples()
  const bodies = new Map(Object.values(groups).flatMap((group) => group.map((sample) => [sample.name, sample])))
  const origin = createServer((request, response) => {
    const sample = bodies.get(request.url ?? '')
    response.setHeader('content-type', sample?.type ?? 'text/plain').end(sample?.body)
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => origin.once('listening', listening))
  const base = `http://127.0.0.1:${(origin.address() as AddressInfo).port}`
  const services = [await startGleaner({ checkout: `${resolve(values.against)}/` }), await startGleaner()]
  const rows: (string | number)[][] = [['median ms', 'other', 'this', 'ratio', 'difference']]
  try {
    for (const [group, list] of Object.entries(groups)) rows.push([group, ...(await compare(services, base, list))])
  } finally {
    for (const service of services) await service.stop()
    origin.close()
  }
  printTable(rows)
}

/** Medians over the samples of each sample's median over the rounds, and those of ratio and difference. */
async function compare(services: readonly Gleaner[], base: string, list: readonly Sample[]): Promise<string[]> {
  const pairs: number[][] = []
  for (const { name } of list) {
    const times: number[][] = services.map(() => [])
    // The first round warms up.
    for (let round = 0; round <= Number(values.rounds); round++) {
      const order = round % 2 === 0 ? [0, 1] : [1, 0]
      for (const at of order) {
        const startedAt = performance.now()
        const service = services[at] as Gleaner
        const response = await fetch(service.scrapeUrl(base + name))
        await response.arrayBuffer()
        if (round > 0 && response.ok) times[at]?.push(performance.now() - startedAt)
      }
    }
    if (times.every((some) => some.length > 0)) pairs.push(times.map(median))
    else say(`${name}: not read by both`)
  }
  const of = (pick: (pair: number[]) => number, digits: number) => median(pairs.map(pick)).toFixed(digits)
  const at = (pair: number[], index: number) => pair[index] ?? Number.NaN
  return [
    of((pair) => at(pair, 0), 1),
    of((pair) => at(pair, 1), 1),
    of((pair) => at(pair, 1) / at(pair, 0), 3),
    of((pair) => at(pair, 1) - at(pair, 0), 1),
  ]
}

await main()

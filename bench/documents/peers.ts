/**
 * Prints how well and how fast other programs from the registries read the same documents. The programs are installed next to the documents. Each
 * reading runs in a separate process, and the programs take turns. `npm run bench -- documents-peers [--only TEXT] [--rounds N]`
 */

import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { median } from '../rig/figures.ts'
import { printTable, say } from '../rig/report.ts'
import { type CorpusDocument, openCorpus } from './corpus.ts'
import { openReferences } from './references.ts'
import { f1, type Kind, scoreStructure, sumOf, type Tally } from './score.ts'
import { structureOf } from './structure.ts'
import { scoreWords } from './words.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '1' },
    cache: { type: 'string', default: join(tmpdir(), 'gleaner-documents') },
  },
})
const office = ['docx', 'odt', 'rtf', 'epub', 'xlsx', 'ods', 'csv', 'pptx', 'odp']
const programs: Record<string, { package?: string; kinds: readonly string[] }> = {
  gleaner: { kinds: ['pdf', ...office] },
  pdftotext: { kinds: ['pdf'] },
  pdf2md: { package: '@opendocsg/pdf2md@0.3.2', kinds: ['pdf'] },
  'pdf-parse': { package: 'pdf-parse@2.4.5', kinds: ['pdf'] },
  officeparser: { package: 'officeparser@8.1.1', kinds: ['pdf', ...office] },
  mammoth: { package: 'mammoth@1.13.0', kinds: ['docx'] },
}
const kinds: readonly Kind[] = ['headings', 'items', 'cells']
const limitMs = 60_000
const program = fileURLToPath(new URL('peer-process.ts', import.meta.url))

interface Reading {
  document: CorpusDocument
  structure: Record<Kind, Tally | null> | null
  words: { found: number; expected: number } | null
  /** Times for a process's first document, and for the next one. */
  firstMs: number
  ms: number
  peakMb: number
}

function installPrograms(folder: string): void {
  const wanted = Object.values(programs).flatMap((one) => one.package ?? [])
  if (existsSync(join(folder, 'node_modules/officeparser'))) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...wanted]
  execFileSync('npm', [...args, 'turndown@7.2.5', 'turndown-plugin-gfm@1.0.2'], { cwd: folder, stdio: 'ignore' })
}

const peers = join(values.cache, 'peers')
installPrograms(peers)
const { documents, missing } = openCorpus(values.cache)
for (const what of missing) say(`missing: ${what}`)
const chosen = documents.filter(({ id, truth }) => id.includes(values.only) && truth.error === undefined)
const referenceOf = openReferences(chosen, values.cache)
const run = promisify(execFile)

async function read(name: string, document: CorpusDocument): Promise<Reading> {
  const { path, kind, truth } = document
  const reference = referenceOf(document)
  try {
    const options = { timeout: limitMs, maxBuffer: 1 << 28 }
    const { stdout } = await run(process.execPath, [program, name, path, kind, peers], options)
    const { markdown, firstMs, ms, peakMb } = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')
    const found = structureOf(markdown)
    const structure = scoreStructure(truth, found)
    return { document, structure, words: reference && scoreWords(reference, found.text, truth), firstMs, ms, peakMb }
  } catch {
    return { document, structure: null, words: null, firstMs: Number.NaN, ms: Number.NaN, peakMb: Number.NaN }
  }
}

const readings = new Map<string, Reading[]>()
for (let round = 0; round < Number(values.rounds); round++) {
  for (const document of chosen) {
    for (const [name, { kinds: mine }] of Object.entries(programs)) {
      if (!mine.includes(document.kind)) continue
      readings.set(name, [...(readings.get(name) ?? []), await read(name, document)])
    }
  }
}

const share = (value: number | null) => (value === null ? '–' : value.toFixed(1))
const rows = [...new Set(chosen.map(({ kind }) => kind))].flatMap((kind) =>
  [...readings].flatMap(([name, all]) => {
    const ofKind = all.filter(({ document }) => document.kind === kind)
    if (ofKind.length === 0) return []
    // A document that a program can't read counts only in the column `read`.
    const mine = ofKind.filter(({ structure }) => structure !== null)
    const words = mine.flatMap((one) => one.words ?? [])
    const expected = words.reduce((sum, one) => sum + one.expected, 0)
    const found = words.reduce((sum, one) => sum + one.found, 0)
    const parts = kinds.map((part) => share(f1(sumOf(mine.flatMap(({ structure }) => structure?.[part] ?? [])))))
    const medianOf = (times: number[]) => (times.length > 0 ? median(times).toFixed(0) : '–')
    const peak = Math.max(0, ...mine.map(({ peakMb }) => peakMb))
    return [
      [
        kind,
        name,
        `${mine.length} of ${ofKind.length}`,
        ...parts,
        expected > 0 ? ((100 * found) / expected).toFixed(2) : '–',
        medianOf(mine.map(({ firstMs }) => firstMs)),
        medianOf(mine.map(({ ms }) => ms)),
        peak.toFixed(0),
      ],
    ]
  }),
)
printTable([
  ['kind', 'program', 'read', 'headings', 'items', 'cells', 'words %', 'first ms', 'next ms', 'peak MB'],
  ...rows,
])

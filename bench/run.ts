/** Runs a measurement by its name: `npm run bench -- NAME [arguments]`. Without a name, lists all measurements. */

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import buildIfOld from '../test/ensure-build.ts'
import { rows } from './rows/rows.ts'

/** The program in bench/ and its description, by name. */
const programs: Readonly<Record<string, readonly [file: string, what: string]>> = {
  speed: ['bench.ts', 'all rows of bench/RESULTS.md, compared with other libraries; --only NAME, --rounds N, --write'],
  queue: ['queue.ts', 'the cost of handing pages to workers, and two workers compared with one; --only cost'],
  render: ['render/render.ts', 'rendering compared with Playwright and Crawlee'],
  shots: [
    'shots/shots.ts',
    "screenshots compared with Playwright's, their time, and hostile pages; --out FOLDER, --rounds N, --only NAME",
  ],
  price: ['price.ts', 'the cost of a change: --against FOLDER, another built checkout; --rounds N, --only GROUP'],
  memory: ['memory.ts', 'memory of the service and its readers; --only NAME; --only soak --requests N --plot'],
  access: ['access.ts', 'the time that keys, limits and credits add to a request'],
  stores: [
    'cluster/measure-stores.ts',
    'requests per second of the ledger in PostgreSQL, and Redis commands per request',
  ],
  'roll-up': ['roll-up.ts', 'how much rolling up old movements slows down charges: ROWS, sqlite'],
  'service-times': ['cluster/measure.ts', 'how long a worker takes for pages, and their CPU time, for the simulation'],
  simulate: [
    'cluster/simulate.ts',
    'clusters on a virtual clock: the tables and plots of docs/scaling.md; --only NAME, --no-write',
  ],
  takeover: ['takeover.ts', 'how long a page waits for another worker when its own is killed or frozen'],
  quality: ['quality.mjs', 'main content and structure of saved pages compared with other systems'],
  folds: [
    'folds.mjs',
    'main content on pages whose sites the weights have not seen: DIRECTORY from `npm run train -- --folds`',
  ],
  'page-conservation': [
    'wild-pages/page-conservation.ts',
    'words that Chromium shows and the text of the whole page lacks; --set NAME, --pages N, --details',
  ],
  'main-content': ['main-content.ts', 'CPU time of main content; --against FOLDER'],
  stages: ['stages.ts', 'what each stage of reading a page does, in steps, compared with its budget; --write'],
  parse: ['parse.mjs', 'parsing saved pages compared with parse5'],
  metadata: ['metadata/metadata.ts', 'titles, authors and dates found; --against FOLDER'],
  highlights: ['highlights.ts', 'tokens that contain the answers to questions: highlights compared with fixed chunks'],
  quotes: [
    'quotes.ts',
    'quotes found and passages marked by their URLs; needs Chromium; --seed N, --pages N, --links N',
  ],
  'quotes-unseen': ['quotes-unseen.ts', 'the same with other pages and quotes; needs Chromium; --seed N, --links N'],
  'quotes-hostile': ['quotes/hostile.ts', 'CPU time of quotes on a page of 10 MB that repeats one; --rounds N'],
  tokens: [
    'tokens.ts',
    'tokens of pages with and without links and images; how far `content_tokens` is off; --against FOLDER, --texts FOLDER',
  ],
  answer: ['answer.ts', 'how well prompts are answered; needs a key of a model service'],
  documents: [
    'documents/documents.ts',
    'how well documents are read; needs LibreOffice; --only TEXT, --details, --print',
  ],
  conservation: [
    'documents/conservation/conservation.ts',
    'words of documents that are in neither the markdown nor a warning; --against FOLDER, --only TEXT, --details',
  ],
  writers: [
    'documents/writers/writers.ts',
    'documents of many writers compared with their sources: FOLDER, --only TEXT, --list, --held, --print, --against FOLDER',
  ],
  'documents-peers': ['documents/peers.ts', 'the same documents read by other programs'],
  'documents-fixtures': ['documents/write-fixtures.ts', 'rewrites the documents in test/fixtures/documents/'],
  'soft-failures': [
    'soft-failures/run.ts',
    'sign-in, consent, error and parked pages that are recognized, and shells that are rendered; --rendered',
  ],
  'wild-pages': ['wild-pages/wild-pages.ts', 'small pages of kinds that other readers get wrong; --print'],
  ads: ['ads.mjs', 'how well saved Google pages are read; --bare'],
  'ads-mutations': ['ads-mutations/ads-mutations.ts', 'the same pages after seeded changes; --mutations N, --seed N'],
  'agent-tasks': [
    'agent-tasks/agent-tasks.ts',
    'calls and tokens that fifteen tasks take over MCP, and whether they end right; --against FOLDER',
  ],
  clients: [
    'clients.ts',
    'what MCP clients send their models for our results, in tokens, and whether it is damaged; --against FOLDER',
  ],
  scenarios: [
    'scenarios/scenarios.ts',
    'pages and responses that users of scrapers complain about; --only TEXT, --failures',
  ],
  conformance: ['conformance/conformance.ts', 'cases of third-party test suites; --only NAME, --short, --failures N'],
  torture: ['torture/torture.ts', 'attacks on the service; --seed N, --minutes N, --only NAME'],
  'torture-ledger': ['torture/ledger.ts', 'kills processes on one ledger and audits it; --database postgres'],
  'torture-cluster': [
    'torture/cluster/cluster.ts',
    'kills, freezes and cuts the parts of a cluster; --requests N, --seed N',
  ],
}

const isRow = (name: string) => rows.some((row) => row.name === name)

/** Programs and rows by name. */
export const benches: Readonly<Record<string, string>> = Object.fromEntries([
  ...rows.map(({ name }) => [name, 'bench.ts']),
  ...Object.entries(programs).map(([name, [file]]) => [name, file]),
])

function list(): string {
  const width = Math.max(...Object.keys(programs).map(({ length }) => length))
  const lines = Object.entries(programs).map(([name, [, what]]) => `  ${name.padEnd(width)}  ${what}`)
  return `npm run bench -- NAME [arguments], or several names\n\n${lines.join('\n')}\n\nRows of speed: ${rows.map(({ name }) => name).join(', ')}\n`
}

/** Runs a program with this process's output streams. Returns its exit code. */
function runProgram(file: string, args: readonly string[]): number {
  const program = fileURLToPath(new URL(file, import.meta.url))
  return spawnSync(process.execPath, [program, ...args], { stdio: 'inherit' }).status ?? 1
}

function main(words: readonly string[]): number {
  const firstOption = words.findIndex((word) => word.startsWith('-'))
  const names = words.slice(0, firstOption === -1 ? words.length : firstOption)
  const [first] = names
  if (first === undefined) {
    process.stdout.write(list())
    return words.length === 0 || words.includes('--help') ? 0 : 2
  }
  buildIfOld()
  // A single name may be followed by arguments, which may also be words.
  const program = programs[first]
  if (program && !names.slice(1).every((name) => name in programs || isRow(name)))
    return runProgram(program[0], words.slice(1))
  const unknown = names.find((name) => !(name in programs) && !isRow(name))
  if (unknown !== undefined) {
    process.stderr.write(`Unknown bench "${unknown}".\n\n${list()}`)
    return 2
  }
  const args = words.slice(names.length)
  const rowNames = names.filter((name) => isRow(name) && !programs[name])
  const codes = names.flatMap((name) => (programs[name] ? [runProgram(programs[name][0], args)] : []))
  if (rowNames.length > 0) codes.push(runProgram('bench.ts', ['--only', rowNames.join(','), ...args]))
  return Math.max(...codes)
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2).filter((word) => word !== '--'))

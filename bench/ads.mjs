// Measures how well saved Google pages are read. Starts the service on loopback and runs the scoring script (next to the repository) against
// it, on the original pages and on pages without classes or ids. Prints the results next to the goals. Compares the newer fields with the
// truth in test/ads/page. --verbose also lists their errors.

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { node } from '../scripts/test.mjs'
import { describeFigures, scoredFields, scoreFields, withoutNames } from '../test/ads/page/field-score.ts'

const folder = new URL('../../shared/google-ads/', import.meta.url)
const score = fileURLToPath(new URL('score.mjs', folder))
const bin = fileURLToPath(new URL('../bin/gleaner.mjs', import.meta.url))

/** A line of the script's report: its prefix, and its goals for the original pages and for those without classes or ids. */
const goals = [
  ['pages with the right status', '100%'],
  ['ads found (exact title)', '100%'],
  ['of them: displayed_url exact', '100%'],
  ['description exact', '≥ 99%'],
  ['url on right host', '100%'],
  ['kind', '≥ 99%'],
  ['block', '≥ 98%'],
  ['shopping units found', '100%'],
  ['ads that are none', '0'],
  ['ads on pages without ads', '0'],
  ['Google addresses given as url', '0'],
  ['tracking addresses requested', '0'],
  ['blocks reported as no ads', '0'],
]

/** Goals for the fields of every ad: the share of correct values among all values in the truth or in Gleaner's result. 98% by default. */
const fieldGoals = { kind: '≥ 99%' }

if (!existsSync(score)) {
  process.stdout.write('ads: no saved pages next to the repository, so nothing is measured.\n')
} else {
  const data = mkdtempSync(join(tmpdir(), 'gleaner-bench-ads-'))
  const port = await freePort()
  const service = await startService(port, data)
  try {
    const asTheyAre = await measure(service.url, port, [])
    const bare = await measure(service.url, port, ['--bare'])
    print(asTheyAre, bare)
    printFields()
  } finally {
    service.child.kill('SIGTERM')
    await service.ended
    rmSync(data, { recursive: true, force: true })
  }
}

/** Starts the service, which calls the scoring script instead of Google. Resolves when the service is listening. */
function startService(port, data) {
  const child = spawn(node, [bin, 'serve', '--port', '0', '--no-auth'], {
    env: {
      PATH: process.env.PATH,
      // The service uses these variables to find its browser.
      HOME: process.env.HOME,
      GLEANER_DATA_DIR: data,
      GLEANER_GOOGLE_URL: `http://127.0.0.1:${port}/{domain}`,
      GLEANER_ALLOW_ADDRESSES: '127.0.0.0/8',
      GLEANER_LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      const url = /listens on (\S+)/.exec(output)?.[1]
      if (url) resolve({ child, url, ended })
    })
    ended.then((code) => reject(new Error(`the service exited with ${code} before it listened`)))
  })
}

/** Runs the scoring script and resolves with its report. */
function measure(base, port, flags) {
  const child = spawn(node, [score, '--base', base, '--port', String(port), ...flags, ...process.argv.slice(2)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    let report = ''
    child.stdout.on('data', (chunk) => {
      report += chunk
    })
    child.once('close', (code) => (code === 0 ? resolve(report) : reject(new Error(`score.mjs ended with ${code}`))))
  })
}

function print(asTheyAre, bare) {
  process.stdout.write(`The original pages:\n${asTheyAre}\nWith --bare:\n${bare}\n`)
  const rows = goals.map(([name, goal]) => [name, figureOf(asTheyAre, name), figureOf(bare, name), goal])
  const table = [['', 'original', '--bare', 'goal'], ['---', '---', '---', '---'], ...rows]
  for (const row of table) process.stdout.write(`| ${row.join(' | ')} |\n`)
}

/** Prints the fields of every ad, including shopping units, as the page reader returns them without the service. */
function printFields() {
  const scores = [scoreFields(folder, (html) => html), scoreFields(folder, withoutNames)]
  if (process.argv.includes('--verbose')) {
    for (const line of scores.flatMap(({ faults }) => faults)) process.stdout.write(`${line}\n`)
  }
  process.stdout.write('\nFields of every ad, share of correct values among all in the truth or in Gleaner:\n')
  process.stdout.write('|  | original | --bare | goal |\n| --- | --- | --- | --- |\n')
  for (const field of scoredFields) {
    const told = scores.map(({ figures }) => describeFigures(figures[field]))
    process.stdout.write(`| ${field} | ${told.join(' | ')} | ${fieldGoals[field] ?? '≥ 98%'} |\n`)
  }
}

function figureOf(report, name) {
  const line = report.split('\n').find((one) => one.trimStart().startsWith(name))
  return line === undefined ? 'not reported' : line.trimStart().slice(name.length).trim()
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

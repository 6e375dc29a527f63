/** How flags may be written, and the mistakes that newcomers make with them. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runMain } from '../../run-main.ts'

let folder: string
let file: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-flags-'))
  file = join(folder, 'page.html')
  writeFileSync(file, '<title>Oak</title><p>An <a href="https://oak.example/">oak</a>.</p>')
})
afterAll(() => rmSync(folder, { recursive: true }))

const run = (call: string) => runMain(call.split(' ').map((word) => word.replace('FILE', file)))

const linked = 'An [oak](https://oak.example/).\n'
const bare = 'An oak.\n'
const title = 'title: Oak\n'

it.each([
  ['--file FILE --include-links false', bare, title],
  ['--include-links false --file FILE', bare, title],
  ['--include-links false --file=FILE', bare, title],
  ['FILE --include-links no', bare, title],
  ['--file FILE --include-links=false', bare, title],
  ['--file FILE --no-include-links', bare, title],
  ['--no-include-links --file FILE', bare, title],
  ['--file FILE --no-include-links false', linked, title],
  ['--file FILE --no-include-links=true', bare, title],
  ['--file FILE --include-links true', linked, title],
  ['--file FILE --include-links', linked, title],
  ['--file FILE --render-js no', linked, title],
  ['--file FILE --quiet', linked, ''],
  ['--quiet --file FILE', linked, ''],
  ['--quiet true FILE', linked, ''],
  ['--file FILE --quiet=1', linked, ''],
  ['--file FILE --quiet false', linked, title],
  ['--file FILE --quiet=no', linked, title],
  ['--file FILE --no-quiet', linked, title],
  ['--file FILE --json false', linked, title],
  ['--file FILE --json=false', linked, title],
  ['--file FILE --no-json', linked, title],
])('accepts scrape %s', async (call, stdout, stderr) => {
  expect(await run(`scrape ${call}`)).toEqual({ code: 0, stdout, stderr })
})

it('prints JSON with --json=true', async () => {
  expect(JSON.parse((await run('scrape --file FILE --json=true')).stdout).title).toBe('Oak')
})

it.each([
  ['scrape --file FILE --include-links=maybe', '--include-links: Input should be a valid boolean'],
  ['scrape --file FILE --include-links maybe', "can't be combined with a URL (maybe)"],
  ['scrape --file FILE --include-links --include-links', '--include-links: the parameter is given more than once'],
  ['scrape --file FILE false', "can't be combined with a URL (false)"],
  ['scrape --file FILE --quiet=maybe', '--quiet should be true or false'],
  ['scrape --file FILE --quiet --quiet', '--quiet is given more than once'],
  ['scrape --file FILE --formt markdown', 'unknown flag --formt'],
  ['scrape --formt=markdown --file FILE', 'unknown flag --formt'],
  ['scrape --file FILE -qo out.md', 'unknown flag --qo'],
  ['scrape --file FILE --no-max-chars', 'unknown flag --no-max-chars; did you mean --max-chars?'],
  ['scrape FILE --output screenshot', '--output: a file has no screenshot'],
  ['scrape -', 'use --file -'],
  ['scrape nofile', 'If this is a file, check its name and folder'],
  ['scrape FILE --prompt what', 'Set this variable where Gleaner runs, or omit --prompt'],
  ['explain a.example -o', '--output-file needs a value'],
  ['explain a.example -q -q', '--quiet is given more than once'],
  ['explain a.example --fail', 'unknown flag --fail'],
  ['google-ads water filter', 'takes one QUERY; put it in quotes if it contains spaces'],
  ['google-ads water --quiet=maybe', '--quiet should be true or false'],
  ['stdio --verbose', 'Unknown flag --verbose'],
  ['stdio now', 'stdio takes no arguments, but got now'],
  ['serve --port 1 --port 2', '--port is given more than once'],
  ['serve --no-auth=false', "'--no-auth' does not take an argument"],
  ['worker --port 1 --port 2', '--port is given more than once'],
  ['keys create --name a --name b', '--name is given more than once'],
  ['keys list --json=false', "'--json' does not take an argument"],
  ['usage --json --json', '--json is given more than once'],
  ['doctor --json false', 'doctor takes no arguments, but got false'],
  ['https://a.example/', 'did you mean scrape https://a.example/?'],
  ['report.pdf', 'did you mean scrape report.pdf?'],
])('refuses %s', async (call, message) => {
  const { code, stdout, stderr } = await run(call)
  expect({ code: Number(code) >= 2, stdout }).toEqual({ code: true, stdout: '' })
  expect(stderr).toContain(message)
})

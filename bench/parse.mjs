/**
 * Prints the CPU time of parsing compared with unmodified parse5, the share of characters that parse5's state machine reads, and the number
 * of pages with equal trees. `npm run bench -- parse [--every N]`. The parsers take turns in separate processes, so that neither collects
 * the other's garbage.
 */

import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { Parser, Tokenizer } from 'parse5'
import { adapter } from 'parse5-htmlparser2-tree-adapter'
import { parseDocument } from '../src/html/parse/parse.ts'
import { median } from './rig/figures.ts'

const { values } = parseArgs({ options: { every: { type: 'string', default: '1' }, arm: { type: 'string' } } })
const data = fileURLToPath(new URL('../../shared/quality/data', import.meta.url))
const rounds = 2
const say = (line) => process.stdout.write(`${line}\n`)

const arms = {
  ours: (html) => parseDocument(html, 'https://example.com/').root,
  parse5: (html) => Parser.parse(html, { treeAdapter: adapter, scriptingEnabled: false }),
}

function main() {
  const sets = readdirSync(data).map((set) => [set, pagesOf(set)])
  if (values.arm) {
    const arm = arms[values.arm]
    // The first round compiles the code, and the second is timed. Trees aren't kept, because all of them together exceed the heap.
    for (const [, pages] of sets) for (const html of pages) arm(html)
    say(JSON.stringify(sets.map(([, pages]) => pages.map((html) => time(arm, html)))))
    return
  }
  const times = { ours: [], parse5: [] }
  for (let round = 0; round < rounds; round++) for (const name in arms) times[name].push(timesOf(name))
  say(
    'CPU milliseconds a page: median and mean, ours and parse5; by states: share of characters that parse5 steps through',
  )
  say('set            pages  same tree  by states   ours: median  mean   parse5: median  mean   ratio: median  mean')
  for (const [n, [set, pages]] of sets.entries()) {
    const of = (name) => pages.map((_, page) => mean(times[name].map((round) => round[n][page])))
    print(set, pages, of('ours'), of('parse5'))
  }
}

function pagesOf(set) {
  const folder = `${data}/${set}/pages`
  const files = readdirSync(folder).toSorted()
  return files
    .filter((_, n) => n % Number(values.every) === 0)
    .map((file) => gunzipSync(readFileSync(`${folder}/${file}`)).toString())
}

function timesOf(name) {
  const script = fileURLToPath(import.meta.url)
  const output = execFileSync(process.execPath, [script, '--arm', name, '--every', values.every])
  return JSON.parse(output.toString())
}

function time(arm, html) {
  const before = process.cpuUsage()
  arm(html)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Returns the number of characters that parse5's state machine reads. */
function stepsOf(html) {
  const { _callState } = Tokenizer.prototype
  let steps = 0
  Tokenizer.prototype._callState = function (code) {
    steps++
    return _callState.call(this, code)
  }
  try {
    arms.ours(html)
  } finally {
    Tokenizer.prototype._callState = _callState
  }
  return steps
}

function isSame(a, b) {
  const stack = [[a, b]]
  for (let pair = stack.pop(); pair !== undefined; pair = stack.pop()) {
    const [one, other] = pair
    const same = ['type', 'name', 'namespace', 'data'].every((key) => one[key] === other[key])
    if (!same || JSON.stringify(one.attribs) !== JSON.stringify(other.attribs)) return false
    if (one.children?.length !== other.children?.length) return false
    for (const [n, child] of (one.children ?? []).entries()) stack.push([child, other.children[n]])
  }
  return true
}

const sum = (list) => list.reduce((total, value) => total + value, 0)
const mean = (list) => sum(list) / list.length

function print(set, pages, ours, parse5) {
  const byStates = sum(pages.map(stepsOf)) / sum(pages.map((html) => html.length))
  const cells = [
    [set, -14],
    [pages.length, 5],
    [pages.filter((html) => isSame(arms.ours(html), arms.parse5(html))).length, 10],
    [`${(100 * byStates).toFixed(1)}%`, 10],
    [median(ours).toFixed(2), 14],
    [mean(ours).toFixed(2), 5],
    [median(parse5).toFixed(2), 16],
    [mean(parse5).toFixed(2), 5],
    [(median(ours) / median(parse5)).toFixed(2), 15],
    [(mean(ours) / mean(parse5)).toFixed(2), 5],
  ]
  say(cells.map(([cell, width]) => (width < 0 ? String(cell).padEnd(-width) : String(cell).padStart(width))).join(' '))
}

if (existsSync(data)) main()
else say('parse: no saved pages next to the repository, so nothing is measured.')

/**
 * Prints what parsing costs beside parse5 as it comes, page by page in turn, how much of the pages is left to parse5's states,
 * and on how many the tree differs. `npm run bench:parse -- [--every N]`.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { Parser, Tokenizer } from 'parse5'
import { adapter } from 'parse5-htmlparser2-tree-adapter'
import { parseDocument } from '../src/document/parse.ts'

const { values } = parseArgs({ options: { every: { type: 'string', default: '1' } } })
const data = fileURLToPath(new URL('../../shared/quality/data', import.meta.url))
const say = (line) => process.stdout.write(`${line}\n`)

const arms = {
  ours: (html) => parseDocument(html, 'https://example.com/').root,
  parse5: (html) => Parser.parse(html, { treeAdapter: adapter, scriptingEnabled: false }),
}

function main() {
  const sets = readdirSync(data).map((set) => [set, pagesOf(set)])
  // Both are compiled before they are timed.
  for (const html of sets[0][1].slice(0, 30)) for (const arm of Object.values(arms)) arm(html)
  say(
    'CPU milliseconds a page: median and mean, ours and parse5; by states: share of characters that parse5 steps through',
  )
  say('set            pages  same tree  by states   ours: median  mean   parse5: median  mean   ratio: median  mean')
  const timed = sets.map(([, pages]) => pages.map(time))
  for (const [n, [set, pages]] of sets.entries()) print(set, timed[n], pages.map(compare))
}

function pagesOf(set) {
  const folder = `${data}/${set}/pages`
  const files = readdirSync(folder).toSorted()
  return files
    .filter((_, n) => n % Number(values.every) === 0)
    .map((file) => gunzipSync(readFileSync(`${folder}/${file}`)).toString())
}

function time(html, n) {
  const row = {}
  const order = Object.entries(arms)
  for (const [name, arm] of n % 2 === 0 ? order : order.toReversed()) {
    const before = process.cpuUsage()
    arm(html)
    const { user, system } = process.cpuUsage(before)
    row[name] = (user + system) / 1000
  }
  return row
}

function compare(html) {
  return { chars: html.length, steps: stepsOf(html), isSame: isSame(arms.ours(html), arms.parse5(html)) }
}

/** Characters that the states of parse5 read. */
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

function print(set, times, comparisons) {
  const rows = times.map((row, n) => ({ ...row, ...comparisons[n] }))
  const of = (name) => rows.map((row) => row[name])
  const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length
  const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1]
  const cells = [
    [set, -14],
    [rows.length, 5],
    [rows.filter(({ isSame }) => isSame).length, 10],
    [`${((100 * mean(of('steps'))) / mean(of('chars'))).toFixed(1)} %`, 10],
    [median(of('ours')).toFixed(2), 14],
    [mean(of('ours')).toFixed(2), 5],
    [median(of('parse5')).toFixed(2), 16],
    [mean(of('parse5')).toFixed(2), 5],
    [(median(of('ours')) / median(of('parse5'))).toFixed(2), 15],
    [(mean(of('ours')) / mean(of('parse5'))).toFixed(2), 5],
  ]
  say(cells.map(([cell, width]) => (width < 0 ? String(cell).padEnd(-width) : String(cell).padStart(width))).join(' '))
}

if (existsSync(data)) main()
else say('bench:parse: there are no pages here (../shared/quality): nothing is measured.')

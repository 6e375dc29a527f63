/**
 * Prints the F1 of the main content from `extract` and of its structure, compared with other systems and the goals. Also compares its CPU
 * time with Readability's on jsdom and linkedom, with all taking turns page by page. `npm run bench -- quality [--data a,b] [--limit N]`.
 */

import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parseArgs } from 'node:util'
import { extract } from './extract.mjs'
import { loadRig, quality } from './quality-rig.mjs'
import { median } from './rig/figures.ts'
import { installPeers, peersFolder } from './rig/peers.ts'

const { values } = parseArgs({ options: { data: { type: 'string' }, limit: { type: 'string' } } })
/** Number of evenly spread pages to time per set, since jsdom doesn't free parsed pages. All pages are scored. */
const timedPages = 100
const say = (line = '') => process.stdout.write(`${line}\n`)

async function main() {
  const peers = { jsdom: loadReadabilityOnJsdom() }
  const { folder, load, rig } = await loadRig()
  try {
    const goals = readGoals()
    const anchors = readAnchors()
    const sets = values.data?.split(',') ?? [...goals.keys()]
    const rows = []
    const { extract: linkedom } = await load('systems/readability.mjs')
    for (const set of sets) rows.push(await measure(set, rig, { ...peers, linkedom }))
    print(rows, goals, anchors)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function loadReadabilityOnJsdom() {
  installPeers()
  const require = createRequire(`${peersFolder}/package.json`)
  const { JSDOM, VirtualConsole } = require('jsdom')
  const { Readability } = require('@mozilla/readability')
  // Without a virtual console, jsdom prints every style sheet that it can't parse.
  return (html, url) => {
    const { window } = new JSDOM(html, { url, virtualConsole: new VirtualConsole() })
    try {
      return new Readability(window.document).parse()
    } finally {
      window.close()
    }
  }
}

/** Returns the value of `work` and this process's CPU milliseconds, which vary less than elapsed time on a busy machine. */
async function timed(work) {
  const before = process.cpuUsage()
  const value = await work()
  const { user, system } = process.cpuUsage(before)
  return { value, ms: (user + system) / 1000 }
}

/** `peers` maps names to functions that take turns with `extract`. */
async function measure(set, rig, peers) {
  const data = rig.loadDataset(set)
  if (values.limit) data.list.length = Math.min(data.list.length, Number(values.limit))
  const outputs = new Map()
  const names = ['ours', ...Object.keys(peers)]
  const times = Object.fromEntries(names.map((name) => [name, []]))
  let failed = 0
  const arms = {
    async ours(html, { id, url }) {
      const { value, ms } = await timed(() => extract(html, url).catch(() => null))
      if (value === null) failed++
      outputs.set(id, rig.parseMarkdown(value ?? ''))
      times.ours.push(ms)
    },
  }
  for (const [name, peer] of Object.entries(peers)) {
    arms[name] = async (html, { url }) => {
      // A page that a peer can't parse isn't timed.
      const { value, ms } = await timed(() => attempt(() => peer(html, url)))
      if (value !== undefined) times[name].push(ms)
    }
  }
  for (const name of names) {
    await arms[name](data.list[0].html(), data.list[0])
    times[name].length = 0
  }
  const every = Math.ceil(data.list.length / timedPages)
  for (const [n, page] of data.list.entries()) {
    const html = page.html()
    const first = Math.floor(n / every) % names.length
    const order = [...names.slice(first), ...names.slice(0, first)]
    for (const arm of n % every === 0 ? order : ['ours']) await arms[arm](html, page)
    if (n % every !== 0) times.ours.pop()
  }
  const { f, rows } = rig.scoreText(data, outputs)
  const structure = rig.scoreStructure(data.list, outputs, new Map())
  const kinds = Object.groupBy(rows, ({ type }) => type)
  return {
    ...{ set, pages: data.list.length, f, structure: structure.all, failed },
    // Pages whose output has no text, although their truth does.
    empty: data.list.filter((page) => outputs.get(page.id).text.trim() === '' && truthOf(page, rig) !== '').length,
    kinds: Object.entries(kinds).map(([kind, of]) => [kind, rig.summary(data.meta, of).f]),
    times: Object.fromEntries(names.map((name) => [name, { median: median(times[name]), mean: mean(times[name]) }])),
  }
}

function attempt(work) {
  try {
    return work()
  } catch {
    return undefined
  }
}

function truthOf(page, rig) {
  if (page.refMd !== undefined) return rig.parseMarkdown(page.refMd).text.trim()
  return (page.text ?? page.refHtml ?? '').trim()
}

const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length
const percent = (value) => (value == null ? '-' : (100 * value).toFixed(1))

/** Maps each set to its goals, from the README's table of the sets. */
function readGoals() {
  const rows = readFileSync(`${quality}/README.md`, 'utf8').matchAll(
    /^\| ([\w-]+)[^|]*\|[^|]*\|[^|]*\|[^|]*\| ([\d.]+) \| ([\d.]+) \|$/gm,
  )
  return new Map([...rows].map(([, set, f, structure]) => [set, { f, structure }]))
}

/** Maps each set to each system's F1, structure F1 and F1 by kind, from the baselines' tables. */
function readAnchors() {
  const sets = new Map()
  for (const part of readFileSync(`${quality}/BASELINES.txt`, 'utf8').split(/^## /m).slice(1)) {
    const systems = new Map()
    let head = []
    for (const line of part.split('\n').slice(1)) {
      const cells = line.trim().split(/\s{2,}/)
      if (/^(?:system|F1 by type|structure F1)\b/.test(line)) head = cells
      else if (/^[a-z][\w-]*\s{2,}[\d.]/.test(line)) {
        const of = systems.get(cells[0]) ?? { kinds: {} }
        const named = Object.fromEntries(head.map((name, n) => [name, cells[n]]))
        if (head[0] === 'system') of.f = named.F1
        else if (head[0] === 'structure F1') of.structure = named.all
        else of.kinds = named
        systems.set(cells[0], of)
      }
    }
    sets.set(part.split(' ')[0], systems)
  }
  return sets
}

function print(rows, goals, anchors) {
  const systems = ['defuddle', 'readability', 'trafilatura']
  const other = (set, name, pick) => pick(anchors.get(set)?.get(name) ?? { kinds: {} }) ?? '-'
  const goal = (set, name) => goals.get(set)?.[name] ?? '-'
  say(
    '\nThe weights were trained on these pages, except those of the set conversion. `npm run train -- --folds` trains weights without a fifth of the sites.',
  )
  say('\nF1 of the text')
  table(
    ['set', 'pages', 'Gleaner', 'goal', ...systems],
    rows.map(({ set, pages, f }) => [
      ...[set, pages, percent(f), goal(set, 'f')],
      ...systems.map((name) => other(set, name, (of) => of.f)),
    ]),
  )
  say('F1 of the structure')
  table(
    ['set', 'Gleaner', 'goal', ...systems],
    rows.map(({ set, structure }) => [
      ...[set, percent(structure), goal(set, 'structure')],
      ...systems.map((name) => other(set, name, (of) => of.structure)),
    ]),
  )
  for (const { set, kinds } of rows.filter(({ set }) => set.startsWith('wcxb'))) {
    say(`F1 by kind, ${set}`)
    table(
      ['kind', 'Gleaner', ...systems],
      kinds
        .toSorted()
        .map(([kind, f]) => [kind, percent(f), ...systems.map((name) => other(set, name, (of) => of.kinds[kind]))]),
    )
  }
  for (const sort of ['median', 'mean']) {
    say(
      `CPU milliseconds a page, ${sort}, in turn with Readability on jsdom and linkedom (goal: at most 0.33 of its time)`,
    )
    const ratio = ({ ours }, other) => (ours[sort] / other[sort]).toFixed(2)
    table(
      ['set', 'Gleaner', 'on jsdom', 'ratio', 'on linkedom', 'ratio', 'empty', 'errors'],
      rows.map(({ set, times, empty, failed }) => {
        const { ours, jsdom, linkedom } = times
        const shown = [ours, jsdom, ratio(times, jsdom), linkedom, ratio(times, linkedom)]
        return [set, ...shown.map((time) => (typeof time === 'string' ? time : time[sort].toFixed(1))), empty, failed]
      }),
    )
  }
}

function table(head, rows) {
  const widths = head.map((name, n) => Math.max(name.length, ...rows.map((row) => String(row[n]).length)))
  const line = (cells) =>
    cells.map((cell, n) => (n ? String(cell).padStart(widths[n]) : String(cell).padEnd(widths[n])))
  for (const row of [head, widths.map((width) => '-'.repeat(width)), ...rows]) say(line(row).join('  '))
  say()
}

if (existsSync(`${quality}/data`)) await main()
else say('quality: no saved pages next to the repository, so nothing is measured.')

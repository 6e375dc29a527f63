/**
 * Prints how many complete pages a second render_js gives beside crawlee's PlaywrightCrawler (`load` and `networkidle`), and
 * what 2,000 renders leave behind, and when hostile pages end. `npm run bench:render -- [--rounds N] [--renders N] [--only speed|life|hostile]`.
 */

import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createFetcher } from '../src/fetch/fetch-page.ts'
import { createAddressPolicy } from '../src/fetch/guard/address-policy.ts'
import { requireBrowser } from '../src/render/browser/find-browser.ts'
import { processTree } from '../src/render/browser/process-tree.ts'
import { createRenderer } from '../src/render/renderer.ts'
import { openOrigin } from '../test/origin.ts'
import { hostilePages } from '../test/render/hostile-pages.ts'
import { holdsWords, pageKinds } from '../test/render/page-kinds/page-kinds.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    renders: { type: 'string', default: '2000' },
    only: { type: 'string' },
  },
})
const concurrency = 4
const limitMs = 15_000
/** How often every kind is asked for in a round. */
const repeats = 2
const say = (line) => process.stdout.write(`${line}\n`)

/** The origin in a process of its own: its memory and its time are nobody's. */
async function startOrigin() {
  const code = `const { openKinds } = await import(${JSON.stringify(new URL('../test/render/page-kinds/kinds-origin.ts', import.meta.url).href)})
    const { url } = await openKinds(); console.log(url); process.stdin.resume(); process.stdin.on('end', () => process.exit())`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] })
  for await (const url of createInterface({ input: child.stdout })) return { url, stop: () => child.stdin.end() }
}

function openRenderer(executablePath) {
  const policy = createAddressPolicy({ allowAddresses: ['127.0.0.0/8'] })
  const common = {
    ...{ policy, userAgent: 'Mozilla/5.0 (compatible; Gleaner/0.1)', maxBodyBytes: 16 << 20, proxyUrl: null },
    ...{ robots: 'ignore', perHostConcurrency: 64 },
  }
  const fetchPage = createFetcher(common)
  const renderer = createRenderer({
    ...{ ...common, fetchPage, browserPath: executablePath, maxPages: concurrency },
    // Not a divisor of what `life` renders: its last look is at a browser that has served 200 pages, as its first one is.
    ...{ recyclePages: 600, recycleBytes: 2048 * 1024 * 1024 },
  })
  return {
    state: renderer.state,
    load: (url, ms = limitMs) =>
      renderer.load({ url: new URL(url), signal: AbortSignal.timeout(ms), deadlineAt: performance.now() + ms }),
    async close() {
      await renderer.close()
      await fetchPage.close()
    },
  }
}

async function inParallel(jobs, work, places = concurrency) {
  let next = 0
  await Promise.all(
    Array.from({ length: places }, async () => {
      while (next < jobs.length) await work(jobs[next++])
    }),
  )
}

async function measureOurs(renderer, base, kinds) {
  const done = []
  const startedAt = performance.now()
  await inParallel(kinds, async (kind) => {
    const page = await renderer.load(base + kind.path).catch(() => null)
    const holds = page?.complete && holdsWords(new TextDecoder().decode(page.body), kind.words)
    done.push({ kind: kind.name, holds: Boolean(holds) })
  })
  return { done, ms: performance.now() - startedAt }
}

async function measureCrawlee(
  { PlaywrightCrawler, Configuration, log, chromium },
  executablePath,
  base,
  kinds,
  waitUntil,
) {
  log.setLevel(log.LEVELS.OFF)
  const warmUps = concurrency
  const done = []
  let warm = 0
  let startedAt = 0
  const crawler = new PlaywrightCrawler(
    {
      launchContext: {
        launcher: chromium,
        launchOptions: { executablePath, chromiumSandbox: process.getuid?.() !== 0 },
      },
      headless: true,
      minConcurrency: concurrency,
      maxConcurrency: concurrency,
      maxRequestRetries: 0,
      navigationTimeoutSecs: limitMs / 1000,
      preNavigationHooks: [(_, goto) => Object.assign(goto, { waitUntil })],
      async requestHandler({ page, request }) {
        const html = await page.content()
        const { kind } = request.userData
        if (kind) done.push({ kind: kind.name, holds: holdsWords(html, kind.words) })
        else if (++warm === warmUps) startedAt = performance.now()
      },
      failedRequestHandler({ request }) {
        if (request.userData.kind) done.push({ kind: request.userData.kind.name, holds: false })
      },
    },
    new Configuration({ persistStorage: false, purgeOnStart: false }),
  )
  const requests = (list, tag) =>
    list.map((kind, at) => ({
      url: base + (kind?.path ?? '/kinds/static'),
      uniqueKey: `${tag}${at}`,
      userData: { kind },
    }))
  await crawler.run([...requests(Array(warmUps).fill(null), 'warm'), ...requests(kinds, 'page')])
  return { done, ms: performance.now() - startedAt }
}

async function loadPeers() {
  const folder = fileURLToPath(new URL('peers', import.meta.url))
  if (!existsSync(`${folder}/node_modules`)) {
    say('Installing what is measured against …')
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'], {
      cwd: folder,
      stdio: 'ignore',
    })
  }
  const { createRequire } = await import('node:module')
  const require = createRequire(`${folder}/package.json`)
  const { PlaywrightCrawler, Configuration, log } = require('@crawlee/playwright')
  return { PlaywrightCrawler, Configuration, log, chromium: require('playwright').chromium }
}

function table(rows) {
  const widths = rows[0].map((_, at) => Math.max(...rows.map((row) => String(row[at]).length)))
  for (const row of rows)
    say(row.map((cell, at) => String(cell)[at === 0 ? 'padEnd' : 'padStart'](widths[at])).join('  '))
}

async function speed(executablePath) {
  const origin = await startOrigin()
  const peers = await loadPeers()
  const renderer = openRenderer(executablePath)
  const all = pageKinds.filter(({ canComplete }) => canComplete)
  // Where networkidle can come at all: no poll, no stream without end.
  const endless = /polling|events|clock/
  const sets = { 'every kind': all, 'without polls, streams and clocks': all.filter(({ name }) => !endless.test(name)) }
  const arms = {
    'gleaner render_js': (kinds) => measureOurs(renderer, origin.url, kinds),
    'crawlee load': (kinds) => measureCrawlee(peers, executablePath, origin.url, kinds, 'load'),
    'crawlee networkidle': (kinds) => measureCrawlee(peers, executablePath, origin.url, kinds, 'networkidle'),
  }
  await renderer.load(`${origin.url}/kinds/static`)
  for (const [title, kinds] of Object.entries(sets)) {
    const sums = Object.fromEntries(
      Object.keys(arms).map((arm) => [arm, { pages: 0, complete: 0, ms: 0, missed: new Set() }]),
    )
    // In one go, since a queue that runs empty leaves places unused: what is measured is a service at work.
    const queue = Array(repeats).fill(kinds).flat()
    for (let round = 0; round < Number(values.rounds); round++) {
      // Each time another one begins.
      const order = Object.keys(arms)
      for (const arm of [...order.slice(round % 3), ...order.slice(0, round % 3)]) {
        const { done, ms } = await arms[arm](queue)
        const sum = sums[arm]
        sum.pages += queue.length
        sum.ms += ms
        for (const { kind, holds } of done) {
          if (holds) sum.complete++
          else sum.missed.add(kind)
        }
      }
    }
    const rate = (arm) => (sums[arm].complete / sums[arm].ms) * 1000
    const best = Math.max(rate('crawlee load'), rate('crawlee networkidle'))
    say(
      `\n${title}: ${kinds.length} kinds, ${repeats} times in each of ${values.rounds} rounds, ${concurrency} at a time`,
    )
    table([
      ['', 'pages', 'complete', 'seconds', 'complete pages/s', 'ratio to the better crawlee'],
      ...Object.keys(arms).map((arm) => [
        arm,
        sums[arm].pages,
        sums[arm].complete,
        (sums[arm].ms / 1000).toFixed(1),
        rate(arm).toFixed(2),
        (rate(arm) / best).toFixed(2),
      ]),
    ])
    for (const arm of Object.keys(arms))
      if (sums[arm].missed.size > 0) say(`  ${arm} missed: ${[...sums[arm].missed].join(', ')}`)
  }
  await renderer.close()
  origin.stop()
}

/** How long after its limit each of the hostile pages ends, three at a time, and whether the next page works. */
async function hostile(executablePath) {
  const origin = await openOrigin({ ...hostilePages, '/good': { body: '<p>a good page</p>' } })
  const renderer = openRenderer(executablePath)
  await renderer.load(`${origin.url}/good`)
  const limit = 1500
  const paths = Object.keys(hostilePages)
  let latest = 0
  let good = 0
  const ends = async (path) => {
    const startedAt = performance.now()
    await renderer.load(origin.url + path, limit).catch(() => {})
    latest = Math.max(latest, performance.now() - startedAt - limit)
    const next = await renderer.load(`${origin.url}/good`).catch(() => null)
    if (next && new TextDecoder().decode(next.body).includes('a good page')) good++
  }
  await inParallel(paths, ends, 3)
  await renderer.close()
  await origin.close()
  say(`\nhostile: ${paths.length} pages, the last ended ${latest.toFixed(0)} ms after its limit of ${limit} ms`)
  say(`pages that worked right after one of them: ${good}`)
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

const mb = (bytes) => Math.round(bytes / 1024 / 1024)

async function life(executablePath) {
  const origin = await startOrigin()
  const renderer = openRenderer(executablePath)
  const renders = Number(values.renders)
  const paths = ['static', 'fetch50', 'hydration', 'shadow', 'iframe', 'write'].map((name) => `/kinds/${name}`)
  const words = new Map(pageKinds.map((kind) => [kind.path, kind.words]))
  const seen = new Map()
  let complete = 0
  let slowest = 0

  const memory = async () => {
    await sleep(2000)
    // What is still held, not what is yet to be collected or kept for later.
    collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    await sleep(500)
    const browser = renderer.state().pids.reduce((sum, pid) => sum + proportionalBytes(pid), 0)
    return { own: process.memoryUsage().rss, browser }
  }
  const rows = [['after renders', 'own process MB', 'browser MB', 'together MB', 'processes of the browser']]
  const note = async (count) => {
    const { own, browser } = await memory()
    const processes = renderer.state().pids.flatMap((pid) => processTree(pid)).length
    process.stderr.write(`${count} rendered\n`)
    rows.push([count, mb(own), mb(browser), mb(own + browser), processes])
    return own + browser
  }
  let next = 0
  const renderUpTo = (count) =>
    inParallel(Array(count - next).fill(null), async () => {
      const path = paths[next++ % paths.length]
      const startedAt = performance.now()
      const page = await renderer.load(origin.url + path)
      slowest = Math.max(slowest, performance.now() - startedAt)
      if (page.complete && holdsWords(new TextDecoder().decode(page.body), words.get(path))) complete++
      if (next % 10 === 0)
        for (const pid of renderer.state().pids) for (const one of processTree(pid)) seen.set(one.pid, one.startedTicks)
    })
  const startedAt = performance.now()
  const first = Math.min(200, renders)
  await renderUpTo(first)
  const before = await note(first)
  for (const part of [0.25, 0.5, 0.75]) {
    if (renders * part > next) {
      await renderUpTo(Math.round(renders * part))
      await note(next)
    }
  }
  await renderUpTo(renders)
  const after = await note(renders)
  const seconds = (performance.now() - startedAt) / 1000
  await renderer.close()
  await sleep(500)
  // Ids come again: the start tells whether it is the same process.
  const left = [...seen].filter(([pid, startedTicks]) => processTree(pid)[0]?.startedTicks === startedTicks)
  origin.stop()
  say(`\nlife: ${renders} renders, ${complete} complete, ${seconds.toFixed(0)} s, slowest ${slowest.toFixed(0)} ms`)
  table(rows)
  say(`memory at the end: ${((after / before) * 100).toFixed(1)} % of what it was after ${first}`)
  say(`processes left behind: ${left.length}`)
}

/** Memory of a process and all below it, shared pages by their share. */
function proportionalBytes(root) {
  return processTree(root).reduce((sum, { pid }) => {
    try {
      const [, kb = 0] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1')) ?? []
      return sum + Number(kb) * 1024
    } catch {
      return sum
    }
  }, 0)
}

const executablePath = await requireBrowser({ configuredPath: process.env.GLEANER_BROWSER_PATH || null })
say(`${executablePath}, Node ${process.version}`)
const parts = { speed, life, hostile }
for (const [name, measure] of Object.entries(parts)) {
  if (values.only === undefined || values.only === name) await measure(executablePath)
}
process.exit()

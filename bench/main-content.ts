/**
 * Prints the CPU time for main content on saved pages: in total, by part, as a share of a page's total cost, and relative to another checkout. `npm
 * run bench -- main-content [--against REPOSITORY] [--pages N] [--rounds N] [--set NAME]`. Each checkout runs in a separate process. They
 * take turns every few pages, so that neither collects the other's garbage and both see the same machine load.
 */

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import type { Page } from '../src/page/page.ts'
import { median } from './rig/figures.ts'

const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    pages: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '7' },
    set: { type: 'string' },
    serve: { type: 'string' },
  },
})
const own = fileURLToPath(new URL('..', import.meta.url))
const data = fileURLToPath(new URL('../../shared/quality/data', import.meta.url))
const pagesInTurn = 10
const say = (line: string) => void process.stdout.write(`${line}\n`)

interface SavedPage {
  set: string
  url: string
  html: string
}

/** A task for a process: to measure the time for main content or for the whole page, or to profile main content. */
interface Task {
  kind: 'content' | 'whole' | 'parts'
  pages: number[]
}

interface Times {
  /** CPU milliseconds of the process for all pages, because the resolution is too coarse for a single page. */
  cpu: number
  /** Elapsed milliseconds of each page. */
  wall: number[]
}

/** For `parts`, the microseconds by part name. */
type Answer = Times | { parts: Record<string, number> }

async function main(): Promise<void> {
  const pages = savedPages()
  const arms = [await Arm.start(own), ...(values.against ? [await Arm.start(values.against)] : [])]
  try {
    const all = [...pages.keys()]
    // Two extra warm-up rounds let the engine compile the code.
    const content = (await measure(arms, 'content', all, Number(values.rounds) + 2)).map((rounds) => rounds.slice(2))
    const whole = (await measure(arms, 'whole', all, 3)).map((rounds) => rounds.slice(1))
    printTimes(pages, content)
    for (const [n, rounds] of content.entries()) {
      const share = sum(minTimesOf(rounds)) / sum(minTimesOf(whole[n] as Times[]))
      say(`${nameOf(n)}: main content is ${(100 * share).toFixed(1)}% of what a page costs as markdown`)
    }
    for (const [n, arm] of arms.entries()) printParts(nameOf(n), await arm.ask({ kind: 'parts', pages: all }))
  } finally {
    for (const arm of arms) arm.close()
  }
}

const nameOf = (arm: number) => (arm === 0 ? 'here' : 'there')

/** Returns pages that are evenly spread over all sets. */
function savedPages(): SavedPage[] {
  const sets = values.set?.split(',') ?? readdirSync(data).toSorted()
  const all = sets.flatMap((set) => {
    const { pages } = JSON.parse(readFileSync(`${data}/${set}/truth.json`, 'utf8')) as {
      pages: Record<string, { url?: string }>
    }
    const ids = Object.keys(pages).toSorted()
    return ids.map((id) => ({ set, url: pages[id]?.url || 'https://example.com/', file: `${set}/pages/${id}.html.gz` }))
  })
  const count = Math.min(all.length, Number(values.pages))
  const chosen = Array.from({ length: count }, (_, n) => all[Math.floor((n * all.length) / count)])
  return chosen.flatMap((page) =>
    page ? [{ set: page.set, url: page.url, html: gunzipSync(readFileSync(`${data}/${page.file}`)).toString() }] : [],
  )
}

/** Returns the times of each round for each arm. */
async function measure(arms: Arm[], kind: Task['kind'], pages: number[], rounds: number): Promise<Times[][]> {
  const times: Times[][] = arms.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const ofArm of times) ofArm.push({ cpu: 0, wall: [] })
    for (let from = 0, turn = round; from < pages.length; from += pagesInTurn, turn++) {
      const some = pages.slice(from, from + pagesInTurn)
      const order = [...arms.keys()]
      for (const n of turn % 2 === 0 ? order : order.toReversed()) {
        const answer = await arms[n]?.ask({ kind, pages: some })
        const ofRound = times[n]?.[round]
        if (!ofRound || !answer || !('cpu' in answer)) continue
        ofRound.cpu += answer.cpu
        ofRound.wall.push(...answer.wall)
      }
    }
  }
  return times
}

/** A checkout's process. */
class Arm {
  readonly #child: ChildProcess

  constructor(child: ChildProcess) {
    this.#child = child
  }

  static async start(repository: string): Promise<Arm> {
    const options = Object.entries(values).flatMap(([name, value]) => (name === 'set' ? [`--${name}`, value] : []))
    const args = ['--serve', repository, '--pages', values.pages, ...options]
    const child = fork(fileURLToPath(import.meta.url), args, { execArgv: ['--expose-gc', '--single-threaded-gc'] })
    await once(child, 'message')
    return new Arm(child)
  }

  async ask(task: Task): Promise<Answer> {
    this.#child.send(task)
    const [answer] = (await once(this.#child, 'message')) as [Answer]
    return answer
  }

  close(): void {
    this.#child.disconnect()
  }
}

/** Performs the parent process's tasks with the code of a checkout. */
async function serve(repository: string): Promise<void> {
  const load = (path: string) => import(pathToFileURL(`${repository}/src/${path}`).href)
  const { parseDocument } = (await load('html/parse/parse.ts')) as typeof import('../src/html/parse/parse.ts')
  const { viewDocument } = (await load(
    'html/visibility/page-view.ts',
  )) as typeof import('../src/html/visibility/page-view.ts')
  const { findMainContent } = (await load(
    'format/main-content/main-content.ts',
  )) as typeof import('../src/format/main-content/main-content.ts')
  const { formatPage } = (await load('format/formats.ts')) as typeof import('../src/format/formats.ts')
  const pages = savedPages()
  const collect = globalThis.gc as unknown as (options: { type: 'minor' }) => void
  /** Does all the work on a page that precedes finding its main content. */
  const open = ({ html, url }: SavedPage) => {
    const document = parseDocument(html, url)
    const view = viewDocument(document, 'markdown')
    const isJudged = view.keepsTextOfScripts || view.isCut
    // Older checkouts don't have this view.
    return { document, view: view.forMainContent ?? view, isJudged }
  }
  const tasks = {
    content: async (page: SavedPage) => {
      const { document, view } = open(page)
      // Collects the garbage left by parsing, so that this measurement doesn't include it.
      collect({ type: 'minor' })
      return timed(() => findMainContent(document, view))
    },
    whole: async (page: SavedPage) => {
      const received = pageOf(page)
      const request = { output: 'markdown', cssSelector: null, mainContent: true, readsChallenges: true } as const
      return timed(() => formatPage(received, request))
    },
  }
  const partsOf = async (some: number[]) => {
    const session = new Session()
    session.connect()
    await session.post('Profiler.enable')
    await session.post('Profiler.setSamplingInterval', { interval: 200 })
    await session.post('Profiler.start')
    for (let round = 0; round < 5; round++) {
      for (const n of some) {
        const { document, view } = open(pages[n] as SavedPage)
        collect({ type: 'minor' })
        findMainContent(document, view)
      }
    }
    const { profile } = await session.post('Profiler.stop')
    session.disconnect()
    return partsOfProfile(profile)
  }
  process.on('message', async ({ kind, pages: some }: Task) => {
    if (kind === 'parts') {
      process.send?.({ parts: await partsOf(some) })
      return
    }
    const times: Times = { cpu: 0, wall: [] }
    for (const n of some) {
      const { cpu, wall } = await tasks[kind](pages[n] as SavedPage)
      times.cpu += cpu
      times.wall.push(wall)
    }
    process.send?.(times)
  })
  process.send?.('ready')
}

async function timed(work: () => unknown): Promise<{ cpu: number; wall: number }> {
  const [before, startedAt] = [process.cpuUsage(), performance.now()]
  await work()
  const wall = performance.now() - startedAt
  const { user, system } = process.cpuUsage(before)
  return { cpu: (user + system) / 1000, wall }
}

function pageOf({ html, url }: SavedPage): Page {
  const body = new Uint8Array(Buffer.from(html))
  return {
    ...{ url, finalUrl: url, status: 200, contentType: 'text/html', mediaType: 'text/html', charset: 'utf-8' },
    ...{ headers: {}, body, rendered: false, complete: true, warnings: [] },
  }
}

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string }; children?: number[] }[]
  samples?: number[]
  timeDeltas?: number[]
}

/** Returns the microseconds spent in each function that `findMainContent` calls, directly or indirectly, including garbage collection. */
function partsOfProfile({ nodes, samples = [], timeDeltas = [] }: CpuProfile): Record<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const partOf = new Map<number, string>()
  const name = (id: number, part: string | null) => {
    const { callFrame, children = [] } = byId.get(id) as CpuProfile['nodes'][number]
    const isContent = callFrame.functionName === 'findMainContent'
    if (part !== null) partOf.set(id, part)
    else if (isContent) partOf.set(id, 'itself')
    for (const child of children) {
      const called = byId.get(child)?.callFrame.functionName ?? ''
      name(child, part ?? (isContent ? called : null))
    }
  }
  name(nodes[0]?.id as number, null)
  const parts: Record<string, number> = {}
  for (const [n, id] of samples.entries()) {
    const part = partOf.get(id)
    if (part !== undefined) parts[part] = (parts[part] ?? 0) + (timeDeltas[n] ?? 0)
  }
  return parts
}

const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0)
/** Returns each page's minimum time over all rounds, because it is the least disturbed. */
const minTimesOf = (rounds: readonly Times[]) =>
  (rounds[0]?.wall ?? []).map((_, page) => Math.min(...rounds.map(({ wall }) => wall[page] ?? 0)))

function printTimes(pages: readonly SavedPage[], [here = [], there]: Times[][]): void {
  const characters = sum(pages.map(({ html }) => html.length))
  say(`${pages.length} pages of ${Math.round(characters / pages.length / 1000)} kB on average, ${here.length} rounds`)
  const printOf = (name: string, of: (rounds: Times[]) => number) => {
    const figure = (rounds: Times[]) => (of(rounds) / pages.length).toFixed(2)
    say(`main content, ${name} a page: ${figure(here)}${there ? ` here, ${figure(there)} there` : ''}`)
  }
  printOf('CPU milliseconds, median of the rounds,', (rounds) => median(rounds.map(({ cpu }) => cpu)))
  printOf('milliseconds, minimum of the rounds,', (rounds) => sum(minTimesOf(rounds)))
  if (!there) return
  const ratios = here.map(({ cpu }, round) => cpu / (there[round]?.cpu ?? 0)).toSorted((a, b) => a - b)
  const [low = 0, high = 0] = [ratios[0], ratios.at(-1)]
  say(`ratio of CPU: median of the rounds ${median(ratios).toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`)
  const [ours, theirs] = [minTimesOf(here), minTimesOf(there)]
  say(`ratio of the minimum times: ${(sum(ours) / sum(theirs)).toFixed(3)}`)
  const ofPages = ours.map((time, n) => time / (theirs[n] as number)).toSorted((a, b) => a - b)
  const at = (share: number) => (ofPages[Math.floor(ofPages.length * share)] ?? 0).toFixed(2)
  say(`ratio by page: median ${at(0.5)}, a tenth below ${at(0.1)}, a tenth above ${at(0.9)}`)
}

function printParts(name: string, answer: Answer): void {
  if (!('parts' in answer)) return
  const parts = Object.entries(answer.parts).toSorted(([, a], [, b]) => b - a)
  const all = sum(parts.map(([, time]) => time))
  say(`${name}: parts of main content`)
  for (const [part, time] of parts) if (time > 0.002 * all) say(`  ${part.padEnd(24)}${percent(time / all)}`)
}

const percent = (share: number) => `${(100 * share).toFixed(1)}%`.padStart(7)

if (values.serve !== undefined) await serve(values.serve)
else if (existsSync(data)) await main()
else say('main-content: no saved pages next to the repository, so nothing is measured')

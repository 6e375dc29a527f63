/** Measures the time that programs take from their start to their first answer, compared with a minimal program of the same kind. */

import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { bin } from '../../test/program.ts'
import { testSettings } from '../../test/service.ts'
import { stop } from '../rig/child.ts'
import { median } from '../rig/figures.ts'
import { startOrigin } from '../rig/origin.ts'
import { smallPage } from '../rig/saved-pages.ts'
import type { Measurement, Row, RowOptions } from './row.ts'

/** Starts per round. Their median counts, because a start takes less than a second and varies with the machine's load. */
const startsInRound = 5

export const cliStart: Row = {
  name: 'cli-start',
  title: 'gleaner scrape of a page of 1 kB, from process start to exit, elapsed time',
  async measure(options) {
    const origin = await startOrigin(new Map([['/small', smallPage()]]))
    const url = `${origin.url}/small`
    const print = "process.stdin.on('data', (bytes) => process.stdout.write(bytes))"
    try {
      const start = (program: string) => () => timeOf(process.execPath, [program, 'scrape', url], ended)
      const [ours, peer, earlier] = await inTurns(options, [
        start(bin),
        () => timeOf('sh', ['-c', `curl -s '${url}' | '${process.execPath}' -e "${print}"`], ended),
        ...(options.against ? [start(`${options.against}bin/gleaner.mjs`)] : []),
      ])
      return [
        compare('gleaner scrape against curl and bare node', ours, peer, 6),
        ...(earlier ? [compare('gleaner scrape against the earlier version', ours, earlier, 0.9)] : []),
      ]
    } finally {
      await origin.stop()
    }
  },
}

const minimalServer = fileURLToPath(new URL('minimal-server.mjs', import.meta.url))

export const stdioStart: Row = {
  name: 'stdio-start',
  title: 'gleaner stdio from start until it answers tools/list, elapsed time',
  async measure(options) {
    const [ours, peer, earlier] = await inTurns(options, [
      () => timeOf(process.execPath, [bin, 'stdio'], listsTools),
      () => timeOf(process.execPath, [minimalServer], listsTools),
      ...(options.against
        ? [() => timeOf(process.execPath, [`${options.against}bin/gleaner.mjs`, 'stdio'], listsTools)]
        : []),
    ])
    return [
      compare('gleaner stdio against a minimal server on the v1 SDK', ours, peer, 1.05),
      ...(earlier ? [compare('gleaner stdio against the earlier version', ours, earlier, 1.02)] : []),
    ]
  },
}

type Start = () => Promise<number>
type Program = ChildProcessByStdio<Writable, Readable, null>

/** Returns the milliseconds from a program's start until `isDone` resolves. */
async function timeOf(program: string, args: readonly string[], isDone: (child: Program) => Promise<void>) {
  const startedAt = performance.now()
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, ...testSettings },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await isDone(child)
  const ms = performance.now() - startedAt
  await stop(child)
  return ms
}

/** Throws if the program fails or prints nothing. */
async function ended(child: Program): Promise<void> {
  let text = ''
  for await (const piece of child.stdout) text += piece
  if (text === '') throw new Error('The program printed nothing')
}

/** Performs the protocol's handshake, as a client does. */
async function listsTools(child: Program): Promise<void> {
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const clientInfo = { name: 'bench', version: '1.0.0' }
  send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } })
  let text = ''
  for await (const piece of child.stdout) {
    const before = text
    text += piece
    if (!before.includes('"id":1') && text.includes('"id":1')) {
      send({ method: 'notifications/initialized' })
      send({ id: 2, method: 'tools/list' })
    }
    if (text.includes('"tools":[')) return
  }
  throw new Error('The program exited before listing its tools')
}

/** Returns the times of the sides by round. The first round is a warm-up and isn't counted. */
async function inTurns(
  { rounds, progress }: RowOptions,
  sides: readonly [Start, Start, ...Start[]],
): Promise<[number[], number[], ...number[][]]> {
  const times: [number[], number[], ...number[][]] = [[], [], ...sides.slice(2).map(() => [])]
  for (let round = 0; round <= rounds; round++) {
    const measured = sides.map((): number[] => [])
    for (let start = 0; start < startsInRound; start++) {
      for (let turn = 0; turn < sides.length; turn++) {
        const side = (turn + start) % sides.length
        measured[side]?.push((await sides[side]?.()) ?? Number.NaN)
      }
    }
    if (round > 0) for (const [side, ms] of measured.entries()) times[side]?.push(median(ms))
    progress(round === 0 ? 'warmed' : `round ${round} of ${rounds}`)
  }
  return times
}

function compare(what: string, ours: number[], peer: number[], atMost: number): Measurement {
  const values = ours.map((ms, round) => ms / (peer[round] ?? Number.NaN))
  return {
    what,
    unit: '×',
    values,
    bar: { atMost },
    note: `${median(ours).toFixed(0)} and ${median(peer).toFixed(0)} ms`,
  }
}

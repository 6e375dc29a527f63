import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inputsHash } from '../../bench/cluster/inputs-hash.ts'
import { drawFrom, meanOf, readServiceTimes } from '../../bench/cluster/service-times.ts'
import { read, root, targetsOf } from '../docs/document.ts'

describe('docs/scaling.md', () => {
  const page = read('docs/scaling.md')

  it('has the tables and plots of this simulation (if not, run "npm run bench -- simulate")', () => {
    expect(page).toContain(`<!-- simulation of ${inputsHash()}: begin -->`)
    const pictures = targetsOf(page).pictures.filter((target) => target.startsWith('scaling/'))
    expect(pictures.length).toBeGreaterThan(3)
    for (const picture of pictures) expect([picture, existsSync(join(root, 'docs', picture))]).toEqual([picture, true])
  })
})

describe('the measured times', () => {
  it.each(['renders', 'fetches'] as const)('are sampled from their distribution for %s', (kind) => {
    const measured = readServiceTimes()[kind]
    const draw = drawFrom(measured)
    expect([draw(() => 0), draw(() => 0.5), draw(() => 1)]).toEqual([0, 50, 100].map((at) => measured.quantilesMs[at]))
    const evenly = Array.from({ length: 10_000 }, (_, at) => draw(() => (at + 0.5) / 10_000))
    expect(evenly.reduce((sum, ms) => sum + ms, 0) / evenly.length / meanOf(measured)).toBeCloseTo(1, 3)
  })
})

/** The test tiers, which are determined by file suffix. */

import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { configDefaults } from 'vitest/config'

/**
 * - `quick` (`*.test.ts`): a few seconds per file, no browser and no package manager. `npm test` runs these.
 * - `slow` (`*.slow.test.ts`): browsers, databases, the program as a process. `npm run check` runs these too.
 * - `nightly` (`*.nightly.test.ts`): torture, hostile corpora, several nodes, saved pages, and long files in browsers, such as those of the
 *   playground. The check picks one file from each folder of `test/` at random, and runs one of its tests.
 * - `release` (`*.release.test.ts`): packages, images, charts, frameworks, a clean clone. Only `npm run check:all` runs these.
 */
export const tiers = ['quick', 'slow', 'nightly', 'release'] as const

type Tier = (typeof tiers)[number]

export function filesOf(tier: Tier): { include: string[]; exclude: string[] } {
  const others = tiers.filter((name) => name !== 'quick')
  if (tier !== 'quick') return { include: [patternOf(tier)], exclude: configDefaults.exclude }
  return { include: ['test/**/*.test.ts'], exclude: [...configDefaults.exclude, ...others.map(patternOf)] }
}

/** One random nightly file from each folder of `test/`. The same seed picks the same files. */
export function drawFiles(seed: string): string[] {
  const folders = Map.groupBy(globSync(patternOf('nightly')).sort(), (path) => path.split('/')[1])
  return [...folders.values()].map((paths) => drawOne(paths, (path) => path, seed))
}

/** Picks one of the candidates, which have different keys. */
export function drawOne<T>(candidates: readonly T[], keyOf: (candidate: T) => string, seed: string): T {
  const hashOf = (candidate: T) =>
    createHash('sha256')
      .update(`${seed} ${keyOf(candidate)}`)
      .digest('hex')
  const [drawn] = candidates.toSorted((a, b) => hashOf(a).localeCompare(hashOf(b)))
  if (drawn === undefined) throw new Error('nothing to draw from')
  return drawn
}

const patternOf = (tier: Tier) => `test/**/*.${tier}.test.ts`

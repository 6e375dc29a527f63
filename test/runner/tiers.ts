/** The tiers of the tests: which files belong to each, by suffix. */

import { configDefaults } from 'vitest/config'

/**
 * - `quick` (`*.test.ts`): a few seconds a file, no browser and no package manager. `npm test` runs these.
 * - `slow` (`*.slow.test.ts`): browsers, databases, the program as a process. `npm run check` runs these too.
 * - `nightly` (`*.nightly.test.ts`): torture, hostile corpora, several nodes, saved pages, and long files in browsers, such as those of the
 *   playground. The check runs one test of each file.
 * - `release` (`*.release.test.ts`): packages, images, charts, frameworks, a clean clone. Only `npm run check:all` runs these.
 */
export const tiers = ['quick', 'slow', 'nightly', 'release'] as const

type Tier = (typeof tiers)[number]

export function filesOf(tier: Tier): { include: string[]; exclude: string[] } {
  const others = tiers.filter((name) => name !== 'quick')
  if (tier !== 'quick') return { include: [patternOf(tier)], exclude: configDefaults.exclude }
  return { include: ['test/**/*.test.ts'], exclude: [...configDefaults.exclude, ...others.map(patternOf)] }
}

const patternOf = (tier: Tier) => `test/**/*.${tier}.test.ts`

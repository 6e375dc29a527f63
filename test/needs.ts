/** Requirements of tests beyond the repository and its packages. A test with a missing requirement is skipped, or fails with CI=true. */

import { existsSync } from 'node:fs'

const remedies = {
  'a browser': 'run "node bin/gleaner.mjs install-browser"',
  PostgreSQL: 'run "npx node scripts/ensure-services.mjs"',
  Redis: 'run "npx node scripts/ensure-services.mjs"',
  bash: 'install it',
  zsh: 'run "npx node scripts/ensure-services.mjs"',
  fish: 'run "npx node scripts/ensure-services.mjs"',
  nginx: 'run "npx node scripts/ensure-services.mjs"',
  Caddy: 'run "npx node scripts/ensure-services.mjs"',
  HAProxy: 'run "npx node scripts/ensure-services.mjs"',
  Helm: 'install it (helm.sh)',
  'systemd-analyze': 'run "npx node scripts/ensure-services.mjs"',
  'a terminal': 'install script, of util-linux',
  'the npm registry': 'connect this machine to it',
  'a small disk': 'allow this user to mount a tmpfs',
  'saved pages': 'put them in ../shared, beside the repository',
} as const

type Need = keyof typeof remedies

const noted = new Set<Need>()

/**
 * Returns true if tests with this requirement must be skipped, and reports that on standard error once. Throws an Error instead if CI is set,
 * because a skipped test is a failure there unless `TESTS_WITHOUT`, a comma-separated list, names the requirement.
 */
export function lacks(need: Need, isPresent: boolean): boolean {
  if (isPresent) return false
  const report = `this machine lacks ${need}: ${remedies[need]}`
  const { CI, TESTS_WITHOUT = '' } = process.env
  const isExcused = TESTS_WITHOUT.split(',').some((name) => name.trim() === need)
  if (CI && CI !== 'false' && !isExcused) throw new Error(`CI is set and ${report}, or name it in TESTS_WITHOUT`)
  if (!noted.has(need)) process.stderr.write(`Tests are skipped, since ${report}.\n`)
  noted.add(need)
  return true
}

/** Pages saved from the web. Others own them, so they are stored next to the repository during development, never in it. */
const savedPages = new URL('../../shared/', import.meta.url)

/** Returns a file or folder from the saved pages, and whether it is missing. */
export function savedPage(path: string): { location: URL; isMissing: boolean } {
  const location = new URL(path, savedPages)
  return { location, isMissing: lacks('saved pages', existsSync(location)) }
}

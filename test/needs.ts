/** What some tests need beside the repository and its packages: where it is missing they are skipped, and with CI=true they fail. */

const remedies = {
  'a browser': 'run "node bin/gleaner.mjs install-browser"',
  PostgreSQL: 'run "npm run services"',
  Redis: 'run "npm run services"',
  'the npm registry': 'connect this machine to it',
  'a small disk': 'allow this user to mount a tmpfs',
  // Pages of other people, which are not part of the repository.
  'saved pages': 'put them in ../shared, beside the repository',
} as const

export type Need = keyof typeof remedies

const { CI, TESTS_WITHOUT = '' } = process.env
const excused = new Set(TESTS_WITHOUT.split(',').map((name) => name.trim()))
const noted = new Set<Need>()

/**
 * True when tests that need it have to be skipped, which is noted on standard error once. Throws an Error instead when CI is set:
 * there a test that is skipped is a failure, unless `TESTS_WITHOUT`, a list separated by commas, names the need.
 */
export function lacks(need: Need, isPresent: boolean): boolean {
  if (isPresent) return false
  const report = `${need} is missing: ${remedies[need]}`
  if (CI && CI !== 'false' && !excused.has(need)) {
    throw new Error(`CI is set and ${report}, or name it in TESTS_WITHOUT`)
  }
  if (!noted.has(need)) process.stderr.write(`${report}. The tests that need it are skipped.\n`)
  noted.add(need)
  return true
}

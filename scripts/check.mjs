// Runs every check that a change must pass: `npm run check`, or, with all test tiers, `npm run check:all`, as in CI. Continues after a
// failed step and prints each step's time. Prints one plain line at the end, `N passed, N failed`, in which a failed step counts as one
// failure.

import { countLine, run, runTests } from './test.mjs'

const isWhole = process.argv.includes('--all')
/** Selects nightly tests. `SAMPLE=N npm run check` selects the same ones again. */
const seed = process.env.SAMPLE || String(Date.now() % 1_000_000)

const steps = [
  ['types', 'scripts/types.mjs', []],
  ['lint', 'scripts/lint/lint.mjs', []],
  ['layers', 'scripts/layers.ts', []],
  ['documents', 'scripts/docs.ts', ['--check']],
  ['build', 'scripts/build.mjs', []],
  ['browser', 'scripts/ensure-browser.mjs', []],
  ['services', 'scripts/ensure-services.mjs', []],
].map(([name, script, args]) => ({ name, run: () => run(script, args).then((code) => code === 0) }))

const counts = { passed: 0, failed: 0, skipped: 0 }
const rows = []

/** If more files than this fail, the change is probably at fault, and running them again would take too long. */
const maxSecondTries = 12

/**
 * A test that uses real browsers or processes can fail because the machine is busy, so if few files fail, they are rerun alone. A file that
 * passes this time counts as passed and is listed.
 */
async function runTwice(args, env) {
  const first = await runTests(args, env)
  const { failedFiles } = first
  if (failedFiles.length === 0 || failedFiles.length > maxSecondTries) return first
  say(`${failedFiles.join(', ')} failed and runs again alone …`)
  const second = await runTests([...args, ...failedFiles, '--maxWorkers=1'], env)
  if (second.failed > 0) return first
  say(`passed only when run alone: ${failedFiles.join(', ')}`)
  return { ...first, passed: first.passed + first.failed, failed: 0 }
}

/** Returns a step that runs tests. Tests outside the sample don't count as skipped. */
function testsStep(name, args, sample) {
  return {
    name,
    run: async () => {
      const result = await runTwice(args, sample ? { SAMPLE: sample } : {})
      counts.passed += result.passed
      counts.failed += result.failed
      if (!sample) counts.skipped += result.skipped
      rows.push(...result.tiers)
      return result.failed === 0
    },
  }
}

const tests = isWhole
  ? [testsStep('tests of all tiers', [])]
  : [
      testsStep('quick and slow tests', ['--project=quick', '--project=slow']),
      testsStep(`a sample of nightly tests (SAMPLE=${seed})`, ['--project=nightly'], seed),
    ]

const say = (line) => process.stdout.write(`check: ${line}\n`)
const finished = []
for (const { name, run } of [...steps, ...tests]) {
  say(`${name} …`)
  const startedAt = performance.now()
  const isGood = await run()
  const seconds = (performance.now() - startedAt) / 1000
  finished.push({ name, isGood, seconds })
  say(`${name} ${isGood ? 'ok' : 'FAILED'}, ${seconds.toFixed(1)} s`)
}

const failedSteps = finished.filter(({ isGood }) => !isGood).map(({ name }) => name)
const total = finished.reduce((sum, { seconds }) => sum + seconds, 0)
for (const { tier, files, tests, seconds } of rows)
  say(`${tier}: ${files} files, ${tests} tests, ${seconds} s of three processes`)
say(
  `${finished.map(({ name, seconds }) => `${name} ${seconds.toFixed(1)}`).join(', ')}; ${total.toFixed(0)} s in total`,
)
say(failedSteps.length === 0 ? 'all good' : `FAILED: ${failedSteps.join(', ')}`)
const otherSteps = failedSteps.filter((name) => steps.some((step) => step.name === name)).length
process.stdout.write(countLine({ ...counts, failed: counts.failed + otherSteps }))
process.exitCode = failedSteps.length === 0 ? 0 : 1

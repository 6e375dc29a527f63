// Runs the tests on a recent enough Node and ends with one plain line: `N passed, N failed`. `npm test` runs the quick tier. Arguments are
// passed to Vitest, and the tests they name run regardless of their tier: `npm test -- test/fetch`.

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const ownNode = ['node', 'node.exe'].map((name) => join(root, 'node_modules/node/bin', name)).find(existsSync)

/** The checkout's own Node 24, or else the Node that runs this file. */
export const node = ownNode ?? process.execPath

/** Runs a program from the checkout and shows its output. Resolves with its exit code, or 1 if a signal killed it. */
export function run(script, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, [join(root, script), ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/** Resolves with `{passed, failed, skipped, tiers, failedFiles}`. An error outside the tests also counts as a failure. */
export async function runTests(args, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-test-'))
  try {
    const report = join(folder, 'report.json')
    const shown = ['--reporter=default', '--reporter=./test/runner/run-ceiling.ts']
    const reporters = [...shown, '--reporter=json', `--outputFile.json=${report}`]
    const code = await run('node_modules/vitest/vitest.mjs', ['run', ...reporters, ...args], env)
    const results = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null
    const counts = results ? countTests(results) : { passed: 0, failed: 0, skipped: 0 }
    const failed = code === 0 ? counts.failed : Math.max(counts.failed, 1)
    const files = results?.testResults ?? []
    const failedFiles = files.filter(({ status }) => status === 'failed').map(({ name }) => name)
    return { ...counts, failed, tiers: countTiers(files), failedFiles }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function countTests(report) {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** Returns files, tests and process seconds per tier, as rows. */
function countTiers(files) {
  const tierOf = ({ name }) => /\.(slow|nightly|release)\.test\.ts$/.exec(name)?.[1] ?? 'quick'
  return [...Map.groupBy(files, tierOf)].map(([tier, members]) => ({
    tier,
    files: members.length,
    tests: members.flatMap((file) => file.assertionResults).filter(({ status }) => status === 'passed').length,
    seconds: Math.round(members.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0) / 1000),
  }))
}

export function countLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const named = process.argv.slice(2)
  const counts = await runTests(named.length > 0 ? named : ['--project=quick'])
  process.stdout.write(countLine(counts))
  process.exitCode = counts.failed === 0 ? 0 : 1
}
